# Every target sets up what it needs in .venv; the second time that takes no time.
PYTHON ?= python3
BIN := .venv/bin
VENV := .venv/.made
LOCKED := $(BIN)/python requirements/install.py
TESTS_RUN := $(CURDIR)/.venv/.tests-run
LOCK_play := serve
PYTEST := $(BIN)/python -m pytest
ON_TWO_CORES := $(PYTEST) -n 2 --dist worksteal
FUZZ_SECONDS ?= 120
FUZZ_COUNT ?= 1000000
SOAK_KILLS ?= 300
SOAK_POSTGRES_KILLS ?= 60
SOAK_LEAGUE_KILLS ?= 5

# Bytecode is kept in .venv, even if the environment asks for none: without it, every process that a test starts
# translates all of its modules anew.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/.bytecode

PAGE := hoplon/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/package-lock.json web/vite.config.ts

.PHONY: help play page test test-all test-interpreted test-bounds check docs fuzz soak shots trace bench peers test-train train-smoke lock newest release format clean
.DEFAULT_GOAL := help

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## /make \1	/' | expand -t 18

# The virtual environment, with what installs Hoplon in place and builds its page.
$(VENV): web/build.py requirements/build.txt requirements/node.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Hoplon needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 2; }
	@echo "Setting up .venv (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(LOCKED) --quiet build
	@test -z "$$($(BIN)/python web/build.py --needs)" || $(LOCKED) --quiet node
	@touch $@

# Exact versions with their hashes: what runs the arena, or all that developers need.
.venv/.ready-%: pyproject.toml requirements/dev.txt requirements/serve.txt $(VENV)
	@echo "Installing what '$*' needs (once) ..."
	@$(LOCKED) $(or $(LOCK_$*),dev) --editable
	@touch $@

$(PAGE): $(PAGE_SOURCES) $(VENV)
	@echo "Building the page ..."
	@$(BIN)/python web/build.py

play: ## play all games in the browser ('hoplon play hoplite' plays in the terminal)
	@$(MAKE) --no-print-directory -j 2 .venv/.ready-play $(PAGE)
	@$(BIN)/hoplon serve --open

page: $(PAGE) ## build the page of the arena into the package

test: .venv/.ready-test $(PAGE) ## all tests: compiled, interpreted, with bounds checking, and on the CUDA simulator
	@$(BIN)/python tests/needed.py
	@rm -f $(TESTS_RUN)
	@export HOPLON_TESTS_RUN=$(TESTS_RUN); $(MAKE) --no-print-directory test-all; code=$$?; \
		$(BIN)/python tests/needed.py --report $(TESTS_RUN) || code=2; exit $$code

test-all:
	@$(BIN)/hoplon compile
	$(ON_TWO_CORES)
	@echo "Now interpreted, with bounds checking, and on the CUDA simulator ..."
	@$(MAKE) --no-print-directory test-interpreted test-bounds
	NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 $(ON_TWO_CORES) tests/core/test_gpu.py tests/learn/test_gpu.py

test-interpreted: .venv/.ready-test
	NUMBA_DISABLE_JIT=1 $(ON_TWO_CORES) -m representative --cov --cov-report=term:skip-covered
	$(BIN)/python tests/rules_hit.py

test-bounds: .venv/.ready-test
	NUMBA_BOUNDSCHECK=1 $(ON_TWO_CORES) -m representative

check: .venv/.ready-check .venv/.ready-docs ## format, lint, types, layers, documentation
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python web/build.py --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

docs: .venv/.ready-docs ## build the documentation into build/site; a broken link is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

format: .venv/.ready-check ## put the sources into shape
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

fuzz: .venv/.ready-test ## random matches for FUZZ_SECONDS (a failure leaves its match file in fuzz-failures/), FUZZ_COUNT messages and files
	HOPLON_FUZZ_SECONDS=$(FUZZ_SECONDS) HOPLON_FUZZ_COUNT=$(FUZZ_COUNT) $(PYTEST) -n 2 -rP -k fuzz

soak: .venv/.ready-test ## kill and suspend servers at SOAK_KILLS random moments under play, and leagues of programs; nothing may be lost
	@$(BIN)/hoplon compile
	HOPLON_KILLS=$(SOAK_KILLS) $(PYTEST) -n 2 -rP tests/server/test_killed.py
	HOPLON_CLUSTER=1 $(PYTEST) -rP tests/league/test_machines.py
	HOPLON_KILLS=$(SOAK_POSTGRES_KILLS) HOPLON_SERVERS=2 HOPLON_DATABASE=postgresql $(PYTEST) -rP tests/server/test_killed.py
	HOPLON_KILLS=$(SOAK_LEAGUE_KILLS) $(PYTEST) -rP tests/league/test_running.py -k killed
	HOPLON_LEAGUE_KILLS=$(SOAK_LEAGUE_KILLS) $(PYTEST) -rP tests/league/test_acceptance.py

shots: .venv/.ready-test $(PAGE) ## pictures of every page at three widths, light and dark, into shots/, and those of the README
	$(BIN)/python tests/web/shots.py shots
	$(BIN)/python tests/web/readme_pictures.py docs/pictures

trace: .venv/.ready-play ## make the golden traces again; a changed trace is a changed rule
	@for game in $$($(BIN)/python -c 'import hoplon; print(*hoplon.game_names())'); do $(BIN)/hoplon trace $$game || exit $$?; done
	@git --no-pager diff --stat -- tests/traces

bench: .venv/.ready-bench ## measure this machine; figures go to benchmarks/RESULTS.md
	@$(BIN)/hoplon bench
	@$(BIN)/python benchmarks/learning.py

# An environment of their own: what the peers pin must not decide what Hoplon is tested with.
PEERS := build/peers
$(PEERS)/.ready: pyproject.toml examples/games/pyproject.toml benchmarks/peers.txt
	@echo "Setting up $(PEERS) (once) ..."
	@test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --disable-pip-version-check --quiet 'hatchling>=1.25' editables
	@$(PEERS)/bin/python -m pip install --disable-pip-version-check --no-build-isolation -e . -e examples/games
	@for peer in $$(cat benchmarks/peers.txt); do \
		$(PEERS)/bin/python -m pip install --disable-pip-version-check $$peer || \
		echo "$$peer cannot be installed here: it is left out"; done
	@touch $@

peers: $(PEERS)/.ready ## measure Hoplon beside OpenSpiel, Pgx, EnvPool and others on one core
	@$(PEERS)/bin/python benchmarks/peers.py
	@$(PEERS)/bin/python benchmarks/learning.py

# Another one: torch is large, and only training needs it.
LEARN := build/learn
$(LEARN)/.ready: pyproject.toml
	@echo "Setting up $(LEARN) (once) ..."
	@test -x $(LEARN)/bin/python || $(PYTHON) -m venv $(LEARN)
	@$(LEARN)/bin/python -m pip install --disable-pip-version-check --quiet 'hatchling>=1.25' editables
	@$(LEARN)/bin/python -m pip install --disable-pip-version-check --no-build-isolation \
		-e '.[learn]' pytest pytest-asyncio hypothesis
	@touch $@

test-train: $(LEARN)/.ready ## tests of the trainer, with torch in build/learn
	$(LEARN)/bin/python -m pytest tests/learn/train/with_torch.py

train-smoke: test-train ## ten minutes of training on two cores must reach depth 8 of Hoplite
	$(LEARN)/bin/python tests/learn/train/smoke.py build/smoke

lock: ## renew the locked requirements; needs uv and the network
	@$(PYTHON) requirements/lock.py

newest: ## some tests with what is newer than the lock, in build/newest
	@$(PYTHON) tests/newest.py build/newest

release: .venv/.ready-test $(PAGE) ## build what is published into dist/, install it elsewhere and play every game there
	@$(BIN)/python tests/needed.py
	@$(BIN)/python tests/release.py dist

clean: ## forget the virtual environment and all caches of tools
	rm -rf .venv build web/node_modules hoplon/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
