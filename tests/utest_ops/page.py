"""docs/adding-an-operator.md as instructions: what a reader does who follows "From nothing" word by word."""

import re
from pathlib import Path

from dnnlib.paths import ROOT

PAGE = (ROOT / "docs/adding-an-operator.md").read_text(encoding="utf-8")
_STEP = re.compile(
    r"^\d+\. (?P<how>New file|At the end of|Before the line `(?P<before>[^`]+)` of|Behind the line `(?P<behind>[^`]+)` of)"
    r" `(?P<file>[^`]+)`(?P<rest>.*?)```\w+\n(?P<code>.*?)^   ```$",
    re.MULTILINE | re.DOTALL,
)


def steps(page: str) -> list[re.Match[str]]:
    """The numbered steps of the section, each with its file and its listing."""
    section = page[page.index("## From nothing") :]
    found = list(_STEP.finditer(section))
    assert len(found) == len(re.findall(r"^\d+\. ", section, re.MULTILINE)), (
        "a step does not say what to do with which file"
    )
    return found


def code(step: re.Match[str]) -> str:
    """A step's listing without the indent of the list."""
    return re.sub(r"^   ", "", step["code"], flags=re.MULTILINE)


def follow(page: str, tree: Path) -> list[str]:
    """Do every step in a tree; the files that are new or changed."""
    for step in steps(page):
        file = tree / step["file"]
        if step["how"] == "New file":
            assert not file.exists(), f"{file} is no new file"
            file.write_text(code(step), encoding="utf-8")
            continue
        text = file.read_text(encoding="utf-8")
        if step["how"] == "At the end of":
            text += code(step)
        else:
            line = f"{step['before'] or step['behind']}\n"
            assert text.count(f"\n{line}") == 1, f"{file} has not one line {line}"
            at = text.index(f"\n{line}") + 1 + (len(line) if step["behind"] else 0)
            text = text[:at] + code(step) + text[at:]
        file.write_text(text, encoding="utf-8")
    return [step["file"] for step in steps(page)]
