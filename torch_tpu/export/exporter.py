"""ModelExporter: a module and its datasets become a folder of C++, weights and data, and a binary without Python."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from . import build as building
from .dataset import Samples, write_tensor
from .emit import render, write_weights
from .errors import ExportError
from .lowering import rows
from .program import OperatorInfo, Program
from .program import build as build_program
from .trace import DynamicShapes, Trace, trace

RUNTIME = Path(__file__).with_name("runtime")
MANIFEST = "export.json"
RANGE_BATCHES = 4  # of the tune set, that the ranges of FP8 operands are taken from


@dataclass(frozen=True)
class Comparison:
    output: int
    reference: str
    max_diff: float
    mae: float
    different: int


@dataclass(frozen=True)
class Result:
    """What `binary test` found."""

    text: str
    accuracy: float | None
    ms: float
    device_ms: float
    samples: int
    batches: int
    compare: tuple[Comparison, ...]


class Binary:
    """An exported model's binary, run as a process of its own."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self.folder = path, folder

    def run(self, *arguments: str | os.PathLike[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(self.path), *map(str, arguments)], capture_output=True, text=True, check=False)

    def test(
        self,
        chip: str,
        *,
        dataset: str = "test",
        config: str | Path | None = None,
        compare: bool = True,
        batch_size: int | None = None,
    ) -> Result:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            words: list[str | Path] = ["test", "--chip", chip, "--dataset", dataset, "--json", report]
            words += ["--config", config] if config is not None else []
            words += ["--compare"] if compare else []
            words += ["--batch-size", str(batch_size)] if batch_size is not None else []
            done = self.run(*words)
            if done.returncode != 0:
                raise ExportError(
                    done.stderr.strip().removeprefix("error: ") or f"{self.path} ended with {done.returncode}"
                )
            found = json.loads(report.read_text())
        return Result(
            text=done.stdout,
            accuracy=found.get("accuracy"),
            ms=float(found["ms"]),
            device_ms=float(found["device_ms"]),
            samples=found["samples"],
            batches=found["batches"],
            compare=tuple(
                Comparison(
                    each["output"], each["reference"], float(each["max_diff"]), float(each["MAE"]), each["different"]
                )
                for each in found["compare"]
            ),
        )


def _chips() -> list[tuple[str, torch.device]]:
    return [
        (torch.tpu.get_device_name(number), torch.device("tpu", number)) for number in range(torch.tpu.device_count())
    ]


@contextmanager
def _without_fast_path() -> Iterator[None]:
    """PyTorch's transformer layers have one operator for all of them in inference, which these devices leave to the CPU."""
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        yield
    finally:
        torch.backends.mha.set_fastpath_enabled(before)


def _flat_outputs(made: Any) -> list[torch.Tensor]:
    leaves = torch.utils._pytree.tree_leaves(made)
    return [each for each in leaves if isinstance(each, torch.Tensor)]


def _largest(tensor: torch.Tensor) -> float:
    numbers = tensor.detach().cpu().abs()
    finite = numbers[numbers.isfinite()]
    return finite.max().item() if finite.numel() else 0.0


class ModelExporter:
    """
    Exports `module`, in evaluation mode, with the datasets `tune` and `test` into `output_dir`.

    A dataset is a BinDataset, or any torch.utils.data.Dataset with a length whose samples are `(input, label)`, `((input, ...), label)`,
    `(input,)` or an input. `dynamic_shapes`, as {input: {dimension: name}}, lets other dimensions than the batch have any extent.
    `references` are the devices whose eager outputs `--compare` compares with: "cpu", and names of chips; by default the CPU and all chips.
    """

    def __init__(
        self,
        module: torch.nn.Module,
        tune_dataset: Any,
        test_dataset: Any,
        output_dir: str | Path,
        *,
        name: str | None = None,
        dynamic_shapes: DynamicShapes | None = None,
        references: Iterable[str] | None = None,
        replace: bool = False,
    ) -> None:
        self.module = module
        self.datasets = {"tune": Samples(tune_dataset, "tune"), "test": Samples(test_dataset, "test")}
        self.output_dir = Path(output_dir)
        self.name = name or type(module).__name__
        self.dynamic_shapes: DynamicShapes = dynamic_shapes or {}
        self.references = None if references is None else list(references)
        self.replace = replace
        self.batch_size = 0
        self.program: Program | None = None
        self._check_folder()
        self._check_datasets()

    def _check_folder(self) -> None:
        if not self.output_dir.exists():
            return
        if not self.output_dir.is_dir():
            raise ExportError(f"{self.output_dir} is a file")
        if any(self.output_dir.iterdir()):
            if not self.replace:
                raise ExportError(f"{self.output_dir} exists; replace=True replaces an export")
            if not (self.output_dir / MANIFEST).is_file():
                raise ExportError(f"{self.output_dir} is no export (it has no {MANIFEST}) and is not replaced")

    def _check_datasets(self) -> None:
        tune, test = self.datasets["tune"], self.datasets["test"]
        kinds = [[(each.dtype, tuple(each.shape)) for each in samples.first_inputs] for samples in (tune, test)]
        if [dtype for dtype, _ in kinds[0]] != [dtype for dtype, _ in kinds[1]]:
            raise ExportError(f"the samples of the tune dataset are {kinds[0]}, of the test dataset {kinds[1]}")

    def generate(self, batch_size: int = 32) -> ModelExporter:
        """Writes program, weights, data and references. Nothing is left in `output_dir` where it fails."""
        if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size < 1:
            raise ExportError(f"batch_size is a number from 1, not {batch_size!r}")
        self._check_folder()
        self.batch_size = batch_size
        with _without_fast_path():
            self._generate(batch_size)
        return self

    def _generate(self, batch_size: int) -> None:
        samples = self.datasets["test"]
        traced = trace(
            self.module,
            samples.batch(0, batch_size),
            samples.batch(0, max(2, batch_size)),
            self.dynamic_shapes,
            rows().keys(),
        )
        self.program = build_program(traced)
        self.output_dir.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{self.output_dir.name}.", dir=self.output_dir.parent))
        try:
            self._write(made, traced, self.program)
            made.chmod(0o755)
            if self.output_dir.exists():
                shutil.rmtree(self.output_dir)
            made.rename(self.output_dir)
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def _write(self, folder: Path, traced: Trace, program: Program) -> None:
        (folder / "model.cpp").write_text(
            render(program, self.name, self.batch_size, self._ranges(traced, program)), encoding="utf-8"
        )
        shutil.copytree(RUNTIME, folder / "runtime")
        write_weights(folder / "weights.bin", program.weights)
        (folder / "precision.yaml").write_text(_default_configuration(program.operators), encoding="utf-8")
        for name, samples in self.datasets.items():
            samples.write(folder / name)
            self._references(folder / name / "reference", samples, program)
        manifest = {
            "format": 1,
            "name": self.name,
            "batch_size": self.batch_size,
            "any_batch": program.batch is None,
            "operators": [_manifest_row(each) for each in program.operators],
        }
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")

    def _references(self, folder: Path, samples: Samples, program: Program) -> None:
        devices = [("cpu", torch.device("cpu")), *_chips()]
        unknown = [each for each in self.references or [] if each not in dict(devices)]
        if unknown:
            raise ExportError(
                f"references: no device {', '.join(unknown)}; there are {', '.join(name for name, _ in devices)}"
            )
        for name, device in devices:
            if self.references is not None and name not in self.references:
                continue
            module = copy.deepcopy(self.module).eval().to(device)
            parts: list[list[torch.Tensor]] = [[] for _ in program.outputs]
            for first in range(0, samples.count, self.batch_size):
                count = min(self.batch_size, samples.count - first)
                batch = samples.batch(first, count if program.batch is None else program.batch)
                with torch.no_grad():
                    outputs = _flat_outputs(module(*(each.to(device) for each in batch)))
                for number, output in enumerate(outputs):
                    parts[number].append(output[:count].cpu())
            (folder / name).mkdir(parents=True)
            for number, part in enumerate(parts):
                write_tensor(folder / name / f"output{number}.bin", torch.cat(part))

    def _ranges(self, traced: Trace, program: Program) -> Mapping[str, Sequence[float]]:
        """The largest numbers in the operands of each product that may be in FP8, over some of the tune set."""
        wanted: dict[torch.fx.Node, list[tuple[str, int]]] = {}
        for each in program.operators:
            for side, operand in enumerate(each.operands):
                wanted.setdefault(operand, []).append((each.name, side))
        if not wanted:
            return {}
        ranges: dict[str, list[float]] = {each.name: [0.0, 0.0] for each in program.operators if each.operands}

        class Recorder(torch.fx.Interpreter):
            def run_node(self, n: torch.fx.Node) -> Any:
                value = super().run_node(n)
                for name, side in wanted.get(n, ()):
                    ranges[name][side] = max(ranges[name][side], _largest(value))
                return value

        exported, samples = traced.exported, self.datasets["tune"]
        state = {**exported.constants, **exported.state_dict}
        fixed = [state[spec.target] for spec in exported.graph_signature.input_specs if spec.target is not None]
        rows_at_once = program.batch or self.batch_size
        for first in range(0, min(samples.count, RANGE_BATCHES * rows_at_once), rows_at_once):
            count = rows_at_once if program.batch is not None else min(rows_at_once, samples.count - first)
            batch = [each.to("tpu") for each in samples.batch(first, count)]
            with torch.no_grad():
                Recorder(exported.graph_module, garbage_collect_values=True).run(*fixed, *batch)
        return ranges

    def compile(self, binary: str | Path) -> Binary:
        """Compiles the generated program with the runtime against libtpudnn."""
        if not (self.output_dir / MANIFEST).is_file():
            raise ExportError(f"{self.output_dir} has no program: generate() first")
        building.build(self.output_dir, Path(binary))
        return Binary(Path(binary).resolve(), self.output_dir)


def _manifest_row(each: OperatorInfo) -> dict[str, Any]:
    return {
        "name": each.name,
        "aten": each.aten,
        "place": each.place,
        "compute": each.compute,
        "fp8": each.fp8,
        "bits": each.bits,
    }


FLOATS = ("f32", "f16", "bf16")


def _default_configuration(operators: Sequence[OperatorInfo]) -> str:
    lines = [
        "# The precision of each operator: f32, f16, bf16, and f8e4m3 or f8e5m2 where the chip has a kernel. Read by --config.",
        '# Names may be patterns (* and ?); the last line that fits an operator counts. `default: f16` is short for "*".',
        "operators:",
    ]
    lines += [f"  {each.name}: {each.compute}" for each in operators if each.compute in FLOATS]
    return "\n".join(lines) + "\n"
