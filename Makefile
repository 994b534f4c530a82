# Two commands do everything: `make train` and `make test`. Both set up .venv themselves.

PYTHON ?= python3.11
VENV := .venv
RUN := $(VENV)/bin/python
STAMP := $(VENV)/.installed
WORKERS ?= 2
NAME := quick-$(shell date +%Y%m%d-%H%M%S)

.DEFAULT_GOAL := help
.PHONY: help setup train test check tests coverage bench docs playthroughs referee clean

help: ## Show what there is to make
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 22

setup: $(STAMP) ## Make .venv with everything in it, at the versions of constraints.txt

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or newer is needed"'
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --constraint constraints.txt torch==2.13.0
	$(RUN) -m pip install --quiet --constraint constraints.txt --editable '.[train,dev]'
	touch $(STAMP)

train: $(STAMP) ## Train the card game for three minutes, evaluate the result, print the table
	$(RUN) -m training.train configs/card_game.yaml configs/overrides/quick.yaml name=$(NAME)
	$(RUN) -m training.evaluate runs/$(NAME) careful --best --games 400
	$(RUN) -m training.evaluate runs/$(NAME)/best random discard_only careful --games 1000 --seed 100

test: check coverage tests ## Run all checks and tests

check: $(STAMP) ## Style, types, layers, documents
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports
	$(RUN) docs/generate.py --check

tests: $(STAMP) ## The tests, compiled
	$(RUN) -m pytest -n $(WORKERS) --dist worksteal

coverage: $(STAMP) ## Branch coverage of the engine and the rulesets, with the compiler off
	$(RUN) -m coverage erase
	NUMBA_DISABLE_JIT=1 $(RUN) -m coverage run -m pytest -n $(WORKERS) tests/core tests/games
	$(RUN) -m coverage combine --quiet
	$(RUN) -m coverage report

bench: $(STAMP) ## How fast everything is
	$(RUN) -m lostcities_env.benchmark

docs: $(STAMP) ## Fill in the tables of the documents from the code
	$(RUN) docs/generate.py

playthroughs: $(STAMP) ## Write the golden playthroughs anew
	$(RUN) -m tests.conformance.playthroughs

referee: $(STAMP) ## A long run of the referees: a million random decisions in each variant
	$(RUN) -m tests.conformance.referee --decisions 1000000

clean: ## Remove .venv and all caches
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis .coverage
