"""`migrate build --torch`: a PyTorch device with the operators of a converted tree, which register themselves, on every chip as device 0."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elsewhere import CHIPS, copied_example, migrate

from dnnlib.paths import ROOT, library_dir
from migrate.build.problems import error_lines, problems
from migrate.project.discovery import open_project
from utest_ops.suite import CANNOT, FAILED, HUNG, NOTHING, PASSED

pytestmark = [
    pytest.mark.native,
    pytest.mark.torch,
    pytest.mark.slow,
    pytest.mark.heavy,
    pytest.mark.skipif(not (library_dir() / "bm_a.firmware.so").exists(), reason="needs the native build: make native"),
]
OPERATORS = ("Unary.cpp", "Matmul.cpp")  # of the example tree; one that is converted takes seconds to compile

# As a legacy tree registers its operators; the second file has nothing that conversion changes. `neg.out` is the tree's own kernel, and `_copy_from`
# and the autocast fallback are what the device would register itself.
REGISTERS = """#include <torch/library.h>
#include <ATen/NamedTensorUtils.h>
#include "TPUTorchUtils.h"
namespace at
{
Tensor & mm_out_tpu ( const Tensor & self, const Tensor & mat2, Tensor & out );
Tensor & neg_out_tpu ( const Tensor & self, Tensor & out );
Tensor twice ( const Tensor & self )
{
  CHECK_TENSOR_IN_DEVICE ( self );
  auto out = empty_like ( self );
  auto status = sgdnnBinary ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( self ), tpu::TPUGenerateSgdnnTensor ( self ), 1.f,
                              tpu::TPUGenerateSgdnnTensor ( out ), 0 );
  TORCH_CHECK ( status == SG_SUCCESS );
  namedinference::propagate_names ( out, self );
  return out;
}
std::vector<Tensor> norms ( TensorList self, const Scalar & ord ) // today's operator has a data type besides
{
  std::vector<Tensor> found;
  for ( const auto & one : self ) { found.push_back ( TENSOR_TO_TPU ( TENSOR_TO_CPU ( one ).norm ( ord ) ) ); }
  return found;
}
static_assert ( OWN_MODE == 41, "a mode of the tree's argument header, which its operators pass on" );
Tensor misfit ( const Tensor & self, int64_t ) { return self; }
TORCH_LIBRARY_IMPL ( aten, TPU, m )
{
  m.impl ( "_foreach_norm.Scalar", norms );
  m.impl ( "celu", misfit );
  m.impl ( "mm.out", mm_out_tpu );
  m.impl ( "erf.out", neg_out_tpu ); // in another file as well
  m.impl ( "no_such_op.out", neg_out_tpu );
  m.impl ( "neg.out", neg_out_tpu );
}
TORCH_LIBRARY ( my_ops, m )
{
  m.def ( "twice", twice );
}
}
"""
# An operator whose declaration has a type of the tree's argument header, which ours of that name does not have.
OWN = "tpu_status_t sgdnnOwn ( tpu_resource_t resource, SgdnnTensor_t input, own_mode_t mode, SgdnnTensor_t output, bool non_blocking"
OWN_BODY = """ )
{
  SGDNN_CHECK ( mode == OWN_MODE );
  return sgdnnNeg ( resource, input, output, non_blocking );
}
"""
UNCHANGED = """#include <torch/library.h>
#include "TPUTorchUtils.h"
#include "TPUDeviceUtils.h"
#include <TPUAllocator.h>
namespace at
{
Tensor _copy_from_tpu ( const Tensor & self, const Tensor & dst, bool non_blocking )
{
  c10_tpu::TPUGuard guard ( IS_TPU_TENSOR ( dst ) ? dst.device().index() : self.device().index() );
  torch_tpu::utils::maybe_initialize_tpu ( self.device() );
  auto from = self.contiguous();
  TORCH_CHECK ( dst.is_contiguous() && self.dtype() == dst.dtype() && c10::GetTPUAllocator() != nullptr );
  IS_CPU_TENSOR ( self ) ? tpu::TPUCopyHostToDevice ( dst.data_ptr(), from.data_ptr(), dst.nbytes() )
  : IS_CPU_TENSOR ( dst ) ? tpu::TPUCopyDeviceToHost ( dst.data_ptr(), from.data_ptr(), dst.nbytes() )
  : tpu::TPUCopyDeviceToDevice ( dst.data_ptr(), from.data_ptr(), dst.nbytes() );
  return dst;
}
Tensor & erf_out_tpu ( const Tensor &, Tensor & out ) { return out; }
TORCH_LIBRARY_IMPL ( aten, PrivateUse1, m )
{
  m.impl ( "_copy_from", _copy_from_tpu );
  m.impl ( TORCH_SELECTIVE_NAME ( "erf.out" ), TORCH_FN ( erf_out_tpu ) );
}
TORCH_LIBRARY_IMPL ( _, AutocastPrivateUse1, m )
{
  m.fallback ( torch::CppFunction::makeFallthrough() );
}
}
"""
PROGRAM = """
import json, warnings
warnings.simplefilter("error")
import torch, torch_tpu
a, b = torch.randn(5, 7), torch.randn(7, 3)
x, y = a.to("tpu:0"), b.to("tpu:0")
torch_tpu.reset_fallbacks()
product, negative, twice = torch.mm(x, y).cpu(), (-x).cpu(), torch.ops.my_ops.twice(x).cpu()
torch.testing.assert_close(product, a @ b)
for dtype in (None, torch.float64):
    assert torch.allclose(torch._foreach_norm([x], dtype=dtype)[0].cpu().float(), a.norm())
assert torch.equal(negative, -a) and torch.equal(twice, a + a) and torch.equal(torch.sort(x).values.cpu(), torch.sort(a).values)
print(json.dumps({"file": torch_tpu.__file__, "devices": torch.tpu.device_count(), "chip": torch.tpu.get_device_name(0),
                  "native": torch_tpu.native_calls(), "fallbacks": {r.operator: r.calls for r in torch_tpu.fallbacks()}}))
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example tree somewhere else, in a folder with a blank in its name, with two files of its operators and their registration, by the project file that init writes."""
    folder = copied_example(tmp_path_factory.mktemp("else where"))
    for path in (folder / "native_ops").glob("*.cpp"):
        if path.name not in OPERATORS:
            path.unlink()
    modes = folder / "deps/include/sg_api/types.h"
    modes.write_text(modes.read_text().replace("\n#endif", "\ntypedef enum { OWN_MODE = 41 } own_mode_t;\n#endif"))
    header, source = folder / "sgdnn/include/sgdnn_api.h", folder / "sgdnn/src/sgdnn.cpp"
    header.write_text(
        header.read_text().replace(
            "\n#if defined(__cplusplus)\n}", f"\n{OWN} = true );\n\n#if defined(__cplusplus)\n}}"
        )
    )
    source.write_text(source.read_text() + OWN + OWN_BODY)
    (folder / "native_ops/Registers.cpp").write_text(REGISTERS)
    (folder / "native_ops/Unchanged.cpp").write_text(UNCHANGED)
    migrate(folder, "init", ".")
    migrate(folder, "convert", ".", "--no-compile")
    return folder


@pytest.fixture(scope="module")
def prefix(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was built, moved away: nothing of it leads back."""
    text = migrate(tree, "build", "--torch")
    built = tree / "migrated/built"
    assert f"PyTorch: PYTHONPATH={built}/python" in text
    assert "Overriding a previously registered kernel" in text and "operator: aten::erf.out" in text
    assert "the kernel of celu does not fit PyTorch's operator" in text
    assert "the kernel of aten::no_such_op.out is never called" in text and "of my_ops" not in text
    return shutil.copytree(built, tmp_path_factory.mktemp("moved") / "built", symlinks=True)


def used(prefix: Path, folder: Path, program: str, chip: str) -> subprocess.CompletedProcess[str]:
    """The program with what was built, in `folder`."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TPU", "LD_", "TORCH"))}
    environment |= {"PYTHONPATH": f"{prefix}/python", "TPUDNN_CHIPS": chip}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("chip", CHIPS)
def test_the_trees_operators_run_on_every_chip_as_device_0(prefix: Path, chip: str) -> None:
    done = used(prefix, prefix, PROGRAM, chip)
    assert done.returncode == 0, done.stdout + done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert Path(said["file"]).is_relative_to(prefix) and said["devices"] == 1 and chip in said["chip"], said
    assert said["native"]["aten::mm.out"] == said["native"]["aten::neg.out"] == said["native"]["my_ops::twice"] == 1, (
        said
    )
    assert said["native"]["aten::_copy_from"] >= 4, said  # the tree's own, which takes the place of the device's
    assert (
        said["native"]["aten::_foreach_norm.Scalar"] == 2 and said["fallbacks"].pop("aten::_foreach_norm.Scalar") == 1
    ), said
    assert said["fallbacks"] and all(name.startswith("aten::sort") for name in said["fallbacks"]), said
    assert "the kernel of celu does not fit PyTorch's operator, which runs on the CPU" in done.stderr


TOOLS = """
import sys, warnings
from pathlib import Path
warnings.simplefilter("error")
import torch, torch_tpu
from torch_tpu import tools
x = torch.randn(4, 4).to("tpu:0")
def step():
    return -torch.mm(x, x)
right = step().cpu()
reports = []
with tools.autocompare(say=reports.append):
    step()
reports = [str(report) for report in reports if ": pass" in str(report)]
assert any("aten::mm" in report for report in reports) and any("aten::neg" in report for report in reports), reports
dumped = []
with tools.dump_args(level=1, to=dumped.append):
    step()
assert "tpudnnMatmulAsync" in "".join(dumped), dumped
with tools.chart("mm", "neg") as chart:
    step()
chart.save("chart.json")
with tools.route("chart.json", check=True):
    assert torch.equal(step().cpu(), right)
with tools.kernel_log.enable("log.jsonl", content=True):
    step()
report = tools.kernel_log.replay("log.jsonl")
assert report.launches >= 2 and report.equal >= 2 and not report.differences, report
with tools.profiler.region():
    torch.sort(step())
stats = str(tools.profiler.stats(["ExecTime", "Kernels", "Unimpl"]))
assert "matmul" in stats and stats.splitlines()[-1].endswith("aten::sort.values_stable"), stats
torch_tpu.reset_fallbacks()
with tools.forced_fallback("mm", "mm.out"):
    step()
assert [record.operator for record in torch_tpu.fallbacks()][:1] in (["aten::mm"], ["aten::mm.out"]), torch_tpu.fallbacks()
weight = torch.nn.Parameter(x.clone())
bisected = tools.bisect(lambda: (-torch.mm(x, weight)).abs().sum(), 1e-3)
assert "first wrong result: none" in str(bisected), bisected
graph = torch_tpu.graph(step)
assert torch.equal(graph().cpu(), right) and "matmul" in str(graph)
print("fine")
"""


@pytest.mark.parametrize("chip", CHIPS)
def test_the_tools_see_the_trees_operators(prefix: Path, tmp_path: Path, chip: str) -> None:
    done = used(prefix, tmp_path, TOOLS, chip)
    assert done.returncode == 0 and done.stdout == "fine\n", done.stdout + done.stderr


SUITE = {
    "passes": ("mm(self, a, b): return torch.mm(a, b)", "{'f32': 1e-4}", PASSED),
    "passes_on_the_cpu": ("mm(self, a, b): return torch.mm(a, b).sort().values", "{'f32': 1e-4}", PASSED),
    "off": ("mm(self, a, b): return torch.mm(a, b)", "{}", NOTHING),
    "fails": (
        "mm(self, a, b): return a if a.device.type == 'cpu' else torch.ops.my_ops.twice(a)",
        "{'f32': 1e-4}",
        FAILED,
    ),
    "asks_too_much": ("mm(self, a, b): return torch.rand(2).to(a.device)", "{'f32': 1e-30}", CANNOT),
    "needs": ("mm(self, a, b): import no_such_package", "{'f32': 1}", CANNOT),
    "hangs": ("mm(self, a, b): import time; time.sleep(600)", "{'f32': 1}", HUNG),
}
TEST = """import torch
import torch.nn as nn
from top_utest import Tester_Basic
class Module(nn.Module):
    def {body}
    forward = mm
if __name__ == "__main__":
    epsilon = {epsilon}
    tester = Tester_Basic(__file__, {{"bm1684x": len(epsilon), "sg2260": len(epsilon)}}, torch.device("tpu:0"), ["max_diff", "MAE"],
                          {{"bm1684x": epsilon, "sg2260": epsilon}})
    tester.Torch_Test_Execution_Function(Module(), [[torch.rand(4, 6), torch.rand(6, 5)]])
"""


def test_a_trees_own_tests_run_on_its_own_extension(prefix: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    shutil.copy(ROOT / "examples/legacy/utest_ops/top_utest.py", folder)
    for name, (body, epsilon, _) in SUITE.items():
        (folder / f"{name}.py").write_text(TEST.format(body=body, epsilon=epsilon))
    command = [sys.executable, "-m", "utest_ops", "--suite", str(folder), "--extension", str(prefix), "--chip", "all"]
    done = subprocess.run(
        [*command, "--timeout", "30", "-j", "2", "--json", str(tmp_path / "r.json")],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    tests = json.loads((tmp_path / "r.json").read_text())["tests"]
    assert {t["chip"] for t in tests} == set(CHIPS), "`all` are the chips that the tree was built for"
    found = {(t["test"], t["chip"]): t for t in tests}
    kinds = {name: {found[name, chip]["kind"] for chip in CHIPS} for name in SUITE}
    assert kinds == {name: {kind} for name, (_, _, kind) in SUITE.items()}, done.stdout
    for chip in CHIPS:
        passes, sorts = found["passes", chip], found["passes_on_the_cpu", chip]
        assert passes["native"]["aten::mm.out"] == 1 and not passes["fallbacks"], passes
        assert passes["outputs"][0]["metrics"]["max_diff"] < 1e-4
        assert any("sort" in name for name in sorts["fallbacks"]), sorts


def test_a_package_that_cannot_be_imported_is_not_installed(tree: Path, prefix: Path) -> None:
    source, out = tree / "native_ops/Again.cpp", tree / "migrated"
    converted = out / "torch_tpu" / source.relative_to(tree)
    before = (out / "built/python/torch_tpu/_C.so").read_bytes()
    source.write_text('#include <torch/library.h>\nTORCH_LIBRARY ( my_ops, m ) { m.def ( "one() -> int" ); }\n')
    migrate(tree, "convert", ".", "--no-compile")
    text = migrate(tree, "build", "--torch", code=1)
    assert "the step import failed; nothing was installed" in text and "Only a single TORCH_LIBRARY can be used" in text
    assert "ended by SIGABRT" in text and (out / "built/python/torch_tpu/_C.so").read_bytes() == before
    own = converted.with_name("Own.cpp")
    own.write_text("neither compiled")
    source.unlink()
    text = migrate(tree, "build", "--torch")  # without what is left of it until the next conversion
    assert "Again.cpp, torch_tpu/native_ops/Own.cpp: not built" in text and converted.is_file()
    own.unlink()
    migrate(tree, "convert", ".", "--no-compile")
    assert not converted.exists()


def test_what_a_command_line_says_of_its_error_is_shown() -> None:
    said = "\n".join(
        ["[1/2] Building", "FAILED: x.o", "g++ -x", "g++: error: blank: No such file", *["[2/2] Building"] * 30]
    )
    assert error_lines(said) == ["g++: error: blank: No such file"]
    assert error_lines("/usr/bin/ld: cannot find -lx\ncollect2: error: ld returned 1\n") == [
        "/usr/bin/ld: cannot find -lx",
        "collect2: error: ld returned 1",
    ]
    assert error_lines("\n".join(map(str, range(30)))) == [str(n) for n in range(20, 30)]


def test_an_error_in_an_operator_names_the_legacy_file(tree: Path) -> None:
    out = tree / "migrated"
    said = f"{out}/torch_tpu/native_ops/Unary.cpp:7:3: error: no such thing\n"
    (found,) = problems(said, open_project(str(tree / "migrate.yaml"), None), out)
    assert str(found) == "torch_tpu/native_ops/Unary.cpp:7:3: no such thing (from native_ops/Unary.cpp)"


def test_without_operators_there_is_nothing_to_build(tree: Path, tmp_path: Path) -> None:
    out = shutil.copytree(
        tree / "migrated", tmp_path / "out", ignore=shutil.ignore_patterns("built", ".build", "torch_tpu")
    )
    text = migrate(tree, "build", "--torch", "--out", str(out), code=2)
    assert "has no converted PyTorch operators" in text and "without --torch the library alone is built" in text


CANNOT_PASS = {
    "assignment",
    "llama_mlp",
    "llama_rmsnorm",
    "mlp",
    "resnet",
    "utest_cmd",
    "slice",
    "batchnorm",
    "conv",
    "entropy_loss",
}


@pytest.mark.skipif("LEGACY_TREE" not in os.environ, reason="LEGACY_TREE names no checkout of the public legacy tree")
def test_the_public_trees_tests_on_its_own_operators(tmp_path: Path) -> None:
    """Takes half an hour. docs/real-tree.md has the table."""
    tree = Path(os.environ["LEGACY_TREE"]).resolve()
    project = ["--project", str(ROOT / "examples/projects/torch-tpu.yaml"), "--root", str(tree), "--out", str(tmp_path)]
    migrate(tree, "convert", *project, "--no-compile", "-q", ".")
    migrate(tree, "build", *project, "--torch", "-j", "2")
    suite = ["--suite", str(tree / "python/utest_ops"), "--suite", str(tmp_path / "utest_ops/legacy"), "--chip", "all"]
    command = [sys.executable, "-m", "utest_ops", *suite, "--extension", str(tmp_path / "built")]
    done = subprocess.run(
        [*command, "--json", str(tmp_path / "r.json")], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    tests = json.loads((tmp_path / "r.json").read_text())["tests"]
    assert len(tests) == 112 and {t["test"] for t in tests if t["kind"] != PASSED} <= CANNOT_PASS, done.stdout
    assert set().union(*(t["fallbacks"] for t in tests)) == {"aten::var_mean.correction"}, (
        "a tree's operator ran on the CPU"
    )
