# make demo | test | matrix | bench | lint | format | clean
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := build
JOBS ?= $(shell nproc)
STAMP := $(VENV)/.installed

export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: setup native demo test matrix bench lint format clean

setup: $(STAMP)

# torch first and by exact version: an open range would bring gigabytes of CUDA packages.
$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -c "import torch" 2>/dev/null || $(BIN)/pip install --quiet torch==2.13.0
	$(BIN)/pip install --quiet "setuptools>=68" wheel
	$(BIN)/pip install --quiet --no-build-isolation -e ".[torch,build,test]"
	touch $@

$(BUILD)/build.ninja: $(STAMP)
	$(BIN)/cmake -S . -B $(BUILD) -G Ninja -DPython3_EXECUTABLE=$(CURDIR)/$(BIN)/python

native: $(BUILD)/build.ninja
	$(BIN)/cmake --build $(BUILD) -j $(JOBS)

test: native
	$(BIN)/python -m pytest -n $(JOBS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(BUILD) build-*
