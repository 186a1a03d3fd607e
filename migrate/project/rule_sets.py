"""The compiled rule sets of a project."""

from __future__ import annotations

from migrate.errors import UsageError
from migrate.project.config import Project
from migrate.project.torch_rules import TorchRules, load_rules


def torch_rules(project: Project) -> TorchRules:
    """The torch rules of a project; the types that its library rules name hold here too. Raises UsageError."""
    try:
        return load_rules(*project.torch_rules, names=project.library_rules.get("names", {}))
    except ValueError as error:
        raise UsageError(f"{project.file}: {error}") from None
