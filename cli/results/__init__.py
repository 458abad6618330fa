"""Results of tournaments in writing: tables for people, for spreadsheets and for pages, and JSON.

`grids` makes tables of what `mensch.core.tournament` has found, `text`, `spreadsheet` and `markdown` write
any of them, and `documents` says the same as JSON.
"""
