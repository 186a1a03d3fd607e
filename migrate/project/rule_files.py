"""The rule sets that a project file names: shipped ones by their names, and files beside it, laid over each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from migrate.project.config import PROJECT_FILE
from migrate.project.merging import Removed, WrongRemoval, merge, merge_places, suggest
from migrate.project.schemas import RULES_SCHEMA
from migrate.project.torch_rules import call_problem, merged
from migrate.project.yaml_file import ConfigError, compose, error_at, has_entry, read_text, read_yaml


class UnknownRules(ValueError):
    """A rule set that the project file names and that does not exist."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name, self.message = name, message


def discovery_words() -> dict[str, Any]:
    """What a tree that nobody has described looks like."""
    return dict(load_rule_file(Path(PROJECT_FILE), "default")["discovery"])


def shipped_target() -> dict[str, Any]:
    """The unified tree that the rule set `default` writes for."""
    return dict(load_rule_file(Path(PROJECT_FILE), "default").get("target", {}))


def shipped_library_rules() -> dict[str, Any]:
    """The library section of the rule set `default`."""
    return dict(load_rule_file(Path(PROJECT_FILE), "default")["library"])


def load_rule_file(
    project: Path, name: str, chips: Mapping[str, str] | None = None, mistakes: list[ConfigError] | None = None
) -> dict[str, Any]:
    """A shipped rule set by name (`default`) or a file beside the project file. Raises ConfigError; its mistakes as read_yaml."""
    shipped = resources.files("migrate") / "rules" / "data" / f"{name}.yaml"
    if "/" not in name and not name.endswith((".yaml", ".yml")):
        if not shipped.is_file():
            known = sorted(p.name[:-5] for p in (resources.files("migrate") / "rules" / "data").iterdir())
            raise UnknownRules(name, f"no shipped rule set {name!r}; {suggest(name, known)}")
        text, path = shipped.read_text(encoding="utf-8"), f"{name}.yaml"
    else:
        file = project.parent / name
        if file.is_dir():
            raise UnknownRules(name, f"rule file {name!r} is a folder; name the file in it")
        if file.is_symlink() and not file.exists():
            raise UnknownRules(name, f"rule file {name!r} is a symbolic link that leads to no file")
        if not file.is_file():
            near = [p.relative_to(project.parent).as_posix() for p in project.parent.rglob("*.y*ml") if p != project]
            message = f"rule file {name!r} does not exist beside the project file"
            raise UnknownRules(name, f"{message}; {suggest(name, near)}" if near else message)
        text, path = read_text(file), str(file)
    return read_yaml(text, path, RULES_SCHEMA, "the rule file", chips, mistakes)[0]


def load_rule_sets(
    project: Path, node: Any, names: Sequence[str], chips: Mapping[str, str] | None, mistakes: list[ConfigError]
) -> tuple[dict[str, Any], tuple[Mapping[str, Any], ...], dict[str, Any]]:
    """The library section, the torch sections in order, and where the unified tree has what; all mistakes of all rule sets are found."""
    places = dict(load_rule_file(Path(PROJECT_FILE), "default").get("target", {}))
    library: dict[str, Any] = {}
    torch: list[Mapping[str, Any]] = []
    for name in names:
        try:
            data = load_rule_file(project, name, chips, mistakes)
        except UnknownRules as error:
            mistakes.append(error_at(str(project), node, ("rules", error.name), error.message))
            continue
        except ConfigError as error:
            mistakes.append(error)
            continue
        try:
            library = merge(library, data.get("library", {}))
            places = merge_places(places, data.get("target", {}))
        except WrongRemoval as error:
            mistakes.append(_at_entry(error))
            continue
        calls = {name: _call(entry) for name, entry in _signatures(data).items()}
        if calls:
            torch.append({"calls": {"special": calls}})
        if data.get("torch"):
            torch.append(data["torch"])
    if torch and not mistakes:
        mistakes += _torch_mistakes(project, node, names, torch)
    return library, tuple(torch), places


def _signatures(data: Mapping[str, Any]) -> dict[str, Any]:
    entries = data.get("library", {}).get("signatures", {})
    return {name: entry for name, entry in entries.items() if not isinstance(entry, Removed)}


def _call(signature: Mapping[str, Any]) -> dict[str, Any]:
    """What a library signature's rule means for calls on the torch side."""
    arguments: list[Any] = []
    for entry in signature.get("parameters", ()):
        if isinstance(entry, int):
            arguments.append(entry)
        elif "insert" in entry:
            arguments.append({"insert": entry.get("value", "")})
        else:
            arguments.append({"argument": entry["parameter"], "convert": entry.get("argument", "{}")})
    return {"name": signature.get("name", ""), **({"arguments": arguments} if arguments else {})}


def _at_entry(error: WrongRemoval) -> ConfigError:
    return ConfigError(error.entry.path, error.entry.line, error.entry.column, str(error))


def _torch_mistakes(
    project: Path, node: Any, names: Sequence[str], torch: Iterable[Mapping[str, Any]]
) -> Iterator[ConfigError]:
    """What is wrong with the torch sections laid over each other and over the shipped one."""
    try:
        problem = call_problem(merged(torch))
    except WrongRemoval as error:
        yield _at_entry(error)
        return
    if problem:
        yield at_last(project, node, names, (("torch", "calls", "unified"), ("torch", "calls", "pattern")), problem)


def at_last(
    project: Path, node: Any, names: Sequence[str], keys: Sequence[tuple[str, ...]], message: str
) -> ConfigError:
    """A mistake at the first of these entries that a rule file of the project has, of the last file with one."""
    for name in reversed(names):
        file = project.parent / name
        document = compose(read_text(file), str(file)) if name.endswith((".yaml", ".yml")) and file.is_file() else None
        for entry in keys:
            if has_entry(document, entry):
                return error_at(str(file), document, entry, message)
    return error_at(str(project), node, ("rules",), message)
