# Everything a contributor does, from set-up to wheel. `make` alone lists it.

PYTHON ?= python3
JOBS ?= 2
RUNS ?= 1000000
SECONDS ?= 600

VENV := .venv
BIN := $(VENV)/bin
# Our own builds find cmake and ninja where pip put them, and let no warning pass.
export PATH := $(CURDIR)/$(BIN):$(PATH)
CONFIGURE := cmake -S . -G Ninja -DOTHERWORDS_WERROR=ON --log-level=WARNING
# Sanitizers make the optimiser slow: -O1 saves a third of the time.
LIGHT := -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g1'
NATIVE := $(shell find core bindings -name '*.h' -o -name '*.cpp')
PYTHON_CODE := src tests $(wildcard benchmarks examples recipes)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Recipes use JOBS cores themselves, and some share a build.
.NOTPARALLEL:
.ONESHELL:
SHELL := bash
.SHELLFLAGS := -euo pipefail -c

.PHONY: help
help: ## this list
	@echo "make TARGET, where TARGET is one of"
	awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- set-up --------------------------------------------------------------------------------------

.PHONY: setup
setup: $(VENV)/.package ## a virtual environment in .venv with the package, editable

$(VENV)/.tools: constraints.txt
	PYTHON=$(PYTHON) .ci/provide headers
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --no-deps -r constraints.txt
	touch $@

$(VENV)/.package: $(VENV)/.tools pyproject.toml CMakeLists.txt $(NATIVE)
	$(BIN)/pip install --quiet --no-build-isolation -c constraints.txt \
	  --config-settings=cmake.define.OTHERWORDS_WERROR=ON -e '.[evaluate,neural,serve,spacy,spark,teacher,wordfreq,dev]'
	touch $@

# ---- use -----------------------------------------------------------------------------------------

.PHONY: demo bench
demo: setup ## sentences in other words with the English model
	@examples/demo.sh

bench: setup ## speed and memory, peers beside us in the same run
	@for benchmark in benchmarks/*.py; do $(BIN)/python $$benchmark; done

# ---- tests ---------------------------------------------------------------------------------------

.PHONY: test test-python test-core sanitize tsan asan-python fuzz fuzz-core fuzz-python soak
# The tests of the core run once, under the sanitizers, which see more.
test: lint sanitize fuzz test-python ## all that must hold before a merge
# What is promised of fuzzers holds in continuous integration; alone, `make fuzz` does more.
test: RUNS = $(if $(CI),100000,10000)

test-python: setup ## tests of the package, the command line, the server and the documents
	@for part in chromium postgresql; do .ci/provide $$part || [ -z "$${CI:-}" ]; done
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal

# What the registry does not carry comes from apt-get. Where it cannot be had, a test is skipped
# on a contributor's machine, but never in continuous integration.
need = .ci/provide $(1) || { [ -n "$${CI:-}" ] && exit 1; echo "skipped: make $@"; exit 0; }

test-core: $(VENV)/.tools ## tests of the C++ core, optimised: quick to repeat
	@$(call need,doctest)
	$(CONFIGURE) -B build/core -DOTHERWORDS_TESTS=ON
	cmake --build build/core -j $(JOBS)
	build/core/core_tests

# Tests and fuzzers share one build: that of the core is what takes minutes. Without clang there are
# no fuzzers, but on a contributor's machine tests all the same.
define build-sanitized
$(call need,doctest)
if .ci/provide fuzzer; then
  built=build/sanitized
  with=(-DOTHERWORDS_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++ -DOTHERWORDS_SANITIZE=address,undefined,fuzzer-no-link)
else
  [ -z "$${CI:-}" ]
  built=build/sanitized-tests
  with=(-DOTHERWORDS_SANITIZE=address,undefined)
fi
$(CONFIGURE) -B $$built -DOTHERWORDS_TESTS=ON "$${with[@]}" $(LIGHT)
cmake --build $$built -j $(JOBS)
endef

sanitize: $(VENV)/.tools ## tests of the C++ core under the address and undefined-behaviour sanitizers
	@$(build-sanitized)
	$$built/core_tests

tsan: $(VENV)/.tools ## tests of the C++ core under the thread sanitizer
	@$(call need,doctest)
	$(CONFIGURE) -B build/tsan -DOTHERWORDS_TESTS=ON -DOTHERWORDS_SANITIZE=thread $(LIGHT)
	cmake --build build/tsan -j $(JOBS)
	build/tsan/core_tests

# An interpreter leaks on purpose, and libraries of others are not built for the sanitizer.
asan-python: export VERSION = from importlib.metadata import version; print(version("otherwords"))
asan-python: setup ## tests of the package with a core under the address sanitizer; TESTS chooses some
	@$(CONFIGURE) -B build/asan-python -DOTHERWORDS_PYTHON=ON -DOTHERWORDS_SANITIZE=address,undefined \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -DSKBUILD_PROJECT_VERSION_FULL=$$($(BIN)/python -c "$$VERSION") \
	  -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) $(LIGHT)
	cmake --build build/asan-python -j $(JOBS)
	tests/asan.sh build/asan-python $(BIN)/python -m pytest -q -p no:cacheprovider -o faulthandler_timeout=0 $(TESTS)

fuzz: fuzz-core fuzz-python ## broken input for every reader, RUNS of each

fuzz-core: $(VENV)/.tools ## the same of the core alone
	@$(call need,fuzzer)
	$(build-sanitized)
	ls core/fuzz/fuzz_*.cpp | xargs -P $(JOBS) -n 1 .ci/fuzz $(RUNS)

fuzz-python: setup ## the same of the package alone
	@$(BIN)/python -m tests.fuzz --jobs $(JOBS) $(RUNS)

soak: setup ## the server under clients of all kinds, kills and restarts, for SECONDS
	@$(BIN)/python -m tests.soak $(SECONDS)

# ---- style ---------------------------------------------------------------------------------------

.PHONY: lint format stubs licences
lint: setup ## style, types and formatting, changing nothing
	@$(BIN)/ruff check $(PYTHON_CODE)
	$(BIN)/ruff format --check $(PYTHON_CODE)
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror $(NATIVE)

format: $(VENV)/.tools ## format all code
	$(BIN)/ruff check --fix-only $(PYTHON_CODE)
	$(BIN)/ruff format $(PYTHON_CODE)
	$(BIN)/clang-format -i $(NATIVE)

stubs: setup ## the types of the compiled module, for editors and mypy
	$(BIN)/python -m nanobind.stubgen -m otherwords._core -o src/otherwords/_core.pyi

licences: setup ## the licences of all packages that are installed with this one
	$(BIN)/python -m tests.licences > docs/licences.md

# ---- release -------------------------------------------------------------------------------------

.PHONY: wheel clean
wheel: $(VENV)/.tools ## source archive and wheel in dist/, installed once to see that they work
	rm -rf dist build/installed
	$(BIN)/python -c 'import scikit_build_core.build as b; b.build_sdist("dist")'
	$(BIN)/pip wheel --quiet --no-deps -w dist dist/otherwords-*.tar.gz
	$(PYTHON) -m venv build/installed
	build/installed/bin/pip install --quiet -c constraints.txt dist/otherwords-*.whl
	build/installed/bin/otherwords --version

clean: ## remove everything that was made
	rm -rf build dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
