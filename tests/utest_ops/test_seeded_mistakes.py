"""Mistakes that a migration can make, seeded into copies of migrated operators: utest_ops catches each and names its cause."""

import json
import os
import re
import subprocess
import sys

import pytest
from mutant import Mistake, seed

pytestmark = pytest.mark.native


def forgotten(operator, file, function, tensor):
    """The kernel gets a virtual address."""
    edit = (f"pimpl->virtToPhys({tensor}.addr)", f"reinterpret_cast<uint64_t>({tensor}.addr)")
    said = rf"DEVICE_FAULT.*tpu_kernel_api.*{tensor}_global_addr.*0x.*virtToPhys is missing"
    return Mistake("virt_to_phys_forgotten", operator, file, (edit,), said, function=function)


def doubled(operator, file, function, tensor):
    """A physical address is translated once more."""
    once = f"pimpl->virtToPhys({tensor}.addr)"
    edit = (once, f"pimpl->virtToPhys(reinterpret_cast<void *>({once}))")
    return Mistake("virt_to_phys_twice", operator, file, (edit,), r"0x.*translated twice", function=function)


def dropped(operator, file, function, chip):
    """One chip's branch is gone."""
    edit = (f'pimpl->follows("{operator}", "{chip}")', "false")
    said = r"NOT_SUPPORTED.*chip's branch was dropped"
    return Mistake("branch_dropped", operator, file, (edit,), said, (chip,), function)


def swapped(operator, file, function, one, other, said="two operands swapped"):
    """Two fields of the argument struct change places."""
    first, second = f"api.{one}_global_addr =", f"api.{other}_global_addr ="
    edits = ((first, "api.third ="), (second, first), ("api.third =", second))
    return Mistake("operands_swapped", operator, file, edits, said, function=function)


def table(name, operator, chip, said, *edits):
    """A row of a chip's kernel table is wrong."""
    return Mistake(name, operator, f"{chip}.kernels", edits, said, (chip,))


MATMUL = ("matmul", "Matmul.cpp", "tpudnnMatmulAsync")
LAYERNORM = ("layernorm", "Normalization.cpp", "tpudnnLayernormAsync")
NONZERO = ("nonzero", "Index.cpp", "tpudnnNonzeroAsync")
NORM2 = ("norm2", "Normalization.cpp", "tpudnnNorm2Async")

STRUCT = r"(struct|layout).*wrong struct or wrong kernel table row"
FREED = r"DEVICE_FAULT.*freed.*freed before its kernel ran"
CORES = r"cores? of the launch are not those the kernel declares"

NO_WAIT = """{
            float sums[8] = {0}, total = 0;
            TPUDNN_SAFE_CALL(tpudnnMemcpyD2HAsync(handle, sums, dev_mem, sizeof(sums)));WAIT
            for (float sum : sums) total += sum;
            total = __builtin_sqrtf(total);
            TPUDNN_SAFE_CALL(tpudnnMemcpyH2D(handle, output.addr, &total, sizeof(total)));
        }
        memory.free(dev_mem);"""
FREE = "memory.free(dev_mem);"
LAUNCH_NORM2 = 'TPUDNN_SAFE_CALL(pimpl->launchKernel("norm2", &api, sizeof(api)));'

MISTAKES = [
    forgotten(*MATMUL, "right"),
    forgotten(*LAYERNORM, "weight"),
    forgotten(*NONZERO, "output"),
    forgotten(*NORM2, "input"),
    doubled(*MATMUL, "right"),
    doubled(*LAYERNORM, "input"),
    doubled(*NONZERO, "num"),
    doubled(*NORM2, "output"),
    dropped(*MATMUL, "sg_b"),
    dropped(*NONZERO, "bm_a"),
    dropped(*NORM2, "sg_b"),
    Mistake(
        "read_without_waiting",
        NORM2[0],
        NORM2[1],
        ((FREE, NO_WAIT.replace("WAIT", "")),),
        r"read before the kernel ran",
        ("sg_b",),
        NORM2[2],
    ),
    Mistake(
        "wrong_struct",
        MATMUL[0],
        MATMUL[1],
        (('"bm_a"', '"other"'), ('"sg_b"', '"bm_a"'), ('"other"', '"sg_b"')),
        STRUCT,
        function=MATMUL[2],
    ),
    Mistake(
        "wrong_struct",
        NONZERO[0],
        NONZERO[1],
        (
            ("sg_api_nonzero_multi_core_t api = {};", "sg_api_nonzero_t api = {};"),
            ("api.num_buffer_global_addr = pimpl->virtToPhys(num_buffer_mem);", ""),
        ),
        STRUCT,
        ("sg_b",),
        NONZERO[2],
    ),
    Mistake(
        "wrong_struct",
        NORM2[0],
        NORM2[1],
        (
            ("sg_api_norm2_multi_core_t api = {};", "sg_api_norm2_t api = {};"),
            ("api.buffer_global_addr = pimpl->virtToPhys(dev_mem);", ""),
        ),
        STRUCT,
        ("sg_b",),
        NORM2[2],
    ),
    Mistake(
        "temporary_freed_early",
        NORM2[0],
        NORM2[1],
        (
            (
                "api.buffer_global_addr = pimpl->virtToPhys(dev_mem);",
                f"api.buffer_global_addr = pimpl->virtToPhys(dev_mem); {FREE}",
            ),
        ),
        FREED,
        ("sg_b",),
        NORM2[2],
    ),
    Mistake(
        "temporary_freed_early",
        NONZERO[0],
        NONZERO[1],
        (
            (
                "api.index_global_addr = pimpl->virtToPhys(index_mem);",
                "api.index_global_addr = pimpl->virtToPhys(index_mem); memory.free(index_mem); index_mem = nullptr;",
            ),
        ),
        FREED,
        function=NONZERO[2],
    ),
    Mistake(
        "temporary_freed_early",
        MATMUL[0],
        MATMUL[1],
        (("api.batch = 1;", "api.batch = 1; memory.free(left_mem); left_mem = nullptr;"),),
        FREED,
        ("bm_a",),
        MATMUL[2],
    ),
    swapped(*MATMUL, "left", "right"),
    swapped(*LAYERNORM, "weight", "bias"),
    swapped(*NORM2, "input", "output", r"past an allocation"),
    table(
        "wrong_core_count", "matmul", "sg_b", CORES, ("_matmul_multi_core\tcores=all", "_matmul_multi_core\tcores=1")
    ),
    table("wrong_core_count", "norm2", "sg_b", CORES, ("_norm2_multi_core\tcores=all", "_norm2_multi_core\tcores=1")),
    table(
        "wrong_core_count", "nonzero", "sg_b", CORES, ("_nonzero_multicore\tcores=1", "_nonzero_multicore\tcores=all")
    ),
    table(
        "wrong_row",
        "matmul",
        "bm_a",
        r"another kernel's symbol",
        ("matmul\tsymbol=tpu_kernel_api_batch_matmul", "matmul\tsymbol=tpu_kernel_api_softmax"),
    ),
    table("wrong_row", "layernorm", "sg_b", STRUCT, ("api_layernorm_multi_core", "api_layernorm_backward_multi_core")),
    table("wrong_row", "norm2", "bm_a", r"firmware does not have", ("api_norm2\t", "api_norm2_multi_core\t")),
    table("branch_dropped", "layernorm", "bm_a", r"NOT_SUPPORTED.*row is missing", ("\nlayernorm\t", "\nlayer_norm\t")),
]


def run(operator, library, folder):
    """Run an operator's cases with a library on the two chips whose forms the mistakes are of; give exit code and results."""
    report = folder / "results.json"
    words = [
        operator,
        "--chip",
        "bm_a,sg_b",
        "--via",
        "capi",
        "--json",
        str(report),
        "--failures",
        str(folder / "failures"),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "utest_ops", *words],
        env=os.environ | {"TPUDNN_LIBRARY_DIR": str(library)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert report.exists(), done.stdout + done.stderr
    return done.returncode, json.loads(report.read_text())["results"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: f"{m.name}-{m.operator}-{m.file.split('.')[0]}")
def test_a_seeded_mistake_is_caught_and_named(mistake, tmp_path):
    library = tmp_path / "lib"
    library.mkdir()
    code, results = run(mistake.operator, seed(mistake, library), tmp_path)
    failed = [r for r in results if r["outcome"] == "FAIL"]
    assert code == 1 and failed, "the mistake was not noticed"
    for chip in mistake.chips:
        sentences = [f"{r['message']} {r['cause']}" for r in failed if r["job"]["chip"] == chip]
        assert any(re.search(mistake.said, sentence) for sentence in sentences), (
            f"on {chip} nothing says {mistake.said!r}; it says {sorted(set(sentences))[:3]}"
        )
    others = [r for r in failed if r["job"]["chip"] not in mistake.chips]
    assert not others, f"a chip without the mistake fails: {others[0]}"


def test_the_read_that_waits_passes(tmp_path):
    """What read_without_waiting seeds is right but for the wait: with it, f32 passes."""
    waits = Mistake(
        "",
        NORM2[0],
        NORM2[1],
        ((FREE, NO_WAIT.replace("WAIT", "TPUDNN_SAFE_CALL(pimpl->synchronize());")),),
        "",
        (),
        NORM2[2],
    )
    library = tmp_path / "lib"
    library.mkdir()
    _, results = run("norm2", seed(waits, library), tmp_path)
    assert all(r["outcome"] == "pass" for r in results if r["job"]["dtype"] == "f32")
