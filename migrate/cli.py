"""The `migrate` command: argument parsing and exit codes; each command is a module of migrate.commands."""

from __future__ import annotations

import sys

try:
    import argparse
    import difflib
    import errno
    import gc
    import importlib
    import io
    import os
    import re
    import signal
    import traceback
    from collections.abc import Sequence
    from typing import NoReturn

    from migrate import __version__
    from migrate.errors import INTERNAL_ERROR, InternalError, MigrateError, UsageError, interrupt, readable
    from migrate.project.yaml_file import ConfigError
except KeyboardInterrupt:  # nothing is there yet that could say more
    sys.exit(130)

EPILOG = """exit codes: 0 clean, 1 something is left to do by hand (or would change, with --check), 2 wrong use,
3 input that does not parse, 4 a proof failed or could not be made, 5 an internal error, a defect of migrate"""

COMMANDS = {
    "convert": "rewrite library and torch-side files, prove what can be proven, report",
    "scan": "read the whole tree: what is there, what would happen, effort left; writes nothing",
    "map": "what a legacy name becomes",
    "verify": "prove a conversion: projection, compile, trace, results, mutate",
    "build": "build an installable library from what convert wrote",
    "report": "print a JSON report in another format",
    "explain": "what an id means and what to do about it",
    "init": "write a project file for a tree",
    "new-rule": "begin a rule: its entry, test case, page and id",
    "completion": "print the completion script of a shell",
}


class Parser(argparse.ArgumentParser):
    """Says what was probably meant where a command or an option is mistyped."""

    def error(self, message: str) -> NoReturn:
        wrong = re.search(r"invalid choice: '([^']+)'|unrecognized arguments: (-\S+)", message)
        if wrong:
            known = [name for action in self._actions for name in (*action.option_strings, *(action.choices or ()))]
            near = difflib.get_close_matches((wrong[1] or wrong[2]).partition("=")[0], map(str, known), n=2)
            message += f"; did you mean {' or '.join(near)}?" if near else ""
        super().error(message)

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """An option that a command does not know is an error of that command, which knows its own options."""
        first = next(iter(sys.argv[1:] if args is None else args), "")
        if self.prog == "migrate" and first.startswith("-") and first not in self._option_string_actions:
            self.error(f"unrecognized arguments: {first}")
        found, rest = super().parse_known_args(args, namespace)
        if rest and self.prog != "migrate":
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return found, rest


def build_parser(wanted: str = "") -> argparse.ArgumentParser:
    """`wanted`: the command that will run, whose options alone are needed; completion knows those of all."""
    parser = Parser(prog="migrate", description=__doc__.split(":")[0], epilog=EPILOG)
    parser.set_defaults(parser=parser)  # for the command that prints what there is to complete
    parser.add_argument("--version", action="version", version=f"migrate {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary, epilog=EPILOG)
        command.add_argument("--debug", action="store_true", help="print the traceback of an internal error")
        if wanted in (name, "completion") or wanted not in COMMANDS:
            _module(name).configure(command)
    return parser


def _module(name: str):  # type: ignore[no-untyped-def]
    return importlib.import_module(f"migrate.commands.{name.replace('-', '_')}")


def main(argv: Sequence[str] | None = None) -> int:
    own_process = argv is None
    if own_process:
        gc.set_threshold(1_000_000, 20, 20)  # a run makes many small objects and hardly a cycle
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is told to go on
            signal.signal(signal.SIGINT, interrupt)
    _open_closed_streams()
    given = sys.argv[1:] if argv is None else argv
    debug = "--debug" in given
    try:
        arguments = build_parser(given[0] if given else "").parse_args(argv)
        code = int(_module(arguments.command).run(arguments))
        sys.stdout.flush()
        if own_process:
            gc.freeze()  # the process ends: what is left needs no search for cycles
        return code
    except InternalError as error:
        return _defect(error.message, error.trace, debug)
    except MigrateError as error:
        _say(str(error))
        return error.code
    except ConfigError as error:
        _say(str(error))
        return UsageError.code
    except BrokenPipeError:
        _discard_output()
        return 0
    except OSError as error:
        if error.filename is not None:
            _say(f"{os.fsdecode(error.filename)}: {error.strerror}; nothing was written")
            return UsageError.code
        if error.errno not in (errno.ENOSPC, errno.EIO, errno.EDQUOT):
            return _defect(f"internal error: {type(error).__name__}: {error}", traceback.format_exc(), debug)
        _discard_output()
        _say(f"cannot print all of the answer: {error.strerror}")
        return UsageError.code
    except KeyboardInterrupt:
        _say("interrupted")
        if own_process:  # Python itself would end with another code where this came while it read a module
            sys.stderr.flush()
            os._exit(130)
        return 130
    except Exception as error:
        return _defect(f"internal error: {type(error).__name__}: {error}", traceback.format_exc(), debug)


def _say(message: str) -> None:
    print(readable(f"migrate: {message}"), file=sys.stderr)


def _defect(message: str, trace: str, debug: bool) -> int:
    """A defect of the tool: one sentence, and the traceback where it was asked for."""
    if debug:
        print(readable(trace.rstrip()), file=sys.stderr)
    _say(message + ("" if debug else "; this is a defect of migrate: run again with --debug and report what it prints"))
    return INTERNAL_ERROR


def _open_closed_streams() -> None:
    """Python has None for a stream that was closed before it started (`>&-`)."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):  # a file name need not be UTF-8
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """What is left in the buffer cannot be written either: the interpreter shall not try when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
