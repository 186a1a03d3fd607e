# make demo | test | matrix | opinfo | reference | hostile | bench | fuzz | sanitize | wheel | lint | format | clean
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := build
JOBS ?= $(shell nproc)
# Chips of the matrix, and the ways to an operator: the torch device, and the C API alone.
CHIPS ?= $(patsubst chips/%/chip.yaml,%,$(sort $(wildcard chips/*/chip.yaml)))
VIAS ?= torch capi
# Of make fuzz.
FUZZ_CALLS ?= 200000
SEED ?= 1
STAMP := $(VENV)/.installed

export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: setup native demo test matrix opinfo opinfo-docs debugging-docs reference hostile bench fuzz sanitize wheel lint format clean

setup: $(STAMP)

# torch first and by exact version: an open range would bring gigabytes of CUDA packages.
$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -c "import torch" 2>/dev/null || $(BIN)/pip install --quiet torch==2.13.0
	$(BIN)/pip install --quiet "scikit-build-core>=0.11"
	$(BIN)/pip install --quiet --no-build-isolation -e ".[torch,build,test]"
	touch $@

$(BUILD)/build.ninja: $(STAMP)
	$(BIN)/cmake -S . -B $(BUILD) -G Ninja -DPython3_EXECUTABLE=$(CURDIR)/$(BIN)/python

native: $(BUILD)/build.ninja
	$(BIN)/cmake --build $(BUILD) -j $(JOBS)

test: native
	$(BIN)/python tests/run.py -n $(JOBS)

# Converts the legacy matmul, builds library and extension from the converted files, and runs the operator on its chips.
demo: setup
	$(BIN)/python demo/demo.py -j $(JOBS)

# Every operator on every chip by every way. All of it runs; one failure anywhere fails the target.
matrix: native
	@failed=; for chip in $(CHIPS); do for via in $(VIAS); do \
	  echo "=== utest_ops all --chip $$chip --via $$via"; \
	  $(BIN)/utest_ops all --chip $$chip --via $$via -j $(JOBS) \
	    --junit $(BUILD)/utest-$$chip-$$via.xml --failures $(BUILD)/utest_failures \
	    > $(BUILD)/utest-$$chip-$$via.log || failed="$$failed $$chip/$$via"; \
	  grep -A4 FAIL $(BUILD)/utest-$$chip-$$via.log; tail -n 1 $(BUILD)/utest-$$chip-$$via.log; \
	done; done; \
	if [ -n "$$failed" ]; then echo "matrix: failed:$$failed; logs: $(BUILD)/utest-*.log"; exit 1; fi; \
	echo "matrix: every operator passed on $(CHIPS) via $(VIAS)"

# PyTorch's own databases (OpInfo, ModuleInfo, OptimizerInfo) on every chip, against the CPU.
opinfo: native
	$(BIN)/python -m utest_ops.databases -j $(JOBS) --json $(BUILD)/opinfo.json $(OPINFO_FLAGS)

# The reference page of the C API (docs/reference.md).
reference: setup
	$(BIN)/python -m dnnlib.codegen reference --root . --out docs/reference.md

opinfo-docs: native
	$(BIN)/python -m utest_ops.databases -j $(JOBS) --json $(BUILD)/opinfo.json --docs docs/opinfo.md

# What the commands of docs/debugging.md print.
debugging-docs: native
	$(BIN)/python tests/transcript.py docs/debugging.md

# All hostile cases, and generated operators, many more than the tests try.
hostile: setup
	HOSTILE_CASES=2000 $(BIN)/python -m pytest tests/migrate/hostile -n $(JOBS) -q

bench: native
	$(BIN)/python benchmarks/bench.py

# Seeded calls of the whole C API, in processes of their own; CI runs 5,000. A find comes with the line that repeats it.
fuzz: native
	$(BIN)/python tests/dnnlib/fuzz/run.py --calls $(FUZZ_CALLS) --seed $(SEED) -j $(JOBS)

# Native tests, the harness by the C API and the fuzzer on builds with Address and UndefinedBehavior, and with Thread sanitizers.
# SANITIZE=--quick: what CI runs.
sanitize: native
	$(BIN)/python tests/sanitize.py $(SANITIZE) -j $(JOBS)

# The wheel of the native build, tried in a fresh environment away from the checkout.
wheel: native
	$(BIN)/python tests/check_wheel.py --build $(BUILD)

# clang-tidy needs the compile commands of a build; where there is none it says so. TIDY="--share 0.3 --seed X": a part of the files, as in CI.
lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy
	$(BIN)/python tests/lint_cxx.py format
	$(BIN)/python tests/lint_cxx.py tidy --build $(BUILD) -j $(JOBS) $(TIDY)

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tests/lint_cxx.py format --fix

clean:
	rm -rf $(BUILD) build-*
