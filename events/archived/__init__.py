"""Archived games: their logs lie in files, compressed, and the store keeps a tombstone for each."""
