# Everything a person or CI does with a checkout. Each target makes what it needs: the machine has to have
# Python 3.11 or newer with venv, git and make.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# The first Python that is new enough and can make a venv; `make PYTHON=... test` overrides.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo "$$p" && break; done)

VENV := .venv
BIN := $(VENV)/bin
# pip before 25.3 reads the first name for its build environment too, later ones the second.
PINNED := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1
FAST := not slow and not ci

# A venv holds absolute paths: one that was made elsewhere, before the checkout was moved, is made anew.
ifneq ($(shell cat $(VENV)/installed 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/installed
endif

.PHONY: help demo test test-all test-proofs test-lowest lint texts coverage bench clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' Makefile

demo: $(VENV)/installed ## Play a whole game into a real Redis and show it again
	@$(BIN)/mensch demo

test: $(VENV)/installed ## All tests but the long proofs
	$(BIN)/pytest -m '$(FAST)'

test-all: $(VENV)/installed ## All tests, with the long proofs at their whole length
	MENSCH_PROOFS=whole $(BIN)/pytest -m 'not ci'

test-proofs: $(VENV)/installed ## The long proofs alone, at the length of MENSCH_PROOFS (short or whole)
	MENSCH_PROOFS=$${MENSCH_PROOFS:-short} $(BIN)/pytest -m 'slow and not ci'

lint: $(VENV)/installed ## Style, imports that point the wrong way, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

texts: $(VENV)/installed ## Collect what is to be translated into the German catalogue, and compile it
	$(BIN)/python -m tests.words.catalogue

coverage: $(VENV)/installed ## Which lines the tests do not reach
	$(BIN)/coverage run -m pytest -m '$(FAST)'
	$(BIN)/coverage report --show-missing --skip-covered

bench: $(VENV)/installed-bench ## The speed ratios of the design, with the peers measured beside them
	@$(BIN)/python -m tests.bench

test-lowest: $(VENV)-lowest/installed ## The tests with the oldest dependencies that pyproject.toml allows
	$(VENV)-lowest/bin/pytest -m '$(FAST)'

clean: ## Remove what was made: venvs, caches, builds
	rm -rf $(VENV) $(VENV)-lowest build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/installed: pyproject.toml constraints.txt
	@test -n '$(PYTHON)' || { echo 'make: needs Python 3.11 or newer with its venv module (Debian: apt install python3-venv)' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(PINNED) $(BIN)/pip install --quiet --editable '.[dev]'
	@printf '%s' '$(CURDIR)' >$@

$(VENV)/installed-bench: $(VENV)/installed
	$(PINNED) $(BIN)/pip install --quiet --editable '.[dev,bench]'
	@touch $@

$(VENV)-lowest/installed: pyproject.toml tests/packaging/lowest.py
	$(PYTHON) -m venv --clear $(VENV)-lowest
	$(PYTHON) tests/packaging/lowest.py pyproject.toml >$(VENV)-lowest/constraints.txt
	PIP_CONSTRAINT=$(VENV)-lowest/constraints.txt $(VENV)-lowest/bin/pip install --quiet --editable '.[dev]'
	@touch $@
