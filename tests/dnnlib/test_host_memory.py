"""Each allocation of the host fails in turn (host_memory.cpp): OUT_OF_MEMORY with a sentence, nothing left behind, and the call succeeds afterwards."""

import subprocess
from pathlib import Path

import pytest

from dnnlib import paths

pytestmark = pytest.mark.native


@pytest.fixture(scope="session")
def program(library_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("host_memory") / "program"
    command = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-g", "-rdynamic", "-pthread"]
    command += [f"-I{paths.ROOT / 'dnnlib' / 'include'}", str(Path(__file__).with_name("host_memory.cpp"))]
    command += [f"-L{library_folder}", "-ltpudnn", f"-Wl,-rpath,{library_folder}", "-o", str(target)]
    subprocess.run(command, check=True, timeout=300)
    return target


@pytest.mark.parametrize("what", ["calls", "open"])
@pytest.mark.parametrize("device", ["0", "1"])
def test_each_allocation_fails_once(program: Path, device: str, what: str) -> None:
    done = subprocess.run([program, device, what], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    counts = [int(line.split(": ")[1].split()[0]) for line in done.stdout.splitlines()]
    assert sum(counts) > 200, done.stdout
