"""The fuzzer of the C API, in short; `make fuzz` runs the long form."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dnnlib import capi

pytestmark = pytest.mark.native

FUZZ = Path(__file__).parent / "fuzz" / "run.py"


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, FUZZ, *arguments], capture_output=True, text=True, timeout=1800)


def test_ten_thousand_calls(lib: capi.Library) -> None:
    """Every function, every chip, one thread and eight, destroyed objects too: nothing found, and valid calls succeed."""
    done = fuzz("--calls", "10000", "--seed", "ci", "-j", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    share = re.search(r"of (\d+) valid calls with a kernel ([\d.]+) % succeed", done.stdout)
    assert share, done.stdout
    assert int(share[1]) > 1500 and float(share[2]) >= 97


def test_a_crash_is_named_with_the_line_that_repeats_it(lib: capi.Library, tmp_path: Path) -> None:
    """A shard whose runtime ends the process in its first copy to the host: the driver says which call it was and how to get there again."""
    (tmp_path / "crash.c").write_text("#include <stdlib.h>\nint bm_memcpy_d2s(void) { abort(); }\n", encoding="utf-8")
    library = tmp_path / "crash.so"
    subprocess.run(["gcc", "-shared", "-fPIC", tmp_path / "crash.c", "-o", library], check=True, timeout=60)
    done = subprocess.run(
        ["env", f"LD_PRELOAD={library}", sys.executable, FUZZ, "--calls", "20", "--seed", "x", "--only", "0"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 1
    assert re.search(r"the process ended with -6", done.stdout), done.stdout + done.stderr
    assert "repeat: python tests/dnnlib/fuzz/run.py --seed x --calls 20 --only 0" in done.stdout
    assert re.search(r"^  bm_a tpudnn\w+\(", done.stdout, re.MULTILINE), done.stdout
