"""The rooms of migrate: imports go one way, and nothing stands outside of them."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache"]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(LINT, cwd=folder, capture_output=True, text=True, timeout=300)


def test_imports_go_one_way() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("project/config.py", "from migrate.frontend.lex import lex\n"),
        ("rules/context.py", "import migrate.convert.function\n"),
        ("verify/projection.py", "from migrate.findings import engine\n"),
        ("helpers.py", ""),
    ],
)
def test_an_import_that_goes_up_or_a_module_outside_of_the_rooms_is_found(tmp_path: Path, file: str, text: str) -> None:
    shutil.copytree(ROOT / "migrate", tmp_path / "migrate", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "migrate" / file).open("a") as stream:
        stream.write(text)
    done = lint(tmp_path)
    assert done.returncode == 1, done.stdout


def test_the_top_has_only_the_command_the_model_and_the_errors() -> None:
    modules = {path.name for path in (ROOT / "migrate").glob("*.py")}
    assert modules == {"__init__.py", "cli.py", "model.py", "errors.py"}
