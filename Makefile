# make run · make test: the two commands of the README. Both set everything up from a bare clone.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := run
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
NODE := scripts/with-node
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
SCHEMA_TOOLS := backend/tests/sandbox/stripe_schema

export PIP_ROOT_USER_ACTION := ignore
export PYTHONUNBUFFERED := 1

# Folders are listed too: their date changes when a file is added or removed.
SCREENS := $(shell find frontend/src frontend/public -not -name '*.test.*' 2>/dev/null) \
	$(wildcard frontend/scripts/*) frontend/index.html frontend/staff.html $(wildcard frontend/vite*.ts) frontend/package.json

.PHONY: run cluster cluster-proof test test-changed hooks proof dist bench bench-flat bench-streams lighthouse soak fuzz mutants check sbom screenshots dev client lock migration format clean assets dev-tools help

help: ## Show this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

run: $(VENV)/.product ## Set up what is missing, then serve the demo street
	@$(MAKE) --no-print-directory assets
	@exec $(BIN)/chuckwagon serve --demo

cluster: $(VENV)/.dev ## A database that may fail: two servers on a primary and its standby, all on this machine
	@scripts/debian-programs etcd=etcd-server patroni=patroni haproxy=haproxy pgbouncer=pgbouncer
	@$(MAKE) --no-print-directory assets
	@cd backend && exec ../$(BIN)/python -m cluster $(CLUSTER)

cluster-proof: $(VENV)/.dev ## The soak on that cluster while the primary is killed ten times: make cluster-proof [CLUSTER="--failovers 2"]
	@scripts/debian-programs etcd=etcd-server patroni=patroni haproxy=haproxy pgbouncer=pgbouncer
	@cd backend && exec ../$(BIN)/python -m cluster.proof $(CLUSTER)

test: dev-tools ## Every test: screens, back end on SQLite and on PostgreSQL, journeys in a browser
	@$(MAKE) --no-print-directory assets
	@$(BIN)/python scripts/run_tests.py

test-changed: dev-tools ## Only the tests that the changes since main reach, and their types: make test-changed [BASE=HEAD~1]
	@$(BIN)/python scripts/test_changed.py $(BASE)

proof: dev-tools ## What takes too long for every change, with one table at the end: make proof [PROOF="engines soak"]
	@$(MAKE) --no-print-directory assets
	@$(BIN)/python scripts/proof.py $(PROOF)

mutants: dev-tools ## Take one guard after another away and see that a test fails each time
	@$(BIN)/python scripts/mutants.py

soak: $(VENV)/.dev ## A street in a storm, and refunds in one, on both databases: make soak [SOAK="--orders 200 --kills 10"]
	@cd backend && $(if $(SOAK),../$(BIN)/python -m soak $(SOAK),../$(BIN)/python -m soak --database sqlite && \
		../$(BIN)/python -m soak --database postgresql --processes 2 && \
		../$(BIN)/python -m soak --part outage && \
		../$(BIN)/python -m soak --part disruption --orders 300 --database sqlite && \
		../$(BIN)/python -m soak --part disruption --orders 300 --database postgresql --processes 2 && \
		../$(BIN)/python -m soak --part disruption --orders 300 --kills 0 && \
		../$(BIN)/python -m soak --part disruption --kind late --orders 60 --kills 4 && \
		../$(BIN)/python -m soak --part disruption --kind moved --orders 60 --kills 4 --database postgresql && \
		../$(BIN)/python -m soak --part disruption --kind ends_early --orders 60 --kills 4 && \
		../$(BIN)/python -m soak --part slots --database sqlite && \
		../$(BIN)/python -m soak --part slots --database postgresql --processes 2 && \
		../$(BIN)/python -m soak --part slots --kills 0 --database sqlite && \
		../$(BIN)/python -m soak --part slots --kills 0 --database postgresql --processes 2 && \
		../$(BIN)/python -m soak --part cash --database sqlite && \
		../$(BIN)/python -m soak --part cash --database postgresql --processes 2 && \
		../$(BIN)/python -m soak --part readers --orders 300 --database sqlite && \
		../$(BIN)/python -m soak --part readers --orders 300 --database postgresql --processes 2 && \
		../$(BIN)/python -m soak --part refunds --database sqlite && \
		../$(BIN)/python -m soak --part refunds --database postgresql --processes 2)

bench: $(VENV)/.dev ## Every load scenario beside what the machine can do at all: make bench [QUICK=1] [BENCH="--only rush"] [BASE=HEAD~1]
	@$(MAKE) --no-print-directory assets
	@PYTHONPATH=. $(BIN)/python -m $(if $(BASE),bench.against $(BASE),bench $(if $(QUICK),--size quick --out build/bench/quick.md,$(if $(BENCH),,--out bench/results.md))) $(BENCH)

lighthouse: $(VENV)/.product bench/lighthouse/node_modules/.installed ## How fast the screens are on a phone, and whether each reaches its target
	@$(MAKE) --no-print-directory assets
	@cd bench/lighthouse && $(CURDIR)/$(NODE) npm run --silent lighthouse

fuzz: $(VENV)/.dev ## Random requests by every role, at load: make fuzz [MINUTES=30] [FUZZ="--database postgresql"]
	@cd backend && ../$(BIN)/python -m fuzz --minutes $(or $(MINUTES),5) $(FUZZ)

bench-streams: ## How fast 1,000 open boards learn of a change, and what each costs
	@$(MAKE) --no-print-directory bench BENCH="--only streams --database sqlite --processes 1 --orders 10000"

bench-flat: $(VENV)/.dev ## What each kind of request costs with a million orders for each unit with ten thousand
	@PYTHONPATH=. $(BIN)/python -m bench.flat $(BENCH)

sbom: dev-tools ## List every package with its version, hash and licence (CycloneDX), in build/
	@$(BIN)/python scripts/sbom.py --out build

screenshots: dev-tools ## Take the images of the README and the guides again, in docs/pictures
	@$(MAKE) --no-print-directory assets
	@$(BIN)/python scripts/take_screenshots.py

check: dev-tools ## Format, lint, types, import rules, generated client, lock files
	@scripts/check

# --- set-up ---------------------------------------------------------------------------------------------------

$(VENV)/.made:
	@python="$$(scripts/python)"; \
	echo "==> Python environment in $(VENV) ($$("$$python" --version))"; \
	$(PIP) --version >/dev/null 2>&1 || "$$python" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.product: $(VENV)/.made backend/requirements.lock backend/requirements-build.lock backend/pyproject.toml
	@echo "==> Python packages (pinned, checked by hash)"
	@$(PIP) install --require-hashes -r backend/requirements.lock
	@$(PIP) install --require-hashes -r backend/requirements-build.lock
	@$(PIP) install --no-deps --no-build-isolation -e backend
	@touch $@

$(VENV)/.dev: $(VENV)/.product backend/requirements-dev.lock
	@echo "==> Python packages of the checks and tests"
	@$(PIP) install --require-hashes -r backend/requirements-dev.lock
	@touch $@

%/node_modules/.installed: %/package-lock.json %/package.json | $(VENV)/.product
	@echo "==> Node packages of $*"
	@cd $* && $(CURDIR)/$(NODE) npm ci >/dev/null
	@touch $@

# Tests read it; made here because the type checker takes ten seconds of processor time for it.
build/stripe-schema.json: $(SCHEMA_TOOLS)/node_modules/.installed $(SCHEMA_TOOLS)/entry.ts $(SCHEMA_TOOLS)/generate.mjs
	@echo "==> Schema of Stripe's types"
	@mkdir -p build
	@cd $(SCHEMA_TOOLS) && $(CURDIR)/$(NODE) node generate.mjs $(CURDIR)/$@

dev-tools: $(VENV)/.dev frontend/node_modules/.installed e2e/node_modules/.installed build/stripe-schema.json ## Set up what the checks and tests need

hooks: ## Format and lint the staged files before each commit
	@git config core.hooksPath scripts/hooks

assets: frontend/dist/index.html
	@:

frontend/dist/index.html: frontend/node_modules/.installed $(SCREENS)
	@echo "==> Building the screens"
	@cd frontend && $(CURDIR)/$(NODE) npm run --silent build >/dev/null

dist: $(VENV)/.product ## A wheel with the screens inside, and its pinned requirements, in dist/
	@$(MAKE) --no-print-directory assets
	@rm -rf dist build/wheel && mkdir -p dist
	@$(PIP) wheel --no-deps --no-build-isolation -w dist ./backend
	@cp backend/requirements.lock dist/requirements.txt
	@cp backend/requirements-otel.lock dist/requirements-otel.txt
	@ls dist

# --- everyday -------------------------------------------------------------------------------------------------

dev: $(VENV)/.product ## Serve the demo street, with the screens reloading as you edit (http://localhost:5173)
	@$(MAKE) --no-print-directory assets
	@trap 'kill 0' EXIT; (cd frontend && $(CURDIR)/$(NODE) npx vite --strictPort) & $(BIN)/chuckwagon serve --demo

format: dev-tools ## Format everything
	@$(BIN)/ruff format -q backend && $(BIN)/ruff check -q --fix backend
	@cd frontend && $(CURDIR)/$(NODE) npm run --silent format

client: $(VENV)/.product frontend/node_modules/.installed ## Write the browser's types from the server's description of its API
	@mkdir -p build
	@$(BIN)/chuckwagon openapi --out build/openapi.json
	@cd frontend && $(CURDIR)/$(NODE) npm run --silent client

migration: $(VENV)/.dev ## Write the next migration from the models: make migration NAME="add tips"
	@test -n "$(NAME)" || { echo 'Say what it does: make migration NAME="add tips"' >&2; exit 1; }
	@$(BIN)/chuckwagon migration "$(NAME)"

lock: $(VENV)/.dev ## Pin the newest allowed versions, with hashes and without addresses
	@scripts/lock

clean: ## Remove what was built or installed; keeps ./data
	@rm -rf $(VENV) build frontend/dist frontend/node_modules e2e/node_modules bench/lighthouse/node_modules $(SCHEMA_TOOLS)/node_modules
