"""One library source as every chip's compiler sees it, with everything that its conversion needs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from migrate.convert.parsing import parse_requests
from migrate.errors import UsageError
from migrate.frontend.argument_structs import argument_types
from migrate.frontend.comments import doc_comments
from migrate.frontend.compiler.clang import ChipFacts, ParseFailed, parse_all, text_digest
from migrate.frontend.flag_defaults import synchronous
from migrate.frontend.prepare.files.elsewhere import Definitions, with_definitions
from migrate.frontend.prepare.options.guards import deciding_options, expanded_options, with_option_guards
from migrate.frontend.prepare.step import Parse, prepared
from migrate.frontend.prepare.steps import all_steps
from migrate.frontend.prototypes import Parameter, Prototype, read_prototypes
from migrate.frontend.source import Function, Source
from migrate.frontend.unified import unified_names
from migrate.frontend.variants import Merged, check_of, handles_of, merged_definitions, merged_input, whole_input
from migrate.frontend.zero import with_zero
from migrate.project.config import Project
from migrate.project.library_rules import LibraryRules, compile_library_rules


@dataclass(frozen=True)
class TranslationUnit:
    """One parsed file with everything that its conversion needs."""

    source: Source
    rules: LibraryRules
    prototypes: Mapping[str, Prototype]
    public: frozenset[str]  # names that a header declares
    comments: Mapping[str, tuple[str, ...]]  # legacy header's comments
    merged: Merged | None = None  # the files of several chips that `source` is made of
    expanded: Merged | None = None  # the text with macros expanded and private headers in it, where it has such
    original: Source | None = (
        None  # before helpers of other sources and other forms of what differs between the chips came into the text
    )
    options: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # that decide something for a function, by name
    expanded_options: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # that decide what a macro stands for which was expanded in a function
    written: Source | None = None  # with the bodies of functions that are no C++, where it has such
    declared_by_callers: frozenset[str] = frozenset()  # operators that a source declares which does not define them

    @property
    def broken(self) -> Mapping[str, str]:
        """Functions whose bodies are no C++, and what the compiler says of them."""
        return self.merged.broken if self.merged else {}


def load_unit(project: Project, path: Path, facts: Sequence[ChipFacts] | None = None) -> TranslationUnit:
    """Parse a library source for every chip; `facts`: what its compilers said before. Raises ParseFailed, OSError, and UsageError where that is of
    another text."""
    merged, facts = (merged_input(project, path), facts) if facts is not None else _read(project, path)
    data = merged.data if merged else path.read_bytes()
    if {one.digest for one in facts} - {text_digest(data)}:  # of another text, all offsets would be wrong
        raise UsageError(
            f"{path}: the compilers read another text than the one to convert, it changed meanwhile: run again"
        )
    texts = {os.path.realpath(path.parent / name): text.encode() for name, text in project.library.stubs.items()}
    if merged:
        texts |= {os.path.realpath(name): text for name, text in merged.headers.items()}
    kept = [os.path.realpath(file) for file in project.argument_headers()]
    twins = {*kept} - {os.path.realpath(file) for file in project.arguments_by_name().values()}
    name = merged.name if merged else project.relative(path)
    source = Source(
        name, data, project.chips, facts, texts=texts, kept=kept, twins=twins, other_standard=_other(project)
    )
    rules = compile_library_rules(project.library_rules)
    if merged:
        source.lines = merged.lines
    apart = merged is not None and merged.of_several_files
    expanded = merged if not apart else None
    broken = merged.broken if merged else {}
    full = merged_input(project, path) if broken else None
    written = Source(name, full.data if full else path.read_bytes(), project.chips) if broken else None
    several = None
    if not apart and not _has_optional_definitions(source):
        several = merged_definitions(source, path, check_of(project), handles_of(project), rules)
        several = replace(several, headers=merged.headers) if several and merged else several
    seen = _if_compiled(project, path, several) if several else None
    if several and seen:
        merged = several
        source = Source(
            name, merged.data, project.chips, seen, texts=texts, kept=kept, twins=twins, other_standard=_other(project)
        )
        source.lines = merged.lines
    before, parted = source, merged
    made = _with_definitions(project, path, source, rules, merged)
    if made:
        source, merged = made
    options = deciding_options(rules, source)
    gone = expanded_options(source, path.read_bytes()) if expanded else {}
    made = _prepared(project, path, source, rules, merged, options) or made
    original = before if made or (expanded and parted is not expanded) else None
    if made:
        source, merged = made
    if merged is not None and broken:
        merged = replace(merged, broken=broken)
    if parted is not None and parted.parts:
        merged = replace(parted, conflicts=_left(parted.conflicts, source))
    declared, comments = _read_headers(_library_headers(project))
    others = {n: p for n, p in Definitions.of(project).declared(rules).items() if n not in declared}
    declared = declared | others if declared else declared
    prototypes = _with_defaults(source, {f.name: _prototype(source, f) for f in source.functions} | others | declared)
    structs = [file.read_bytes() for file in project.argument_headers()]
    rules = replace(rules, argument_types=argument_types(source, rules.launch, structs))
    flags = {name: (rule.wait, rule.waits) for name, rule in rules.launch.items() if rule.wait >= 0}
    rules = replace(rules, synchronous=synchronous(source, flags))
    rules = with_zero(project, source, rules)
    return TranslationUnit(
        source,
        rules,
        prototypes,
        frozenset(declared),
        comments,
        merged,
        expanded,
        original,
        options,
        gone,
        written,
        frozenset(others),
    )


def _read(project: Project, path: Path) -> tuple[Merged | None, Sequence[ChipFacts]]:
    """The text that is converted, which every chip's compiler takes, and what they say of it. Raises ParseFailed and OSError."""
    merged = merged_input(project, path)
    try:
        return merged, parse_all(parse_requests(project, path, merged))
    except ParseFailed as error:
        prepared = merged is not None and not merged.parts  # by us: the compilers may take the file's own text
        found = _without_broken(project, path, merged, error)
        if found is not None:
            return found
        whole = None if prepared else whole_input(project, path, error.message)
        if whole is None and not prepared:
            raise _placed(project, merged, error) if merged else error from None
    try:
        return whole, parse_all(parse_requests(project, path, whole))
    except ParseFailed as own:
        raise _placed(project, whole, own) if whole else own from None


_BROKEN = 8  # functions of a source; of more the compilers' options are wrong, say


def _without_broken(
    project: Project, path: Path, merged: Merged | None, error: ParseFailed
) -> tuple[Merged, Sequence[ChipFacts]] | None:
    """A source in C without the bodies of functions that are no C++; None where something else is none."""
    broken: dict[str, str] = {}
    while len(broken) < _BROKEN and path.suffix == ".c":
        name = _function_of(project, path, merged, error)
        if name is None or name in broken:
            return None
        place = (_placed(project, merged, error) if merged else error).place
        broken[name] = f"{error.message} (line {place.line}); write what C and C++ both take"
        merged = merged_input(project, path, broken)
        assert merged is not None
        try:
            return merged, parse_all(parse_requests(project, path, merged))
        except ParseFailed as another:
            error = another
    return None


def _function_of(project: Project, path: Path, merged: Merged | None, error: ParseFailed) -> str | None:
    """The function in whose body an error is; None where it is in another file, or what the body defines may be asked for behind it."""
    if error.place.path not in {str(path), *(str(part.path) for part in (merged.parts if merged else ()))}:
        return None
    data = merged.data if merged else path.read_bytes()
    source = Source(path.name, data, project.chips)
    offset = _offset(data, error)
    function = source.function_at(offset)
    if function is None or offset < source.code[function.open_brace].end:
        return None
    inside = (d for d in source.tree.others if function.span.start <= d.token.start < function.span.end)
    return None if any(d.keyword != b"error" for d in inside) else function.name


def _offset(data: bytes, error: ParseFailed) -> int:
    before = data.split(b"\n")[: error.place.line - 1]
    return sum(len(line) + 1 for line in before) + error.place.column - 1


def _has_optional_definitions(source: Source) -> bool:
    """Whether a chip and an option of the build choose a function's definition together: no text has both."""
    named = Counter(function.name for function in source.functions)
    several = (function for function in source.functions if named[function.name] > 1)
    around = (one for function in several for one in source.conditionals_around(function.span) if source.resolves(one))
    return any(source.outcomes.options(one) for one in around)


def _left(conflicts: Mapping[str, str], source: Source) -> dict[str, str]:
    """Those of functions that the text still has several definitions of: helpers that got a name each are none."""
    named = Counter(function.name for function in source.functions)
    return {name: why for name, why in conflicts.items() if named[name] > 1}


def _if_compiled(project: Project, path: Path, merged: Merged) -> list[ChipFacts] | None:
    """What the compilers say of a text that is made of a source; None where one of them does not take it."""
    try:
        return parse_all(parse_requests(project, path, merged))
    except ParseFailed:
        return None


def _with_definitions(
    project: Project, path: Path, source: Source, rules: LibraryRules, merged: Merged | None
) -> tuple[Source, Merged] | None:
    """The source with helpers that other sources define."""
    known = Definitions.of(project).known
    if not known:
        return None

    def read(other: Path) -> tuple[Source, list[ChipFacts]]:
        found = merged_input(project, other)
        facts = parse_all(parse_requests(project, other, found))
        data = found.data if found else other.read_bytes()
        texts = {**source.texts, **(found.headers if found else {})}
        return Source(
            project.relative(other), data, project.chips, texts=texts, kept=source.kept, twins=source.twins
        ), facts

    files = [part.path for part in merged.parts] if merged is not None and merged.of_several_files else [path]
    own = [file.read_bytes() for file in dict.fromkeys(files)]
    made = with_definitions(source, own, known, rules, read, _parse(project, path, source, merged))
    return (made, _merged(path, made, merged)) if made else None


def _merged(path: Path, source: Source, merged: Merged | None) -> Merged:
    if merged is not None and merged.of_several_files:
        return replace(merged, data=source.data, lines=source.lines)
    return Merged(source.path, source.data, source.lines, (), {}, path=path, headers=merged.headers if merged else {})


def _parse(project: Project, path: Path, source: Source, merged: Merged | None) -> Parse:
    """The compilers with another text of a source."""

    def parse(data: bytes) -> list[ChipFacts]:
        text = replace(_merged(path, source, merged), data=data)
        requests = parse_requests(project, path, text)
        return parse_all([replace(one, arguments=(*one.arguments, "-Werror=vla")) for one in requests])

    return parse


def _prepared(
    project: Project,
    path: Path,
    source: Source,
    rules: LibraryRules,
    merged: Merged | None,
    options: Mapping[str, tuple[str, ...]],
) -> tuple[Source, Merged] | None:
    """The source in forms that the rules know."""
    others = [text for other, text in Definitions.of(project).texts.items() if other.resolve() != path.resolve()]
    parse = _parse(project, path, source, merged)
    made = all_steps(source, rules, path, others, len(project.chips) > 1, parse)
    guarded = _guarded(project, path, made or source, merged, options)
    return guarded or ((made, _merged(path, made, merged)) if made else None)


def _guarded(
    project: Project, path: Path, source: Source, merged: Merged | None, options: Mapping[str, tuple[str, ...]]
) -> tuple[Source, Merged] | None:
    """The source with the lines that end a build with an option."""
    parse = _parse(project, path, source, merged)
    made = prepared(source, (with_option_guards(options),), parse) if options else None
    return (made, _merged(path, made, merged)) if made else None


def _other(project: Project) -> bool:
    """Whether the legacy library is compiled as another version of the language than the unified one."""
    said = [flag.partition("=")[2] for flag in project.library.flags if flag.startswith(("-std=", "--std="))]
    return bool(said) and said[-1] != project.target.standard


def read_ahead(project: Project, data: bytes) -> None:
    """What needs no compiler of a source and of the headers, which is remembered: to be read while the compilers work."""
    _read_headers(_library_headers(project))
    unified_names(project)
    read_prototypes(data)


def _library_headers(project: Project) -> tuple[bytes, ...]:
    return tuple(file.read_bytes() for file in project.source_files(project.library.headers))


def _placed(project: Project, merged: Merged, error: ParseFailed) -> ParseFailed:
    """The error with its place in the file that the merged text's line is from."""
    if error.place.path not in {*(str(part.path) for part in merged.parts), str(merged.path)}:
        return error  # a header's
    place = merged.lines.location("", _offset(merged.data, error))
    return ParseFailed(error.chip, replace(place, path=str(project.root / place.path)), error.message)


@lru_cache(maxsize=4)
def _read_headers(headers: tuple[bytes, ...]) -> tuple[dict[str, Prototype], dict[str, tuple[str, ...]]]:
    """Prototypes and comments of the library's headers, read once for all sources of a run."""
    prototypes: dict[str, Prototype] = {}
    comments: dict[str, tuple[str, ...]] = {}
    for text in headers:
        prototypes.update(read_prototypes(text))
        comments.update(doc_comments(text))
    return prototypes, comments


def _with_defaults(source: Source, prototypes: dict[str, Prototype]) -> dict[str, Prototype]:
    """Any declaration of a function may give its parameters their defaults: one in the file, or in another header that it includes."""
    texts = [source.data]
    for path in source.header_paths:
        text = source.table.text(path)
        if any(f.name.encode() in text for f in source.functions):
            texts.append(text)
    found = dict(prototypes)
    for text in texts:
        for name, other in read_prototypes(text).items():
            known = found.get(name)
            if known and len(known.parameters) == len(other.parameters) and other.required < len(other.parameters):
                pairs = zip(known.parameters, other.parameters, strict=True)
                given = tuple(replace(p, default=o.default) if p.default is None else p for p, o in pairs)
                found[name] = replace(known, parameters=given)
    return found


def _prototype(source: Source, function: Function) -> Prototype:
    parameters = tuple(
        Parameter(p.type, source.text(p.name_index).decode("utf-8", "replace")) for p in source.parameters(function)
    )
    return Prototype(function.name, source.spell(function.first, function.name_index), parameters)
