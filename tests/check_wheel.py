"""The wheel in a fresh environment, away from the checkout: migrate converts, utest_ops compares on every chip, PyTorch gets its device, a model
becomes a binary.

    python tests/check_wheel.py [--build build] [--wheel FILE]

Takes the native build of the checkout where it is up to date (--build; `pip wheel .` alone builds its own).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TORCH = "torch==2.13.0"
CHIPS = sorted(path.parent.name for path in ROOT.glob("chips/*/chip.yaml"))

DEVICE = """
import torch
names = []
for index in range(torch.tpu.device_count()):
    x = torch.arange(6.0, device=f"tpu:{index}").reshape(2, 3)
    assert (x @ x.T).cpu().tolist() == [[5.0, 14.0], [14.0, 50.0]], index
    names.append(torch.tpu.get_device_name(index))
import torch_tpu, migrate, utest_ops
for module in (torch_tpu, migrate, utest_ops):
    assert "site-packages" in module.__file__, module.__file__
print(len(names), "devices:", ", ".join(names))
"""

EXPORT = """
import torch
from torch_tpu.export import ModelExporter
torch.manual_seed(0)
data = [(torch.randn(4), index % 3) for index in range(5)]
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3))
ModelExporter(model, data, data, "export").generate(batch_size=2).compile("export/model")
"""


def step(what: str, command: list[str], cwd: Path, env: dict[str, str] | None = None) -> str:
    begin = time.monotonic()
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
    print(f"  {what}: {time.monotonic() - begin:.0f} s  {lines[-1] if lines else ''}", flush=True)
    if done.returncode != 0:
        sys.exit(f"wheel: FAILED: {what}: exit code {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def built_wheel(build: Path, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-build-isolation", "--no-deps", "--quiet"]
    step("wheel", [*command, "-w", str(folder), "-C", f"build-dir={build}"], ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def require_equal(found: Path, expected: Path) -> None:
    texts = [{str(p.relative_to(f)): p.read_bytes() for p in f.rglob("*") if p.is_file()} for f in (found, expected)]
    differing = sorted(name for name in {*texts[0], *texts[1]} if texts[0].get(name) != texts[1].get(name))
    if differing or not texts[1]:
        sys.exit(f"wheel: FAILED: its migrate writes other files than the checkout's: {', '.join(differing) or 'none'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--wheel", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wheel-") as name:
        folder = Path(name)
        wheel = options.wheel or built_wheel(options.build.resolve(), folder / "wheel")
        step("environment", [sys.executable, "-m", "venv", str(folder / "env")], folder)
        bin = folder / "env" / "bin"
        # torch by exact version: an open range would bring gigabytes of CUDA packages.
        step("installation", [str(bin / "pip"), "install", "--quiet", TORCH, str(wheel)], folder)
        clean = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith(("TPU", "TORCH_TPU", "PYTHON", "LD_", "VIRTUAL_ENV"))
        }
        clean["PATH"] = f"{bin}{os.pathsep}{os.environ['PATH']}"

        # The example as a user's tree, with the unified tree that it names beside it, and nothing else of the checkout.
        for part in ("examples/legacy", "chips", "dnnlib/include", "dnnlib/src", "torch_tpu/csrc"):
            shutil.copytree(ROOT / part, folder / "tree" / part)
        example = folder / "tree/examples/legacy"
        step(
            "migrate convert",
            [str(bin / "migrate"), "convert", ".", "-j", "2", "--out", str(folder / "out")],
            example,
            clean,
        )
        step(
            "the same by the checkout",
            [
                str(Path(sys.executable).with_name("migrate")),
                "convert",
                ".",
                "-j",
                "2",
                "--out",
                str(folder / "expected"),
            ],
            example,
        )
        require_equal(folder / "out", folder / "expected")
        step("utest_ops", [str(bin / "utest_ops"), "matmul", "softmax", "--chip", "all", "-j", "2"], folder, clean)
        step(
            "utest_ops --via capi", [str(bin / "utest_ops"), "matmul", "--chip", "all", "--via", "capi"], folder, clean
        )
        # A tree that names nothing of the checkout: three commands to an installed library.
        tree = folder / "elsewhere"
        shutil.copytree(ROOT / "examples/legacy", tree, ignore=shutil.ignore_patterns("migrate.yaml", "defects.cpp"))
        for part in ("include", "bm_a/include", "sg_b/include"):
            shutil.copytree(ROOT / "chips" / part, tree / "deps" / part)
        step("cmake", [str(bin / "pip"), "install", "--quiet", "cmake>=3.22", "ninja"], folder)
        step("migrate init", [str(bin / "migrate"), "init", "."], tree, clean)
        step("migrate convert .", [str(bin / "migrate"), "convert", ".", "--no-compile"], tree, clean)
        step("migrate build", [str(bin / "migrate"), "build"], tree, clean)
        installed = tree / "migrated/built/lib"
        if not (installed / "libtpudnn.so.1").exists() or not list(installed.glob("tpudnn/*.firmware.so")):
            sys.exit("wheel: FAILED: migrate build installed no library or no simulated chips")
        step("import torch", [str(bin / "python"), "-c", DEVICE], folder, clean)
        step("torch_tpu.export", [str(bin / "python"), "-c", EXPORT], folder, clean)
        for chip in CHIPS:
            step(f"the binary on {chip}", ["export/model", "test", "--chip", chip, "--compare"], folder, clean)
    print("wheel: passed")


if __name__ == "__main__":
    main()
