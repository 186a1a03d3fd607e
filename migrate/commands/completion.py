"""migrate completion SHELL: commands and options are read from the parser, so that the script knows what this version does."""

from __future__ import annotations

import argparse

from migrate.errors import CLEAN

BASH = """_migrate() {
    local word=${COMP_WORDS[COMP_CWORD]} words
    case "${COMP_WORDS[1]}" in
%s
        *) words="%s" ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="%s"
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [ "$COMP_CWORD" -gt 1 ] && [ "${word#-}" = "$word" ] && COMPREPLY+=($(compgen -f -- "$word"))
}
complete -o filenames -F _migrate migrate
"""
ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=["bash", "fish", "zsh"], help='for bash: eval "$(migrate completion bash)"')


def run(arguments: argparse.Namespace) -> int:
    commands, options = known_words(arguments.parser)
    print(fish(commands, options) if arguments.shell == "fish" else bash(commands, options, arguments.shell), end="")
    return CLEAN


def known_words(parser: argparse.ArgumentParser) -> tuple[dict[str, str], dict[str, list[tuple[str, str]]]]:
    """Commands with what they do, and the options (with help) and fixed words of each; of "" those of migrate itself."""
    commands: dict[str, str] = {}
    options = {"": _words(parser)}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            commands |= {name: command.description or "" for name, command in action.choices.items()}
            options |= {name: _words(command) for name, command in action.choices.items()}
    return commands, options


def _words(parser: argparse.ArgumentParser) -> list[tuple[str, str]]:
    found = []
    for action in parser._actions:
        found += [(name, action.help or "") for name in action.option_strings]
        if action.choices and not isinstance(action, argparse._SubParsersAction):
            found += [(str(choice), "") for choice in action.choices]
    return found


def bash(commands: dict[str, str], options: dict[str, list[tuple[str, str]]], shell: str) -> str:
    cases = "\n".join(f'        {name}) words="{" ".join(w for w, _ in options[name])}" ;;' for name in commands)
    own = " ".join(word for word, _ in options[""])
    return (ZSH if shell == "zsh" else "") + BASH % (cases, own, " ".join([*commands, own]))


def fish(commands: dict[str, str], options: dict[str, list[tuple[str, str]]]) -> str:
    lines = [f"complete -c migrate -n __fish_use_subcommand -a {n} -d {_quoted(t)}" for n, t in commands.items()]
    for command, words in options.items():
        when = f"'__fish_seen_subcommand_from {command}'" if command else "__fish_use_subcommand"
        for word, text in words:
            dashes = "-a" if not word.startswith("-") else "-l" if word.startswith("--") else "-s"
            lines.append(f"complete -c migrate -n {when} {dashes} {word.lstrip('-')} -d {_quoted(text)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
