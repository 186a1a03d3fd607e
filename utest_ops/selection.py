"""From the command line's words to jobs."""

from collections.abc import Sequence

from utest_ops.chips import find_chips
from utest_ops.discover import find_operators, load_cases
from utest_ops.dtypes import find_dtypes
from utest_ops.errors import UsageError
from utest_ops.result import Job
from utest_ops.via import VIAS


def select_jobs(
    operators: list[str], chips: list[str], dtypes: str | None, via: str, cases: list[str], seeds: Sequence[int]
) -> list[Job]:
    """The jobs wanted, by operator, chip, case, dtype and seed. A selection that leaves nothing is wrong use."""
    if via not in VIAS:
        raise UsageError(f"unknown path '{via}'; there are {', '.join(VIAS)}")
    names = find_operators(operators)
    wanted_chips = find_chips(chips)
    wanted_dtypes = find_dtypes(dtypes)
    jobs: list[Job] = []
    there_are: set[str] = set()
    tested: set[str] = set()
    for operator in names:
        loaded = [case for case in load_cases(operator) if (case.torch is not False if via == "torch" else case.capi)]
        there_are.update(case.id for case in loaded)
        for chip in wanted_chips:
            for case in loaded:
                tested.update(case.dtypes)
                if cases and case.id not in cases:
                    continue
                for dtype in case.dtypes:
                    if wanted_dtypes is None or dtype in wanted_dtypes:
                        jobs += [Job(operator, case.id, chip.name, dtype, via, seed) for seed in seeds]
    for case in cases:
        if case not in there_are:
            raise UsageError(
                f"{', '.join(names)}: no case '{case}' via {via}; there are {', '.join(sorted(there_are))}"
            )
    if not jobs:
        asked = f"dtype {dtypes}" if dtypes else f"via {via}"
        has = f"tested dtypes: {', '.join(sorted(tested))}" if tested else "nothing is reachable that way"
        raise UsageError(f"{', '.join(names)} has no case for {asked}; {has}")
    return jobs
