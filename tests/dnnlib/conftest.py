"""Fixtures over the native build; tests are skipped where there is none."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dnnlib import capi, paths

CHIPS = sorted(path.parent.name for path in (paths.ROOT / "chips").glob("*/chip.yaml"))
# These tests look at the chip's memory: what is freed has to go back to it. test_pool.py has the pool.
os.environ["TPUDNN_MEMORY_POOL"] = "0"


@pytest.fixture(scope="session")
def lib() -> capi.Library:
    try:
        return capi.library()
    except capi.LibraryMissing as error:
        pytest.skip(str(error))


@pytest.fixture(params=CHIPS)
def handle(request: pytest.FixtureRequest, lib: capi.Library) -> Iterator[capi.Handle]:
    with capi.Handle(capi.device_by_name(request.param)) as opened:
        yield opened


@pytest.fixture
def chip(handle: capi.Handle) -> str:
    return capi.device_properties(handle.device)["chip"]


@pytest.fixture
def refused(lib: capi.Library) -> Callable[..., str]:
    """refused(status, function, *arguments): the call's status is the named one; its sentence is returned."""

    def call(status: str, function: str, *arguments: object) -> str:
        with pytest.raises(capi.TpudnnError) as raised:
            lib.call(function, *arguments)
        assert raised.value.status == status, raised.value.sentence
        return raised.value.sentence

    return call


@pytest.fixture
def run_script(lib: capi.Library) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Python code in a fresh process with the given environment: configuration is read once per process."""

    def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(paths.ROOT), **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


@pytest.fixture(scope="session")
def library_folder(lib: capi.Library) -> Path:
    return lib.folder
