"""`make bench`: every figure beside its baseline, taken in the same run on the same machine.

Whole processes are timed from outside (wall and CPU seconds, median of RUNS after one warm-up); calls are timed in process.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import copies
import yaml

ROOT = Path(__file__).resolve().parent.parent
MIGRATE = [sys.executable, "-m", "migrate.cli"]


@dataclass(frozen=True)
class Figure:
    """One line of the table: what, how long (seconds, median), CPU seconds, and the ratio to its baseline."""

    section: str
    what: str
    wall: float
    cpu: float | None = None
    ratio: float | None = None
    baseline: str = ""


class Failed(Exception):
    """A command that is timed did not do what its time would be of."""


def run_once(command: list[str], cwd: Path, codes: tuple[int, ...] | None = None) -> tuple[float, float, float]:
    """Wall and CPU seconds of a whole process with its children, and its own largest memory in MB. `codes`: exit codes that will do."""
    environment = {
        k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"
    }  # compiled once, as when installed
    environment["CCACHE_DISABLE"] = "1"  # a compiler that is timed compiles, whatever stands before it on PATH
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, cwd=cwd, env=environment, stdout=subprocess.DEVNULL, stderr=said)
        _, status, own = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        code = process.returncode = os.waitstatus_to_exitcode(status)
        if code < 0 or code == 127 or (codes is not None and code not in codes):
            said.seek(0)
            first = said.read(2000).decode("utf-8", "replace").strip().partition("\n")[0]
            raise Failed(f"{' '.join(command)} ended with {code}, so its time says nothing{': ' * bool(first)}{first}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, own.ru_maxrss / 1024


def timed_process(
    command: list[str],
    runs: int,
    cwd: Path = ROOT,
    setup: Callable[[], None] | None = None,
    codes: tuple[int, ...] | None = None,
) -> tuple[float, float]:
    """Median wall and CPU seconds of a whole process. `codes`: exit codes that will do; without, a signal alone does not."""
    walls, cpus = [], []
    for run in range(runs + 1):
        if setup:
            setup()
        wall, cpu, _ = run_once(command, cwd, codes)
        if run:
            walls.append(wall)
            cpus.append(cpu)
    return statistics.median(walls), statistics.median(cpus)


def timed_call(call: Callable[[], object], repeat: int) -> float:
    """Median seconds of one call over seven rounds of `repeat` calls."""
    call()
    rounds = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(repeat):
            call()
        rounds.append((time.perf_counter() - start) / repeat)
    return statistics.median(rounds)


# ---- migrate


@dataclass(frozen=True)
class Tree:
    name: str
    source: Path
    project: list[str]
    chips: list[list[str]]  # what a compiler needs for each chip


def per_chip(project: Path, root: Path, include: list[str]) -> list[list[str]]:
    """The compiler's arguments for each chip of a project file."""
    chips = yaml.safe_load(project.read_text(encoding="utf-8"))["chips"].values()
    return [[f"-D{c['legacy_macro']}", *include, *(f"-I{root / folder}" for folder in c["include"])] for c in chips]


def trees() -> list[Tree]:
    legacy = ROOT / "examples/legacy"
    include = ["-I", str(legacy / "sgdnn/include"), "-I", str(legacy / "sgdnn/src"), "-I", str(ROOT / "chips/include")]
    found = [
        Tree(
            "example library",
            legacy / "sgdnn/src/sgdnn.cpp",
            ["--project", str(legacy / "migrate.yaml")],
            per_chip(legacy / "migrate.yaml", legacy, include),
        )
    ]
    real = os.environ.get("LEGACY_TREE")
    if real:
        root = Path(real)
        stubs = Path(tempfile.mkdtemp(prefix="bench-stubs-"))
        (stubs / "tpu_kernel_data.h").write_text(
            "static const char tpu_kernel_data[] = {0};\nstatic const unsigned long tpu_kernel_data_length = 0;\n"
        )
        include = [
            "-I",
            str(root / "sgdnn/include"),
            "-I",
            str(root / "sgdnn/src"),
            "-I",
            str(root / "common/include"),
            "-I",
            str(stubs),
        ]
        project = ROOT / "examples/projects/torch-tpu.yaml"
        found.append(
            Tree(
                "real library",
                root / "sgdnn/src/sgdnn.cpp",
                ["--project", str(project), "--root", str(root)],
                per_chip(project, root, include),
            )
        )
    return found


BARE_PARSE = (
    "import sys; from clang import cindex; cindex.Index.create().parse(sys.argv[1], args=sys.argv[2:], options=1)"
)


def installed_clang() -> str | None:
    """The newest clang of the machine, under whatever name; the C driver parses C++ sources as well."""
    names = (
        f"{driver}{suffix}" for suffix in ("", *(f"-{v}" for v in range(22, 12, -1))) for driver in ("clang++", "clang")
    )
    return next((name for name in names if shutil.which(name)), None)


def bench_migrate(runs: int) -> list[Figure]:
    from migrate.frontend.compiler.builtin_headers import builtin_headers

    figures = []
    clang = installed_clang()
    if clang is None:
        print("no clang is installed: the baseline is a bare libclang parse", file=sys.stderr)
    for tree in trees():
        section = f"migrate convert, {tree.name}"
        bases: dict[str, tuple[float, float]] = {}
        if clang:
            parts = [
                timed_process([clang, "-std=c++17", "-fsyntax-only", "-w", *args, str(tree.source)], runs, codes=(0,))
                for args in tree.chips
            ]
            bases[f"{Path(clang).name} -fsyntax-only, once per chip"] = (
                sum(p[0] for p in parts),
                sum(p[1] for p in parts),
            )
        builtin = [f"-I{folder}" for folder in builtin_headers()]
        parts = [
            timed_process(
                [sys.executable, "-c", BARE_PARSE, str(tree.source), "-std=c++17", *builtin, *args], runs, codes=(0,)
            )
            for args in tree.chips
        ]
        bases["bare libclang parse, once per chip"] = (sum(p[0] for p in parts), sum(p[1] for p in parts))
        with tempfile.TemporaryDirectory() as out:
            command = [*MIGRATE, "convert", str(tree.source), *tree.project, "--out", out, "--no-cache"]
            wall, cpu = timed_process(command, runs, setup=lambda out=out: shutil.rmtree(out, ignore_errors=True))
        for name, (base_wall, base_cpu) in bases.items():
            figures.append(Figure(section, name, base_wall, base_cpu))
            figures.append(
                Figure(
                    section,
                    "migrate convert, no cache",
                    wall,
                    cpu,
                    wall / base_wall,
                    f"{name}; CPU ratio {cpu / base_cpu:.2f}",
                )
            )
    return figures


# ---- whole trees


def originals() -> dict[str, copies.Original]:
    legacy = ROOT / "examples/legacy"
    found = {
        "example tree": copies.Original(
            legacy / "migrate.yaml",
            legacy,
            legacy / "sgdnn/src/sgdnn.cpp",
            legacy / "sgdnn/include/sgdnn_api.h",
            legacy / "native_ops",
        )
    }
    if os.environ.get("LEGACY_TREE"):
        root = Path(os.environ["LEGACY_TREE"])
        found["real tree"] = copies.Original(
            ROOT / "examples/projects/torch-tpu.yaml",
            root,
            root / "sgdnn/src/sgdnn.cpp",
            root / "sgdnn/include/sgdnn_api.h",
            root / "torch_tpu/csrc/ops",
        )
    return found


def bench_tree(runs: int) -> list[Figure]:
    """All torch-side files with -j2; beside the first run of a library source one of it unchanged, from the cache, and
    the file of one operator with what it calls, without the cache."""
    figures = []
    for name, original in originals().items():
        section = f"migrate convert, {name}"
        project = ["--project", str(original.project), "--root", str(original.root)]
        with tempfile.TemporaryDirectory() as folder:
            os.environ["MIGRATE_CACHE_DIR"] = f"{folder}/cache"
            out = ["--out", f"{folder}/out"]
            command = [*MIGRATE, "convert", str(original.torch), *project, *out, "--no-cache", "--only-calls"]
            command.append("--no-compile")  # bench_compile has that
            for jobs in ("-j1", "-j2"):
                wall, cpu = timed_process([*command, jobs], runs)
                figures.append(Figure(section, f"all torch-side files, {jobs}, no cache", wall, cpu))
            command = [*MIGRATE, "convert", str(original.source), *project, *out]

            def empty(folder: str = folder) -> None:
                for name in ("cache", "out"):
                    shutil.rmtree(f"{folder}/{name}", ignore_errors=True)

            base, cpu = timed_process(command, runs, setup=empty)
            figures.append(Figure(section, "library source, first run", base, cpu))
            wall, cpu = timed_process(command, runs)
            figures.append(Figure(section, "library source, unchanged", wall, cpu, wall / base, "the first run"))
            one = min(original.torch.rglob("Matmul.cpp"), default=None)
            if one:
                command = [*MIGRATE, "convert", str(one), *project, *out, "--no-cache"]
                wall, cpu = timed_process(command, runs)
                figures.append(
                    Figure(section, f"{one.name} with what it calls, no cache", wall, cpu, wall / base, "the first run")
                )
            del os.environ["MIGRATE_CACHE_DIR"]
    return figures


BARE_TORCH_PARSE = """
import sys
from pathlib import Path
from migrate.frontend.torch.headers import torch_headers
from migrate.frontend.torch.parse import ParseText, parse_text
from migrate.project.loading import load_project
headers = torch_headers(load_project(Path(sys.argv[1])))
path = Path(sys.argv[2]).resolve()
found = parse_text(ParseText(str(path), path.read_bytes(), headers.arguments, {p: t.encode() for p, t in headers.stubs}))
assert not found.faults, found.faults
"""


def bench_compile(runs: int) -> list[Figure]:
    """Compiling converted torch-side files: without help, with PyTorch's headers still to precompile, with these there, and unchanged."""
    original = originals()["example tree"]
    torch = ROOT / "torch_tpu/native_ops/Softmax.cpp"
    bare, cpu = timed_process(
        [sys.executable, "-c", BARE_TORCH_PARSE, str(original.project), str(torch)], runs, codes=(0,)
    )
    section, base = "compiling converted torch-side files, example tree", "libclang, one file, nothing precompiled"
    figures = [Figure(section, base, bare, cpu)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {"MIGRATE_CACHE_DIR": f"{folder}/cache", "MIGRATE_PRECOMPILED_DIR": f"{folder}/precompiled"}
        os.environ |= environment

        def empty(*names: str) -> None:
            for name in names:
                shutil.rmtree(f"{folder}/{name}", ignore_errors=True)

        common = ["--project", str(original.project), "--out", f"{folder}/out", "--only-calls", "-j2", "-q"]
        for what, files in (("one file", ["native_ops/Softmax.cpp"]), ("all files, -j2", [str(original.torch)])):
            command = [*MIGRATE, "convert", *files, *common]
            for name, more, gone in (
                ("--no-compile", ["--no-compile"], ("cache",)),
                ("first run ever", [], ("cache", "precompiled")),
                ("headers precompiled", [], ("cache",)),
                ("unchanged", [], ()),
            ):
                wall, cpu = timed_process([*command, *more], runs, setup=partial(empty, "out", *gone))
                figures.append(Figure(section, f"migrate convert, {what}: {name}", wall, cpu, wall / bare, base))
        for name in environment:
            del os.environ[name]
    return figures


COPIES = (1, 10, 100)


def bench_scale(runs: int) -> list[Figure]:
    """Both sides of 1, 10 and 100 copies of a tree in one project and one run; the ratio is to one copy, times their number."""
    figures = []
    for name, original in originals().items():
        one = 0.0
        for count in COPIES:
            with tempfile.TemporaryDirectory() as folder:
                copies.make(original, count, Path(folder))
                print(f"  {name}, {count} copies ...", file=sys.stderr)
                wall, cpu, peak = run_once(
                    [*MIGRATE, "convert", ".", "--no-cache", "--no-compile", "-q"], Path(folder), (0, 1)
                )
            one = one or cpu
            what = f"{count} cop{'y' if count == 1 else 'ies'}, {peak:.0f} MB"
            figures.append(
                Figure(
                    f"migrate convert, copies of the {name}", what, wall, cpu, cpu / (one * count), "linear in CPU time"
                )
            )
    return figures


# ---- launches and matmul


def bench_launch() -> list[Figure]:
    from dnnlib import capi

    nothing = capi.library().cdll.tpudnnGetLastStatus
    figures = [
        Figure("empty launch", "baseline: a C call through ctypes that launches nothing", timed_call(nothing, 2000))
    ]
    for device in range(capi.device_count()):
        chip = capi.device_properties(device)["chip"]
        with capi.Handle(device) as handle:

            def launch(handle: capi.Handle = handle) -> None:
                handle.call("dummy")

            def launch_and_wait(handle: capi.Handle = handle) -> None:
                handle.call("dummy")
                handle.sync()

            base = figures[0].wall
            for what, call in (("launch", launch), ("launch and wait", launch_and_wait)):
                wall = timed_call(call, 500)
                figures.append(Figure("empty launch", f"{chip}: {what}", wall, None, wall / base, "the baseline"))
            handle.sync()
    return figures


def bench_program(name: str, variants: dict[str, dict[str, str]]) -> list[Figure]:
    """A C++ program of this folder on every device, under each variant's environment; its first line is the baseline."""
    from dnnlib import capi, paths

    figures = []
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/{name}"
        library = paths.library_dir()
        subprocess.run(
            [
                os.environ.get("CXX", "g++"),
                "-O2",
                "-std=c++17",
                "-I",
                str(ROOT / "dnnlib/include"),
                str(ROOT / f"benchmarks/{name}.cpp"),
                "-o",
                program,
                f"-L{library}",
                "-ltpudnn",
                f"-Wl,-rpath,{library}",
            ],
            check=True,
        )
        for device in range(capi.device_count()):
            for variant, variables in variants.items():
                section = f"C API, {capi.device_properties(device)['chip']}{variant}"
                environment = {**os.environ, **variables}
                printed = subprocess.run(
                    [program, str(device)], capture_output=True, text=True, check=True, env=environment
                )
                times = [line.rsplit(": ", 1) for line in printed.stdout.splitlines()]
                base = float(times[0][1]) * 1e-9
                for what, nanoseconds in times:
                    wall = float(nanoseconds) * 1e-9
                    figures.append(Figure(section, what, wall, None, wall / base, times[0][0]))
    return figures


def bench_calls() -> list[Figure]:
    """Allocations and launches from a C++ program, with the library's memory pool and without it."""
    return bench_program("calls", {f", TPUDNN_MEMORY_POOL={pool}": {"TPUDNN_MEMORY_POOL": pool} for pool in ("1", "0")})


def bench_activity() -> list[Figure]:
    """What subscribers to activities cost, and that nobody who listens costs nothing."""
    return bench_program("activity", {"": {}})


def bench_hook() -> list[Figure]:
    """What the hook at PyTorch's kernels costs a call, with nobody who listens and with somebody."""
    import torch

    import torch_tpu
    from torch_tpu._register import extension_path
    from torch_tpu.tools import calls

    assert torch_tpu is not None
    root = Path(torch.__file__).parent
    include = [ROOT / "torch_tpu/csrc", ROOT / "dnnlib/include", root / "include"]
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/hook.so"
        command = [
            os.environ.get("CXX", "g++"),
            "-O2",
            "-std=c++20",
            "-shared",
            "-fPIC",
            *(f"-I{path}" for path in include),
        ]
        abi = f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}"
        linked = [str(extension_path()), f"-L{root}/lib", "-ltorch_cpu", "-lc10"]
        subprocess.run([*command, abi, str(ROOT / "benchmarks/hook.cpp"), "-o", library, *linked], check=True)
        torch.ops.load_library(library)
    value = torch.ones(1)

    def figure(what: str, name: str, count: int) -> Figure:
        wall = torch.ops.tpu_bench.nanoseconds(f"tpu_bench::{name}", value, count) * 1e-9
        return Figure("hook at PyTorch's kernels, a kernel that does nothing", what, wall)

    base = figure("baseline: registered without the hook", "plain", 1_000_000)
    found = [base, figure("nobody listens", "hooked", 1_000_000)]
    with calls.listening(lambda call: None, ["mm"]):
        found.append(figure("somebody listens to another operator", "hooked", 20_000))
    with calls.listening(lambda call: None, ["hooked"]):
        found.append(figure("a listener in Python that makes the call", "hooked", 1_000))
    return [Figure(each.section, each.what, each.wall, None, each.wall / base.wall, "the baseline") for each in found]


# What runs on the CPU where the device has none of the kernels of a classifier's step.
CLASSIFIER_OPERATORS = ["native_batch_norm*", "max_pool2d*", "nll_loss*", "convolution_backward*"]


def bench_graph() -> list[Figure]:
    """A training step, each operator called by PyTorch, and the same step as a graph."""
    import torch
    from torch import nn

    import torch_tpu

    torch.set_num_threads(1)

    def block(channels: int, made: int, stride: int) -> list[nn.Module]:
        return [nn.Conv2d(channels, made, 3, stride, 1, bias=False), nn.BatchNorm2d(made), nn.ReLU()]

    def lenet() -> nn.Module:
        convolutions = [
            nn.Conv2d(1, 6, 5, padding=2),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(6, 16, 5),
            nn.ReLU(),
            nn.MaxPool2d(2),
        ]
        return nn.Sequential(
            *convolutions,
            nn.Flatten(),
            nn.Linear(400, 120),
            nn.ReLU(),
            nn.Linear(120, 84),
            nn.ReLU(),
            nn.Linear(84, 10),
        )

    def normed() -> nn.Module:
        blocks = [*block(3, 16, 1), *block(16, 16, 1), *block(16, 32, 2), *block(32, 64, 2)]
        return nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))

    def linear(width: int) -> nn.Module:
        return nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))

    def numbers(*shape: int) -> list[torch.Tensor]:
        return [torch.randn(shape), torch.randn(shape)]

    def images(*shape: int) -> list[torch.Tensor]:
        return [torch.randn(shape), torch.randint(0, 10, shape[:1])]

    steps: list[tuple[str, Callable[[], nn.Module], list[torch.Tensor], int]] = [
        *(
            (f"two linear layers {width} wide, batch {batch}", partial(linear, width), numbers(batch, width), repeat)
            for width, batch, repeat in ((32, 8, 50), (256, 64, 10), (1024, 256, 1))
        ),
        ("LeNet, batch 32", lenet, images(32, 1, 28, 28), 3),
        ("four convolutions with batch norm, 32x32, batch 16", normed, images(16, 3, 32, 32), 1),
    ]
    figures = []
    for (what, make, values, repeat), index in itertools.product(steps, range(torch.tpu.device_count())):
        device = f"tpu:{index}"
        model = make().to(device)
        optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
        inputs = [each.to(device) for each in values]
        loss = nn.functional.mse_loss if inputs[1].is_floating_point() else nn.functional.cross_entropy

        def step(
            x: torch.Tensor,
            y: torch.Tensor,
            model: nn.Module = model,
            optimizer: torch.optim.Optimizer = optimizer,
            loss: Callable[..., torch.Tensor] = loss,
        ) -> torch.Tensor:
            optimizer.zero_grad()
            found = loss(model(x), y)
            found.backward()
            optimizer.step()
            return found

        step(*inputs)
        graph = torch_tpu.graph(step, *inputs)

        def waited(run: Callable[..., object], index: int = index, inputs: list[torch.Tensor] = inputs) -> None:
            run(*inputs)
            torch.tpu.synchronize(index)

        section = f"training step of {what}, tpu:{index} ({torch.tpu.get_device_name(index)})"
        eager = timed_call(partial(waited, step), repeat)
        figures.append(Figure(section, "eager", eager))
        if loss is nn.functional.cross_entropy:
            with torch_tpu.forced_fallback(*CLASSIFIER_OPERATORS):
                host = timed_call(partial(waited, step), repeat)
            figures.append(
                Figure(section, f"{', '.join(CLASSIFIER_OPERATORS)} on the CPU", host, None, host / eager, "eager")
            )
        replay = timed_call(partial(waited, graph), repeat)
        figures.append(Figure(section, "graph, with new inputs copied", replay, None, replay / eager, "eager"))
    return figures


def bench_matmul() -> list[Figure]:
    import torch

    import torch_tpu

    threads = 1
    torch.set_num_threads(threads)
    figures = []
    for size, repeat in ((32, 50), (1024, 1)):
        section = f"torch.mm {size} x {size} x {size} f32, {threads} thread"
        a, b = torch.randn(size, size), torch.randn(size, size)
        base = timed_call(lambda a=a, b=b: torch.mm(a, b), repeat)
        figures.append(Figure(section, "cpu", base))
        for index in range(torch.tpu.device_count()):
            x, y = a.to(f"tpu:{index}"), b.to(f"tpu:{index}")

            def run(x: torch.Tensor = x, y: torch.Tensor = y, index: int = index) -> None:
                torch.mm(x, y)
                torch.tpu.synchronize(index)

            wall = timed_call(run, repeat)
            figures.append(
                Figure(section, f"tpu:{index} ({torch.tpu.get_device_name(index)})", wall, None, wall / base, "cpu")
            )
    assert torch_tpu
    return figures


# PyTorch's CPU held to what the simulated chips' kernels are compiled for.
ONE_INSTRUCTION_SET = {
    "ATEN_CPU_CAPABILITY": "avx2",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
    "MKL_ENABLE_INSTRUCTIONS": "AVX2",
    "OMP_NUM_THREADS": "1",
}


def bench_operators() -> list[Figure]:
    """PyTorch's operators on each device, one thread, against its CPU with the same instructions; the CPU's own figures beside them."""
    figures = []
    script = [sys.executable, str(ROOT / "benchmarks/operators.py")]
    held, free = (
        json.loads(subprocess.run(script, env={**os.environ, **more}, stdout=subprocess.PIPE, check=True).stdout)
        for more in (ONE_INSTRUCTION_SET, {"OMP_NUM_THREADS": "1"})
    )
    own = {(section, what): seconds for section, what, device, seconds in free if device == "cpu"}
    base = {(section, what): seconds for section, what, device, seconds in held if device in ("cpu", "memcpy")}
    for section, what, device, seconds in held:
        ratio = None if device in ("cpu", "memcpy") else seconds / base[section, what]
        figures.append(Figure(section, f"{what}: {device}", seconds, None, ratio, "the CPU"))
        if device == "cpu":
            figures.append(Figure(section, f"{what}: cpu, any instructions", own[section, what]))
    return figures


def bench_collectives() -> list[Figure]:
    """All-reduce of device tensors over processes against gloo on CPU tensors."""
    script = [sys.executable, str(ROOT / "benchmarks/collectives.py")]
    lines = json.loads(subprocess.run(script, stdout=subprocess.PIPE, check=True).stdout)
    base = {(section, what): seconds for section, what, backend, seconds in lines if backend.startswith("gloo")}
    return [
        Figure(
            section,
            f"{what}: {backend}",
            seconds,
            None,
            None if backend.startswith("gloo") else seconds / base[section, what],
            "gloo",
        )
        for section, what, backend, seconds in lines
    ]


SECTIONS: dict[str, Callable[[int], list[Figure]]] = {
    "migrate": bench_migrate,
    "tree": bench_tree,
    "compile": bench_compile,
    "scale": bench_scale,
    "launch": lambda runs: bench_launch(),
    "calls": lambda runs: bench_calls(),
    "activity": lambda runs: bench_activity(),
    "hook": lambda runs: bench_hook(),
    "graph": lambda runs: bench_graph(),
    "matmul": lambda runs: bench_matmul(),
    "operators": lambda runs: bench_operators(),
    "collectives": lambda runs: bench_collectives(),
}


def show(figures: list[Figure]) -> None:
    section = ""
    for figure in figures:
        if figure.section != section:
            section = figure.section
            print(f"\n{section}")
        unit, scale = (
            ("s", 1.0)
            if figure.wall >= 0.1
            else ("ms", 1e3)
            if figure.wall >= 1e-4
            else ("us", 1e6)
            if figure.wall >= 1e-7
            else ("ns", 1e9)
        )
        cpu = f"  cpu {figure.cpu:7.3f} s" if figure.cpu is not None else ""
        ratio = f"  {figure.ratio:6.2f} x {figure.baseline}" if figure.ratio is not None else ""
        print(f"  {figure.what:48s} {figure.wall * scale:9.3f} {unit:2s}{cpu}{ratio}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[[], *SECTIONS], help="which parts (default: all)")
    parser.add_argument("--runs", type=int, default=3, help="counted runs of each process (default 3)")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    figures = []
    for name in options.sections or SECTIONS:
        print(f"measuring {name} ...", file=sys.stderr)
        try:
            figures += SECTIONS[name](options.runs)
        except Failed as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
    show(figures)
    if options.json:
        options.json.write_text(json.dumps([asdict(f) for f in figures], indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
