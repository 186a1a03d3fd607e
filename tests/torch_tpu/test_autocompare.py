"""autocompare: right kernels pass, wrong ones are found, and what is left repeats them."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
import torch
from processes import run
from tests_of_tools import Net, step, wrong_kernel

from torch_tpu.tools import autocompare, calls, dump_args
from utest_ops.chips import Chip

pytestmark = [pytest.mark.torch, pytest.mark.native]
FLOATS = (torch.float32, torch.float16, torch.bfloat16)


def dtypes_of(chip: Chip) -> list[torch.dtype]:
    names = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
    return [dtype for name, dtype in names.items() if name in chip.dtypes]


def test_a_training_step_compares(device: str, chip: Chip, tmp_path: Path) -> None:
    for dtype in dtypes_of(chip):
        net = torch.nn.Sequential(Net(), torch.nn.Softmax(-1)).to(device, dtype)
        value = torch.randn(6, 8, device=device, dtype=dtype)
        with autocompare("*", failures=tmp_path) as found:
            net(value).square().mean().backward()
        assert not found.mismatches, "\n".join(map(str, found.mismatches))
        assert any(each.passed and each.operator.startswith("aten::_softmax") for each in found.compared)
        compared = {each.operator for each in found.compared if each.passed}
        assert {"aten::addmm", "aten::gelu", "aten::native_layer_norm", "aten::mm", "aten::gelu_backward"} <= compared
    assert not list(tmp_path.iterdir())


def test_a_wrong_kernel_is_found_and_repeats(device: str, chip: Chip, tmp_path: Path) -> None:
    value = torch.randn(4, 5, device=device)
    with (
        wrong_kernel("mm"),
        autocompare("mm", failures=tmp_path) as found,
        pytest.warns(RuntimeWarning, match="aten::mm"),
    ):
        value @ value.T
    (mismatch,) = found.mismatches
    assert mismatch.chip == chip.name
    assert "of 16 elements of result are wrong" in str(mismatch)
    assert "expected" in str(mismatch)
    (output,) = mismatch.verdict.outputs
    assert set(output.metrics) == {"max_diff", "MAE"}
    assert output.metrics["max_diff"] > 0.1
    # Without the planted fault the same call is right.
    again = subprocess.run(
        [sys.executable, "-m", "utest_ops", "--repeat-from", str(mismatch.saved)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith(f"aten::mm on {chip.name}: passed")


@pytest.mark.parametrize("factor", [1 + 2e-5, 1 - 2e-5])
def test_a_small_error_is_found(device: str, tmp_path: Path, factor: float) -> None:
    """A few hundred units of f32: the error model is no wide tolerance."""
    value = torch.randn(16, 16, device=device)
    for work, operator in (
        (lambda: value @ value, "mm"),
        (lambda: value.exp(), "exp"),
        (lambda: value.softmax(1), "_softmax"),
        (lambda: value.sum(0), "sum"),
    ):
        with (
            wrong_kernel(operator, factor),
            autocompare(operator, failures=tmp_path, on_mismatch=lambda _: None) as found,
        ):
            work()
        assert found.mismatches, operator


def test_raise_and_use_cpu(device: str, tmp_path: Path) -> None:
    value = torch.randn(4, 4, device=device)
    with (
        wrong_kernel("mm"),
        autocompare("mm", on_mismatch="raise", failures=tmp_path),
        pytest.raises(RuntimeError, match=r"autocompare: aten::mm"),
    ):
        value @ value
    with wrong_kernel("mm"), autocompare("mm", on_mismatch="use_cpu", failures=tmp_path), pytest.warns(RuntimeWarning):
        assert torch.equal((value @ value).cpu(), value.cpu() @ value.cpu())
    with (
        wrong_kernel("add_"),
        autocompare("add_", on_mismatch="use_cpu", failures=tmp_path),
        pytest.warns(RuntimeWarning),
    ):
        other = value.clone()
        other.add_(1)
        assert torch.equal(other.cpu(), value.cpu() + 1)
    with (
        pytest.raises(ValueError, match="on_mismatch is raise, warn, use_cpu or a function"),
        autocompare("mm", on_mismatch="ignore"),
    ):
        pass


def test_an_input_that_changes_is_found(device: str, tmp_path: Path) -> None:
    def scribble(call: calls.Call) -> None:
        call.proceed()
        call.arguments[1].zero_()

    left, right = torch.randn(3, 3, device=device), torch.randn(3, 3, device=device)
    with calls.listening(scribble, ["mm"]), autocompare("mm", failures=tmp_path, on_mismatch=lambda _: None) as found:
        left @ right
    (mismatch,) = found.mismatches
    assert "input mat2 was changed by the operator" in str(mismatch)


def test_what_a_schema_writes_may_change(device: str, tmp_path: Path) -> None:
    value, out = torch.randn(3, 3, device=device), torch.empty(3, 3, device=device)
    with autocompare("*", failures=tmp_path) as found:
        value.add_(value)
        torch.mm(value, value, out=out)
        value[1:, ::2] = 3
        value.t().mul_(2)
    assert not found.mismatches, "\n".join(map(str, found.mismatches))


def test_random_operators_are_compared_in_distribution(device: str, tmp_path: Path) -> None:
    ones = torch.ones(64, 64, device=device)
    with autocompare("*", failures=tmp_path) as found:
        torch.nn.functional.dropout(ones, 0.3)
    (dropout,) = [each for each in found.compared if "dropout" in each.operator]
    assert dropout.passed, dropout
    assert dropout.verdict.model == "in distribution"
    with (
        wrong_kernel("native_dropout", 1.2),
        autocompare("native_dropout", failures=tmp_path, on_mismatch=lambda _: None) as found,
    ):
        torch.nn.functional.dropout(ones, 0.3)
    assert "mean" in str(found.mismatches[0])


def test_calls_on_the_cpu_are_named_as_such(device: str) -> None:
    with autocompare("sort") as found:
        torch.sort(torch.randn(4, device=device))
    (only,) = found.compared
    assert only.verdict.skipped == "it ran on the CPU"


def test_nested_and_in_threads(device: str, tmp_path: Path) -> None:
    seen: list[int] = []

    def work() -> None:
        value = torch.randn(4, 4, device=device)
        for _ in range(5):
            value @ value

    with autocompare("mm", failures=tmp_path) as outer, autocompare("mm", "add", failures=tmp_path) as inner:
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seen.append(len(outer.compared))
    assert seen == [15]
    assert len(inner.compared) == 15
    assert not outer.mismatches + inner.mismatches


def test_a_step_is_the_same_under_comparison(device: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    expected = step(Net().to(device), device)
    torch.manual_seed(0)
    net = Net().to(device)
    with autocompare("*", failures=tmp_path):
        assert torch.equal(step(net, device), expected)


def test_the_variable(tmp_path: Path) -> None:
    program = f"import os; os.chdir({str(tmp_path)!r}); import torch; x = torch.ones(2, 2, device='tpu'); x @ x; x + x"
    done = run(program, TORCH_TPU_AUTOCOMPARE="mm, nothing_such")
    assert done.returncode == 0, done.stderr
    assert "autocompare: aten::mm(" in done.stderr
    assert "aten::add" not in done.stderr
    assert "no operator has a name that nothing_such matches" in done.stderr


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04"])
def test_a_file_that_is_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "utest_ops", "--repeat-from", str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "cannot repeat from" in done.stderr


@pytest.mark.parametrize(
    "work",
    [
        lambda x, d: torch.full((5,), 0.3, dtype=d, device=x.device),
        lambda x, d: x.to(d),
        lambda x, d: x.to(d).to(torch.float32),
        lambda x, d: x.to(d).clamp(-0.1, 0.1),
        lambda x, d: x.to(d).masked_fill(x > 0, 0.7),
        lambda x, d: torch.full_like(x, 0.1).to(d) == 0.1,
        lambda x, d: torch.full_like(x, 0.1).to(d) > 0.1,
        lambda x, d: torch.nn.functional.threshold(x.to(d), 0.1, 0.7),
    ],
)  # fmt: skip
def test_what_a_type_cannot_hold_is_rounded(device: str, chip: Chip, tmp_path: Path, work: Callable) -> None:
    """0.3 is no number of f32: bit by bit, but for one rounding; comparisons are those of the type."""
    value = torch.randn(50, device=device)
    with autocompare(failures=tmp_path, on_mismatch="raise") as found:
        for dtype in dtypes_of(chip):
            work(value, dtype)
    assert found.compared


def test_a_rounding_too_many_is_found(device: str, tmp_path: Path) -> None:
    def wrong(call: calls.Call) -> None:
        (result,) = call.proceed()
        result.view(torch.int32).add_(1)  # the next number

    value = torch.randn(50, device=device)
    for operator, work in (("clamp", lambda: value.clamp(-9.0, 9.0)), ("fill_", lambda: torch.full_like(value, 0.3))):
        with (
            calls.listening(wrong, [operator]),
            autocompare(operator, failures=tmp_path, on_mismatch=lambda _: None) as found,
        ):
            work()
        assert found.mismatches, operator


def test_a_move_keeps_the_sign_of_a_zero(device: str, tmp_path: Path) -> None:
    def wrong(call: calls.Call) -> None:
        (result,) = call.proceed()
        result.add_(0.0)  # -0.0 + 0.0 is 0.0

    value = torch.tensor([1.0, -0.0, 0.0], device=device)
    for planted in (False, True):
        with ExitStack() as tools:
            if planted:
                tools.enter_context(calls.listening(wrong, ["flip", "neg", "cat"]))
            found = tools.enter_context(autocompare(failures=tmp_path, on_mismatch=lambda _: None))
            value.flip(0), value.neg(), torch.cat([value, value]), value.clone(), value.relu()
        names = {each.operator for each in found.mismatches}
        if not planted:
            assert not names
        compared = {each.operator for each in found.compared if not each.verdict.skipped}
        assert names >= ({"aten::flip", "aten::neg", "aten::cat"} & compared if planted else set())
        assert not planted or "is 0, expected -0 within 0" in str(found.mismatches[0])


def test_a_folder_that_cannot_be_written(device: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    value = torch.randn(3, 3, device=device)
    for folder in (tmp_path / "file", tmp_path / "file/below"):
        with (
            wrong_kernel("mm"),
            autocompare("mm", failures=folder, on_mismatch="use_cpu") as found,
            pytest.warns(RuntimeWarning, match="not saved: "),
        ):
            assert torch.equal((value @ value).cpu(), value.cpu() @ value.cpu())
        assert found.mismatches[0].saved is None
        assert str(folder) in found.mismatches[0].not_saved


def test_patterns_that_are_no_text() -> None:
    with pytest.raises(TypeError, match="autocompare takes names of operators, not 2"), autocompare(2):  # type: ignore[arg-type]
        pass
    with pytest.raises(TypeError, match="a dump goes to a file, a function or None for stderr, not 5"), dump_args(to=5):  # type: ignore[arg-type]
        pass


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"TORCH_TPU_DUMP_ARGS": "2", "TORCH_TPU_DUMP_TO": "/proc/none/file"}, "TORCH_TPU_DUMP_ARGS has no effect"),
        ({"TORCH_TPU_DUMP_ARGS": "9"}, "TORCH_TPU_DUMP_ARGS is 0, 1, 2 or 3, not 9"),
        ({"TPUDNN_KERNEL_LOG": "/proc/none/file"}, "TPUDNN_KERNEL_LOG: no kernel log: "),
        ({"TPUDNN_KERNEL_LOG": "FOLDER/log", "TPUDNN_KERNEL_LOG_CONTENT": "yes"}, "TPUDNN_KERNEL_LOG_CONTENT is 'yes'"),
        ({"TORCH_TPU_AUTOCOMPARE": "no_such_operator"}, "no operator has a name that no_such_operator matches"),
        ({"TORCH_TPU_AUTOCOMPARE": "add", "TORCH_TPU_AUTOCOMPARE_ON_MISMATCH": "hide"}, "is raise, warn or use_cpu, not hide"),
    ],
)  # fmt: skip
def test_a_wrong_variable_is_said_and_the_device_is_there(
    variables: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    given = {name: value.replace("FOLDER", str(tmp_path)) for name, value in variables.items()}
    done = run("import torch\nprint((torch.ones(2, device='tpu') + 1).sum().item())", **given)
    assert done.stdout == "4.0\n", done.stderr
    assert sentence in done.stderr
