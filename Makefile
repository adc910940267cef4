# Targets leave a stamp in .venv, so that the second time they start at once.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
ENGINE := build/engine
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input
UV := 0.13.9
# How long a storm of make chaos rages, and over which store.
SECONDS := 120
STORE := single
# How many seconds a message of make late takes at most.
LATE := 0.4
# What is installed is exactly what requirements/ lists, with the hash of each file; the project itself comes last.
LOCKED = $(PIP) --require-hashes -r requirements/build.txt -r requirements/$(@F).txt
PROJECT := $(PIP) --no-deps --no-build-isolation --editable .

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

.PHONY: play
play: $(STAMPS)/play ## start the bot; prints the address of the web table
	@exec $(BIN)/python -m bot

.PHONY: fast
fast: $(STAMPS)/play $(STAMPS)/fast ## the same with compiled rules; needs a C compiler
	$(BIN)/python scripts/compile_engine.py $(ENGINE)
	@PYTHONPATH=$(ENGINE) exec $(BIN)/python -P -m bot

.PHONY: test
test: $(STAMPS)/test-programs $(STAMPS)/test ## run every test (TESTS=tests/core for some of them)
	$(BIN)/python -m pytest -n 3 --dist worksteal $(TESTS)

.PHONY: chaos
chaos: $(STAMPS)/test-programs $(STAMPS)/test ## every fault at every moment, then a storm over several workers (SECONDS=600 SEED=7 STORE=cluster)
	BASTIDE_CHAOS=all $(BIN)/python -m pytest -n 2 tests/bot/chaos
	$(BIN)/python -m tests.bot.chaos.storm --seconds $(SECONDS) --store $(STORE) $(if $(SEED),--seed $(SEED))

.PHONY: fingers
fingers: $(STAMPS)/test-programs $(STAMPS)/test ## 1,000 touches that change nothing, 200 doubled ✓ over cut lines, whole games in all frames (SEED=7)
	$(BIN)/python -m tests.bot.web_app.fingers $(if $(SEED),--seed $(SEED))
	BASTIDE_FINGERS=all $(BIN)/python -m pytest tests/bot/doors/test_whole_games.py

.PHONY: late
late: $(STAMPS)/test-programs $(STAMPS)/test ## every test of the pages over lines that are late both ways (LATE=0.4 seconds at most)
	BASTIDE_LATE=$(LATE) $(BIN)/python -m pytest -n 2 -m browser tests/bot/web_app tests/bot/doors

.PHONY: check
check: $(STAMPS)/dev ## ruff, mypy and the import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

.PHONY: bench
bench: $(STAMPS)/test ## measure, and print the tables
	@set -e; for each in benchmarks/[!_]*.py; do $(BIN)/python "$$each"; done

.PHONY: goldens
goldens: $(STAMPS)/test ## make the references anew, transcripts and all pictures; look at them before you commit
	$(BIN)/python -m tests.core.goldens
	$(BIN)/python -m tests.render.goldens
	$(BIN)/python -m tests.render.replays
	$(BIN)/python -m tests.render.gallery
	$(BIN)/python -m tests.bot.transcripts.goldens

.PHONY: docs
docs: $(STAMPS)/dev ## write the pages of core's interface to build/api
	$(BIN)/pdoc --output-directory build/api core

.PHONY: lock
lock: $(STAMPS)/venv ## write requirements/ anew, after a change of pyproject.toml or for newer releases
	@[ -x $(VENV)/lock/bin/uv ] || { $(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/pip install --quiet uv==$(UV); }
	scripts/lock $(VENV)/lock/bin/uv

.PHONY: clean
clean: ## remove whatever can be made again; the games in .bastide stay
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Bastide needs Python 3.11 or newer: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || scripts/debian-packages "make" python3-venv
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

$(addprefix $(STAMPS)/,play fast test dev): $(STAMPS)/%: pyproject.toml requirements/build.txt requirements/%.txt $(STAMPS)/venv
	$(LOCKED)
	$(PROJECT)
	@touch $@

$(STAMPS)/test-programs: $(STAMPS)/venv
	@missing=; \
	command -v redis-server >/dev/null || missing="$$missing redis-server"; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	[ -z "$$missing" ] || scripts/debian-packages "make test" $$missing
	@touch $@
