# Few verbs, each of them readable. `make help` prints them.
# Every verb that needs the environment depends on `setup`, whose second call does nothing.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
TEST_WORKERS ?= 2

# Interpreters are never downloaded: the one that is here is the one that is used.
export UV_PYTHON_DOWNLOADS := never
# A mirror may sit behind a certificate that only the system knows.
export UV_SYSTEM_CERTS := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The browser table takes part once its lock file is there.
WEB := $(wildcard web/package-lock.json)
WEB_READY := $(if $(WEB),web/dist/index.html)
WEB_SOURCES := $(if $(WEB),$(shell find web src/ghosthouse/games \
	\( -name node_modules -o -name dist -o -name '*.py' -o -name __pycache__ \) -prune -o -type f -print))

.PHONY: help setup play test browser pictures check reliability sim every-call leaks fuzz schema kill storm evening bugs bench bench-server bench-web docs lock clean

help: ## print the verbs
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/p' Makefile | expand -t 21

setup: .venv/.ready $(WEB_READY) ## make .venv with everything, pinned, and build the web pages

play: setup ## open the house in the browser, at the address it prints
	$(BIN)/ghosthouse serve $(PLAY)

test: setup ## run the tests, without the slow ones
	$(BIN)/python -m pytest -n $(TEST_WORKERS) --dist loadgroup -m "not slow"
	$(if $(WEB),cd web && CI=1 npm test --if-present)

# One file after the other: a browser, a house and the people in it keep two cores busy.
browser: setup ## play the whole house in a real browser
	node --test --test-concurrency=1 --test-reporter=spec $(if $(ONLY),tests/browser/$(ONLY).test.mjs,tests/browser/*.test.mjs)

# Beware: they show other games each time. Look at them before you commit them.
pictures: setup ## take the pictures of the README again, in a real browser
	node tests/browser/pictures.mjs

check: setup ## lint, format, types, arrows, hosts, stale generated files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/layers tests/docs
	for tool in tools/generate_*.py; do $(BIN)/python "$$tool" --check; done
	$(if $(WEB),cd web && npm run check --if-present)

# The instruments that try to make the house lose something. Each prints its seed and its counts.
# `make sim SEED=7 OPTIONS="--faults 1000000"`: other chance, larger counts. QUICK=1: small counts.
PROVE = $(BIN)/python -m tests.reliability $(if $(QUICK),--quick) $(if $(SEED),--seed $(SEED)) $(OPTIONS)

reliability: setup ## all instruments that follow, one after another
	$(PROVE)

sim: setup ## 10,000 faults in a simulated house, storm and calm
	$(PROVE) sim

every-call: setup ## a game of each title for each call of the store, which fails
	$(PROVE) every-call

leaks: setup ## worlds that a viewer cannot tell apart, over real sockets
	$(PROVE) leaks

fuzz: setup ## 200,000 damaged frames and untimely commands
	$(PROVE) fuzz

schema: setup ## schemathesis over the OpenAPI document
	$(PROVE) schema

kill: setup ## kill -9 of the house, of a node, of PostgreSQL and of Redis under play
	$(PROVE) kill

storm: setup ## 400 sockets cut at once, again and again; readers that never read
	$(PROVE) storm

evening: setup ## every title played to its end while the house is killed
	$(PROVE) evening

bugs: setup ## planted bugs, each of which an instrument has to find
	$(PROVE) bugs

bench: setup ## measure the speed
	$(BIN)/ghosthouse bench

bench-server: setup ## measure the house: moves a CPU second, 2,000 sockets, idle tables, resuming
	$(BIN)/python bench/server.py $(OPTIONS)

bench-web: setup ## measure the pages: a slow phone, long tasks, what moves, Lighthouse
	$(BIN)/python bench/web.py $(OPTIONS)

docs: setup ## write the generated pages again
	for tool in tools/generate_*.py; do $(BIN)/python "$$tool"; done

# Keeps the pins that still fit; `make lock LOCK_FLAGS=--upgrade` takes the newest.
# `--no-emit-index-url` because a lock file names versions and hashes, never the registry of whoever made it.
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--quiet --custom-compile-command "make lock" $(LOCK_FLAGS)

lock: setup ## pin the requirements again after a change in pyproject.toml
	$(LOCK) pyproject.toml --all-extras --no-emit-package ghosthouse --output-file requirements/dev.txt
	grep '^uv==' requirements/dev.txt | sed 's/ .*//' | $(LOCK) - --output-file requirements/uv.txt

clean: ## remove what the other verbs made
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage web/node_modules web/dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# uv is installed by hash into the environment itself; where it cannot run, plain pip does the same work, slower.
.venv/.ready: requirements/dev.txt requirements/uv.txt pyproject.toml hatch_build.py
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "ghosthouse needs Python 3.11 or newer; name it: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }
	test -x $(BIN)/python || "$(PYTHON)" -m venv .venv
	if $(BIN)/python -m pip install --quiet --require-hashes -r requirements/uv.txt \
		&& $(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements/dev.txt; \
	then :; \
	else \
		echo "uv could not do it; plain pip does" >&2; \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt; \
	fi
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --no-index --editable .
	touch $@

web/node_modules/.ready: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

web/dist/index.html: web/node_modules/.ready $(WEB_SOURCES)
	cd web && npm run build
	touch $@
