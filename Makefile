# The project's commands. `make` alone lists them.

PYTHON ?= python3
BIN := .venv/bin
RUN := $(BIN)/python
COMPILE := $(RUN) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
           --no-emit-index-url --no-emit-find-links pyproject.toml
DEPLOYED := manage.py accounts config games leaderboard
OURS := $(DEPLOYED) bench tests
SHARE ?= 1

.DEFAULT_GOAL := help
.PHONY: help run cluster install test test-long check bench load chaos audit sbom shots messages fmt lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## install, migrate and serve everything in one process (PORT=8000)
	@$(PYTHON) -I config/install.py run
	@exec $(RUN) manage.py serve --prepare

cluster: install ## many processes on one machine: PostgreSQL, Valkey, two web, worker, beat, nginx if there (PORT=8000)
	@exec $(RUN) -m config.cluster

install: ## make .venv for development from the locked requirements
	@$(PYTHON) -I config/install.py dev

test: install ## run every test; coverage of the rules must be complete
	@$(RUN) -m pytest -n auto --dist loadgroup --cov --cov-report=term-missing:skip-covered tests/games/engine
	@$(RUN) -m pytest -n auto --dist loadgroup --ignore tests/games/engine --ignore tests/browser $(ARGS)
	@$(RUN) -m pytest -n auto --dist loadgroup tests/browser

test-long: install ## what has a long form, in it: same bytes, strangers, days, brains, AI matches, clicks; SHARE=0.1 for a tenth
	@LONG_TESTS=$(SHARE) $(RUN) -m pytest -n auto --dist loadgroup tests/secrecy tests/fuzz tests/day
	@LONG_TESTS=$(SHARE) $(RUN) -m pytest -n auto --dist loadgroup tests/games/engine/test_view.py \
	    tests/games/engine/test_random_matches.py tests/games/ai tests/games/table/test_same_bytes.py \
	    tests/games/table/test_drawing.py tests/games/orders/test_resolving.py \
	    tests/games/api/test_same_bytes.py tests/games/api/test_hostile_input.py tests/games/play/test_ai_worker.py \
	    tests/games/tournaments/test_trial.py tests/games/tournaments/test_pairing.py $(ARGS)
	@LONG_TESTS=$(SHARE) $(RUN) -m pytest -n auto --dist loadgroup tests/browser/test_whole_match.py \
	    tests/browser/test_table_failures.py tests/browser/test_table_question.py

check: install sbom ## format, lint, types, templates, security, migrations
	@$(RUN) -m ruff format --check .
	@$(RUN) -m ruff check .
	@$(RUN) -m mypy $(OURS)
	@$(BIN)/djangofmt --check templates
	@$(RUN) -m djlint --quiet --lint templates
	@$(BIN)/bandit --quiet --configfile pyproject.toml --severity-level medium --recursive $(DEPLOYED)
	@$(RUN) manage.py check --fail-level WARNING
	@$(RUN) manage.py makemigrations --check --dry-run
	@$(RUN) manage.py lint_migrations
	@$(RUN) config/audit.py --where-possible

bench: install ## run the benchmarks, or one of them: make bench ARGS=name
	@$(RUN) -m bench $(ARGS)

load: install ## many people at once through the real server, beside a reference; LONG=1 for the figures
	@$(RUN) -m bench load

chaos: install ## break it on purpose and verify: 40 matches, 25 faults; LONG=1 for 500 and 200; ARGS="--seed 7"
	@$(RUN) -m tests.chaos $(if $(LONG),--matches 500 --faults 200) $(ARGS)

audit: install ## ask whether a locked dependency has a known vulnerability (needs the network, and says so)
	@$(RUN) config/audit.py

sbom: install ## list what a deployment is made of, as CycloneDX, in var/sbom.json
	@mkdir -p var
	@$(RUN) -W ignore -m cyclonedx_py requirements requirements.lock --pyproject pyproject.toml \
	    --output-reproducible --output-file var/sbom.json
	@echo "What a deployment is made of: var/sbom.json"

shots: install ## take pictures of the pages into var/shots/ (needs Chromium)
	@$(RUN) -m tests.browser.shots $(ARGS)

messages: install ## collect and compile the texts of all languages; lists what is missing
	@$(RUN) manage.py translations

fmt: install ## format code and templates
	@$(RUN) -m ruff format .
	@$(RUN) -m ruff check --fix .
	@$(BIN)/djangofmt templates

lock: install ## pin the newest allowed versions, with hashes
	@$(COMPILE) --upgrade --output-file requirements.lock
	@$(COMPILE) --upgrade --group dev --constraint requirements.lock --output-file requirements-dev.lock

clean: ## remove what the other commands made, but not the database
	@rm -rf .venv .venv.lock .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis var/static
	@find . -name __pycache__ -prune -exec rm -rf {} +
