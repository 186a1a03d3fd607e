"""What a run produces: plain data that travels between processes and into reports."""

from dataclasses import asdict, dataclass, field
from typing import Any

SEEDS = 2**32  # as many as a torch.Generator tells apart
PASSED, FAILED, ABSENT = "pass", "FAIL", "not on this chip"


@dataclass(frozen=True)
class Job:
    """One case to run: everything a worker needs to repeat it."""

    operator: str
    case: str
    chip: str
    dtype: str
    via: str
    seed: int

    def command(self) -> str:
        """The command line that runs this job alone."""
        return (
            f"utest_ops {self.operator} --case '{self.case}' --dtype {self.dtype}"
            f" --chip {self.chip} --via {self.via} --seed {self.seed}"
        )


@dataclass(frozen=True)
class OutputResult:
    """Metrics of one output of one case."""

    name: str
    max_diff: float
    mae: float
    tolerance: float
    passed: bool
    worst: str = ""

    @property
    def metrics(self) -> dict[str, float]:
        """As the report prints them."""
        return {"max_diff": self.max_diff, "MAE": self.mae}


@dataclass(frozen=True)
class Result:
    """How one job ended. `message` says what went wrong, `cause` the likely reason, `inputs` the file that holds the inputs."""

    job: Job
    outcome: str
    outputs: tuple[OutputResult, ...] = ()
    message: str = ""
    cause: str = ""
    inputs: str = ""
    seconds: float = 0.0
    reasons: tuple[str, ...] = field(default=())  # why an error model allows more than one rounding
    hung: bool = False  # no answer within the time limit

    def to_json(self) -> dict[str, Any]:
        """A dictionary of plain values."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> "Result":
        """The inverse of to_json."""
        outputs = tuple(OutputResult(**output) for output in data["outputs"])
        return Result(**(data | {"job": Job(**data["job"]), "outputs": outputs, "reasons": tuple(data["reasons"])}))
