"""Which operators may compute in which precision for a given loss of accuracy: a search over configurations, run by the binary on the tune set."""

from __future__ import annotations

import json
import math
import re
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .emit import environment
from .errors import ExportError
from .exporter import MANIFEST, Binary

PRECISIONS = ("f16", "bf16", "f8e4m3")
BITS = {"f32": 32, "f16": 16, "bf16": 16, "f8e4m3": 8, "f8e5m2": 8}


@dataclass(frozen=True)
class Trial:
    """One configuration, and what the binary said of it."""

    number: int
    what: str
    configuration: dict[str, str]  # operator: precision; the others as exported
    accuracy: float | None
    mae: float
    ms: float
    bits: float  # mean of the operators' precisions
    loss: float

    def admissible(self, allowed: float) -> bool:
        return self.loss <= allowed


@dataclass
class Tuning:
    chip: str
    metric: str
    allowed: float
    trials: list[Trial] = field(default_factory=list)
    best: Trial | None = None
    skipped: dict[str, str] = field(default_factory=dict)  # precision: why not

    def front(self) -> list[Trial]:
        """Trials that no other one beats in both loss and width."""
        made: list[Trial] = []
        for trial in sorted(self.trials, key=lambda each: (each.bits, each.loss)):
            if not made or trial.loss < made[-1].loss:
                made.append(trial)
        return made


class Tuner:
    """
    Lowers as many operators of `binary` as a loss of `loss` on the tune set allows: each precision for all operators first, then operator
    by operator, those first that cost least alone. The loss is that of accuracy where the tune set has labels (`metric="accuracy"`), else,
    or where `metric="mae"`, the mean absolute error against the reference of the CPU.
    """

    def __init__(
        self,
        binary: Binary,
        chip: str,
        loss: float,
        *,
        precisions: Iterable[str] = PRECISIONS,
        metric: str | None = None,
        max_trials: int = 60,
    ) -> None:
        if metric not in (None, "accuracy", "mae"):
            raise ExportError(f"no metric '{metric}'; there are accuracy and mae")
        if not loss >= 0:
            raise ExportError(f"a loss is a number from 0, not {loss}")
        self.precisions = list(precisions)
        unknown = [each for each in self.precisions if each not in BITS]
        if unknown:
            raise ExportError(f"no precision {', '.join(unknown)}; there are {', '.join(BITS)}")
        if max_trials < 2:
            raise ExportError("a search takes two trials or more")
        manifest = json.loads((binary.folder / MANIFEST).read_text(encoding="utf-8"))
        self.operators = {each["name"]: each for each in manifest["operators"] if each["compute"] in BITS}
        self.binary, self.chip, self.metric, self.max_trials = binary, chip, metric, max_trials
        self.allowed = loss
        self.tuning = Tuning(chip, metric or "accuracy", loss)

    def _takes(self, name: str, precision: str) -> bool:
        about = self.operators[name]
        narrower = BITS[precision] < BITS[about["compute"]]
        return narrower and (BITS[precision] > 8 or about["fp8"])

    def _trial(self, what: str, configuration: dict[str, str]) -> Trial:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "precision.json"
            path.write_text(json.dumps({"operators": configuration}))
            result = self.binary.test(self.chip, dataset="tune", config=path)
        if self.metric is None:
            self.metric = self.tuning.metric = "accuracy" if result.accuracy is not None else "mae"
        if self.metric == "accuracy" and result.accuracy is None:
            raise ExportError("the tune dataset has no labels; metric='mae' needs none")
        mae = max(each.mae for each in result.compare if each.reference == "the CPU")
        base = self.tuning.trials[0] if self.tuning.trials else None
        if self.metric == "mae":
            loss = mae if mae == mae else float("inf")
        else:
            loss = 0.0 if base is None else (base.accuracy or 0.0) - (result.accuracy or 0.0)
        widths = [BITS[configuration.get(name, about["compute"])] for name, about in self.operators.items()]
        trial = Trial(
            number=len(self.tuning.trials),
            what=what,
            configuration=dict(configuration),
            accuracy=result.accuracy,
            mae=mae,
            ms=result.device_ms,
            bits=sum(widths) / max(1, len(widths)),
            loss=loss,
        )
        self.tuning.trials.append(trial)
        return trial

    def _left(self) -> int:
        return self.max_trials - len(self.tuning.trials)

    def run(self) -> Tuning:
        tuning = self.tuning
        best = self._trial("as exported", {})
        if not best.admissible(self.allowed):
            raise ExportError(f"as exported the model has a loss of {best.loss:.6g}, more than {self.allowed:.6g}")
        for precision in sorted(self.precisions, key=lambda each: -BITS[each]):
            names = [name for name in self.operators if self._takes(name, precision)]
            # on top of what is known to do for the wider ones
            names = [name for name in names if best.configuration.get(name, "f32") != precision]
            if not names or self._left() < 1:
                continue
            try:
                whole = self._trial(f"all in {precision}", best.configuration | dict.fromkeys(names, precision))
            except ExportError as error:
                tuning.skipped[precision] = re.sub(r"^\S*precision\.json:\d+: ", "", str(error))
                continue
            if whole.admissible(self.allowed):
                best = self._better(best, whole)
                continue
            best = self._one_by_one(precision, names, best)
        tuning.best = best
        return tuning

    def _better(self, best: Trial, trial: Trial) -> Trial:
        return trial if (trial.bits, trial.mae) < (best.bits, best.mae) else best

    def _one_by_one(self, precision: str, names: Sequence[str], best: Trial) -> Trial:
        alone: list[tuple[float, float, str]] = []
        for name in names:
            if self._left() < len(alone) + 2:  # as many trials are left for putting them together
                break
            trial = self._trial(f"{name} in {precision}", best.configuration | {name: precision})
            if trial.admissible(self.allowed):
                alone.append((trial.loss, trial.mae, name))
        kept = dict(best.configuration)
        for _, _, name in sorted(alone):
            if self._left() < 1:
                break
            trial = self._trial(f"{name} too in {precision}", kept | {name: precision})
            if trial.admissible(self.allowed):
                kept[name] = precision
                best = self._better(best, trial)
        return best


def write_configuration(path: str | Path, tuning: Tuning) -> None:
    assert tuning.best is not None
    best = tuning.best
    lines = [
        f"# {tuning.chip}: loss {best.loss:.6g} ({tuning.metric}) on the tune set, {tuning.allowed:.6g} allowed",
        "operators:",
    ]
    lines += [f"  {name}: {precision}" for name, precision in best.configuration.items()]
    text = "\n".join(lines) if best.configuration else lines[0] + "\noperators: {}"
    Path(path).write_text(text + "\n", encoding="utf-8")


def round_numbers(low: float, high: float) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten from `low` to `high`: four to nine of them."""
    rough = (high - low) / 8
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def write_plot(path: str | Path, tuning: Tuning, title: str) -> None:
    """A page of its own, without scripts from elsewhere: loss over mean width, a point per trial."""
    width, height, left, bottom = 720, 420, 70, 50
    losses = [each.loss for each in tuning.trials if each.loss not in (float("inf"),)]
    low, high = min([0.0, *losses]), max([tuning.allowed, *losses, 1e-12]) * 1.05
    narrow, wide = min(each.bits for each in tuning.trials), max(each.bits for each in tuning.trials)
    narrow, wide = (narrow - 1, wide + 1)

    def x(bits: float) -> float:
        return left + (bits - narrow) / (wide - narrow) * (width - left - 20)

    def y(loss: float) -> float:
        return height - bottom - (min(loss, high) - low) / (high - low) * (height - bottom - 20)

    front = {each.number for each in tuning.front()}
    Path(path).write_text(
        environment()
        .get_template("tradeoff.html.jinja")
        .render(
            title=title,
            tuning=tuning,
            size=(width, height),
            frame=(left, 20, width - 20, height - bottom),
            points=[(each, x(each.bits), y(each.loss), each.number in front) for each in tuning.trials],
            line=[(x(each.bits), y(each.loss)) for each in tuning.front()],
            allowed=y(tuning.allowed),
            x_ticks=[(x(bits), bits) for bits in (8, 12, 16, 20, 24, 28, 32) if narrow <= bits <= wide],
            y_ticks=[(y(loss), loss) for loss in round_numbers(low, high)],
        ),
        encoding="utf-8",
    )


def tune(
    binary: Binary,
    chip: str,
    loss: float,
    *,
    configuration: str | Path | None = None,
    plot: str | Path | None = None,
    precisions: Iterable[str] = PRECISIONS,
    metric: str | None = None,
    max_trials: int = 60,
) -> Tuning:
    """Searches, and writes the configuration found (default: `tuned-CHIP.yaml` in the export) and the plot (`tuned-CHIP.html`)."""
    tuning = Tuner(binary, chip, loss, precisions=precisions, metric=metric, max_trials=max_trials).run()
    name = json.loads((binary.folder / MANIFEST).read_text(encoding="utf-8"))["name"]
    write_configuration(configuration or binary.folder / f"tuned-{chip}.yaml", tuning)
    write_plot(plot or binary.folder / f"tuned-{chip}.html", tuning, f"{name} on {chip}")
    return tuning
