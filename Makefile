# The commands of the project. `make report` and `make test` set up what they need.
SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
RUN := runs/base

# `make PYTHON=...` names the interpreter; without it the first of these that fits is taken.
PYTHON ?=
CANDIDATES := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	--constraint constraints.txt --editable

.PHONY: setup report test check verify docs bench clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@if ! $(BIN)/python -c '$(FITS)' 2>/dev/null; then \
		for python in $(CANDIDATES); do \
			if "$$python" -c '$(FITS)' 2>/dev/null; then exec "$$python" -m venv --clear $(VENV); fi; \
		done; \
		echo "claimsim needs Python 3.11, 3.12 or 3.13; tried: $(CANDIDATES)." \
			"Install one, or name it: make PYTHON=/path/to/python3.12" >&2; \
		exit 1; \
	fi
	@echo "installing claimsim into $(VENV), which may take a minute ..."
	@$(INSTALL) .
	@touch $@

$(READY_DEV): $(READY)
	@echo "installing what tests and checks need into $(VENV) ..."
	@$(INSTALL) '.[dev]'
	@touch $@

report: $(READY)
	$(BIN)/claimsim run scenarios/base.toml --resume --out $(RUN)
	@printf 'report: '; $(BIN)/claimsim report $(RUN)

test: $(READY_DEV)
	$(BIN)/python -m pytest

check: $(READY_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

verify: check
	$(BIN)/python -m pytest -m "slow or not slow"

docs: $(READY)
	$(BIN)/python -m claimsim.statistics.metrics_page > docs/metrics.md
	$(BIN)/python -m claimsim.strategies_page > docs/strategies.md
	$(BIN)/python -m claimsim.scenario.describing > docs/scenario.md
	$(BIN)/python -m claimsim check --schema > docs/scenario.schema.json

bench: $(READY)
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
