# make run               set up and open the window on the sample collection (FOLDER=... for another one)
# make test              set up and run every check and all tests but the slow ones
# make test-slow         the long statistical, kill and size runs
# make bench             measure beside the peers: fetches collections and peers into build/bench, about an hour
# make bench-stages      nanoseconds a unit of every stage, beside its limit
# make bench-kernels     single kernels in memory beside what a library or plain Python does on the same input
# make bench-formats     reading, format by format, beside the bare library (FOLDER=... holds the files)
# make bench-start       seconds until a scan of ten files is done and until the window is painted
# make bench-hand        the window of 100,000 documents and 1,000,000 pairs: how long it stands still, how soon it answers
# make bench-compare     this tree against the figures that landed, as ratios to a peer run beside it
# make lint              the checks alone: layout, style, types, layers
# make format            lay out the code as the checks want it
# make clean             forget the environment and all that was made
SHELL := bash
.DEFAULT_GOAL := run
.PHONY: run test test-slow bench bench-stages bench-kernels bench-formats bench-start bench-hand bench-compare setup setup-dev lint compiled-tests format clean
export PYTHON
BIN := .venv/bin

run: setup
	@bash scripts/run.sh $(if $(FOLDER),"$(FOLDER)")

test: setup-dev
	@$(MAKE) --no-print-directory -j2 -o setup-dev lint compiled-tests
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "not slow" -q

# pytest rewrites what tests assert when it loads them, which takes every worker of a first run 18 seconds; once is
# enough, beside the checks. What is wrong with a test is told by the run.
compiled-tests:
	-@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only -q > /dev/null 2>&1

test-slow: setup-dev
	$(BIN)/python -m pytest -m slow

bench: setup
	$(BIN)/python -m tests.benchmarks.bench $(BENCH)
	$(BIN)/python -m tests.benchmarks.fingerprints

bench-stages: setup
	$(BIN)/python -m tests.benchmarks.stages $(BENCH)

bench-kernels: setup
	$(BIN)/python -m tests.benchmarks.kernels $(BENCH)

bench-formats: setup
	$(BIN)/python -m tests.benchmarks.formats "$(FOLDER)"

bench-start: setup
	$(BIN)/python -m tests.benchmarks.start $(BENCH)

bench-hand: setup
	$(BIN)/python -m tests.benchmarks.hand $(BENCH)

bench-compare: setup
	$(BIN)/python -m tests.benchmarks.compare $(BENCH)

lint: setup-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

setup:
	@bash scripts/setup.sh run

setup-dev:
	@bash scripts/setup.sh dev

clean:
	rm -rf .venv out build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
