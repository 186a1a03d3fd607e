"""JSON files that a run leaves for the next one. They say what a person changed since, so a damaged one ends the run."""

from __future__ import annotations

import json
from typing import Any

from migrate.errors import UsageError


def damaged(name: str, what: str) -> UsageError:
    advice = "restore it, or take it away: without it every function that lies there counts as changed by hand"
    return UsageError(f"{name} is damaged: {what}; {advice}; nothing was changed")


def read_record(text: bytes | None, name: str) -> dict[str, Any]:
    """The mapping in a JSON file; empty where there is none. Raises UsageError."""
    if not text:
        return {}
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise damaged(name, f"line {error.lineno}, column {error.colno} is no JSON ({error.msg})") from None
    except UnicodeDecodeError:
        raise damaged(name, "it is no UTF-8 text") from None
    except (RecursionError, ValueError):
        raise damaged(name, "it is no JSON that can be read") from None
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise damaged(name, "it has half of a character") from None
    if not isinstance(data, dict):
        raise damaged(name, "it is no mapping")
    return data


def read_texts(text: bytes | None, name: str, encoding: str) -> dict[str, bytes]:
    """A mapping of names to texts. Raises UsageError."""
    found: dict[str, bytes] = {}
    for key, value in read_record(text, name).items():
        try:
            found[key] = value.encode(encoding, "surrogateescape")
        except (AttributeError, UnicodeEncodeError):
            raise damaged(name, f"the entry of {key} is no text") from None
    return found
