"""Whether a legacy helper does what the unified library's does: both are evaluated by the compiler, for inputs that reach every case of them.

The legacy definition is brought into its unified form by the rules; then each result and each written array is compared, for every data type that
the rules know, for tensors of up to eight dimensions in several layouts, without elements, and with extents beside every number that the legacy
definition names. What a helper says of a tensor that no memory holds is not compared. For an enumerator that is no data type of the rules, as that of an undefined tensor, another answer is told, not refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from migrate.convert.definitions import body_digest
from migrate.convert.function import convert_function
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.compiler.constants import Evaluated, evaluate
from migrate.frontend.lex import Kind, lex
from migrate.frontend.option_macros import asked_around, asked_by, is_free
from migrate.frontend.prepare.files.elsewhere import Definitions
from migrate.frontend.source import Function, Source
from migrate.frontend.unified import unified_names
from migrate.frontend.zero import common_beginning
from migrate.project.config import Project
from migrate.project.snippets import fill

_RESULT = "migrateResult_"
_STUBS = {"vector": "namespace std { template <class T> class vector; }\n"}
_FIRST = (2, 3, 5)  # extents that every tensor is made of
_MOST = 12  # extents beside numbers of the definitions
_SMALL, _LARGEST = 64, 1 << 24  # larger ones than the first stand beside small ones, so that no product is too large
_LAYOUTS = 8
_PLACES = [(dim, place) for dim in range(1, 5) for place in range(dim)]


@dataclass(frozen=True)
class _Helper:
    number: int
    function: Function
    unified: str
    text: str  # its legacy definition in unified form, under a name of its own
    kinds: tuple[str, ...]  # of its parameters: tensor, tensor *, dtype, int, const int *, int *
    returns: str


@dataclass(frozen=True)
class Unlike:
    """Definitions of provided helpers that do not do what the unified ones do."""

    source: Mapping[int, str] = field(default_factory=dict)  # offset of the name of one in the source -> why
    headers: Mapping[str, str] = field(default_factory=dict)  # one in the tree's headers, not called any more -> why
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # name -> for what alone the answers differ


@dataclass(frozen=True)
class _Found:
    """Of the provided helpers that one file defines, by the offset of the name."""

    unlike: Mapping[int, str]
    told: Mapping[int, tuple[str, ...]]
    calls: Mapping[int, frozenset[str]]  # other provided helpers


def compared(project: Project, unit: TranslationUnit) -> Unlike:
    """The source's definitions, and those in the tree's headers."""
    files = [(unit.source, _of_file(project, unit)), *_of_headers(project, unit)]
    unlike_there: dict[str, str] = {}
    told: dict[str, tuple[str, ...]] = {}
    calls: dict[str, set[str]] = {}
    for source, found in files:
        for function in source.functions:
            offset = function.name_offset(source)
            if source is not unit.source and offset in found.unlike:
                unlike_there[function.name] = found.unlike[offset]
            if offset in found.told:
                told[function.name] = found.told[offset]
            calls.setdefault(function.name, set()).update(found.calls.get(offset, ()))
    while more := {
        name: told[called] for name, all_ in calls.items() if name not in told for called in all_ & told.keys()
    }:
        told |= more
    macros = (name for name in unit.rules.provided if unit.source.table.definitions(name.encode()))
    unlike_there |= dict.fromkeys(macros, "it is a macro there, which is not compared")
    return Unlike(files[0][1].unlike, unlike_there, told)


def _of_file(project: Project, unit: TranslationUnit, own: Source | None = None) -> _Found:
    """`own`: the source that is converted, where the file is another one."""
    rules, source = unit.rules, unit.source
    unlike: dict[int, str] = {}
    told: dict[int, tuple[str, ...]] = {}
    calls: dict[int, frozenset[str]] = {}
    helpers: list[_Helper] = []
    for function in source.functions:
        if function.name not in rules.provided:
            continue
        offset = function.name_offset(source)
        calls[offset] = frozenset(name for name in rules.provided if source.where(name.encode(), *function.body))
        if body_digest(source, function) in rules.provided_bodies.get(function.name, ()):
            continue
        option = _option(own or source, source, function)
        why = f"{option}, which a build may define, decides what it does"
        helper = why if option else _helper(unit, function, len(helpers))
        if isinstance(helper, str):
            unlike[offset] = helper
        else:
            helpers.append(helper)
    header = project.target_root / project.target.header
    results = _compare(project, unit, helpers, own or source) if helpers and header.is_file() else []
    results = results or [(f"{header} does not exist", ())] * len(helpers)
    for helper, (why, tells) in zip(helpers, results, strict=True):
        offset = helper.function.name_offset(source)
        if why:
            unlike[offset] = why
        if tells:
            told[offset] = tells
    return _Found(unlike, told, calls)


def _option(own: Source, source: Source, function: Function) -> str:
    """An option of the build that decides what a definition is; empty where none does."""
    around = [*source.conditionals_around(function.span), *source.conditionals_from(*function.span)]
    asked = frozenset[bytes]().union(*map(asked_by, around))
    words = {source.text(i) for i in range(function.first, function.close_brace)}
    names = {name.decode("utf-8", "replace") for name in asked if is_free(own, name)}
    names |= {o for name in own.table.closure(words & own.table.names) for o in asked_around(own, name, own=True)}
    return min(names, default="")


def _of_headers(project: Project, unit: TranslationUnit) -> Iterator[tuple[Source, _Found]]:
    """The same of the tree's headers and other sources, whose definitions the converted functions would call no more."""
    known = {*map(os.path.realpath, unit.source.header_paths)}
    names = [
        name.encode() for name in unit.rules.provided if unit.source.where(name.encode(), 0, len(unit.source.code))
    ]
    texts = [(Path(path), unit.source.table.text(path)) for path in sorted(known) if names]
    defined = Definitions.of(project) if names else None
    own = {function.name.encode() for function in unit.source.functions}
    for name in names if defined is not None else ():
        others = defined.known.get(name, ()) if defined is not None and name not in own else ()
        texts += [(path, defined.texts[path]) for path in others if defined is not None]
    for path, text in dict(texts).items():
        if any(name in text for name in names):
            file = Source(project.relative(path), text, unit.source.chips)
            yield file, _of_file(project, replace(unit, source=file), unit.source)


def _helper(unit: TranslationUnit, function: Function, number: int) -> _Helper | str:
    """A helper that can be evaluated, or why it cannot."""
    rules, source = unit.rules, unit.source
    unified = rules.provided[function.name]
    item = convert_function(source, function, rules, unit.prototypes, layout=False)
    if not item.text:
        return item.refusals[0].message if item.refusals else "it has no unified form"
    kinds = tuple(_kind(unit, parameter.type) for parameter in source.parameters(function))
    unknown = [p.type for p, kind in zip(source.parameters(function), kinds, strict=True) if not kind]
    if unknown:
        return f"it takes {unknown[0]}, of which there are no samples to compare it with"
    text = item.text.decode("utf-8", "replace")
    head, _, rest = text.partition(unified)
    returns = " ".join(w for w in re.findall(r"[\w*&]+", head) if w not in ("static", "inline", "const", "constexpr"))
    if returns == "bool":  # it may refuse as well, which is a third answer
        head = re.sub(r"\bbool\b", "int", head)
    return _Helper(number, function, unified, f"{head}migrateLegacy{number}_{unified}{rest}", kinds, returns)


def _kind(unit: TranslationUnit, spelled: str) -> str:
    rules = unit.rules
    words = [word for word in re.findall(r"\w+|[*&]", spelled) if word not in ("struct", "enum")]
    constant = "const" in words
    base, marks = [w for w in words if w.isidentifier() and w != "const"], [w for w in words if w in "*&"]
    if len(base) != 1 or len(marks) > 1:
        return ""
    pointer = "*" if "*" in marks else ""
    if base[0] in rules.tensor_types:
        return f"tensor {pointer}".strip() if constant or not marks else ""
    if base[0] in rules.dtype_types and not pointer:
        return "dtype"
    if base[0] == "int":
        return ("const int *" if constant else "int *") if pointer else "" if marks and not constant else "int"
    return ""


def _compare(
    project: Project, unit: TranslationUnit, helpers: Sequence[_Helper], own: Source
) -> list[tuple[str, tuple[str, ...]]]:
    """For each helper why it is not the same, and for what alone it is not; empty where it is."""
    dtypes, others = _dtypes(project, unit, own)
    extents, large = _extents(helpers)
    dimensions = [n % 5 for n in range(5 * _LAYOUTS * len(extents))] + [5 + n % 4 for n in range(4 * _LAYOUTS)]
    dimensions += [dim for _ in range((1 + len(large)) * _LAYOUTS) for dim, _ in _PLACES]
    text = _prelude(project, unit, helpers, dtypes, others)
    starts = []
    for helper in helpers:
        starts.append(len(text))
        text += _comparison(unit, helper)
    folders = [project.target_root / folder for folder in (*project.target.include, project.target.sources)]
    header = project.target_root / project.target.header
    folders.append(header.parent)
    done = _evaluated(text, tuple(f"-I{folder}" for folder in dict.fromkeys(folders)), header.read_bytes())
    outside = next((message for offset, message in done.errors if offset < starts[0]), "")
    found: list[tuple[str, tuple[str, ...]]] = []
    for helper, first, last in zip(helpers, starts, [*starts[1:], len(text)], strict=True):
        error = next((message for offset, message in done.errors if first <= offset < last), outside)
        result, other, free = (done.values.get(f"{_RESULT}{kind}{helper.number}") for kind in ("", "Other", "Free"))
        if error or result is None or other is None or free is None:
            found.append((f"the compiler cannot evaluate both: {error or 'no value'}", ()))
        elif result >= 0:
            only = set(helper.kinds) == {"dtype"}
            where = f"for {dtypes[result]}" if only else f"for a tensor or shape of {dimensions[result]} dimensions"
            found.append((f"the results differ {where}", ()))
        else:
            found.append(("", (*([others[other]] if other >= 0 else []), *([_FREE] if free >= 0 else []))))
    return found


@lru_cache(maxsize=8)
def _evaluated(text: str, arguments: tuple[str, ...], header: bytes) -> Evaluated:
    """Of helpers that many sources include, once for all of a process; `header`: what the text includes has not changed."""
    return evaluate(text, arguments, _RESULT, _STUBS)


def _dtypes(project: Project, unit: TranslationUnit, own: Source) -> tuple[list[str], list[str]]:
    """Unified names of the data types that the legacy tree has; and of its enumerators of the same beginning that are none of
    the rules', as that of an undefined tensor."""
    rules = unit.rules
    texts = [file.read_bytes() for file in project.source_files(project.library.headers)]
    texts += map(own.table.text, own.header_paths)
    words = {word for text in (*texts, unit.source.data) for word in re.findall(rb"\w+", text)}
    known = [old for old in rules.dtypes if old.encode() in words] or list(rules.dtypes)
    stem = common_beginning(list(rules.dtypes)).encode() if len(rules.dtypes) > 1 else b""
    values = unified_names(project).values
    others = sorted(word.decode() for word in words if stem and word.startswith(stem))
    names = list(dict.fromkeys(name for old in known if (name := rules.name(old))))
    further = (rules.name(old) or "" for old in others if old not in rules.dtypes)
    return names, list(dict.fromkeys(name for name in further if name in values and name not in names))


def _prelude(
    project: Project, unit: TranslationUnit, helpers: Sequence[_Helper], dtypes: Sequence[str], others: Sequence[str]
) -> str:
    """The unified header with every inline function to be evaluated, the macros of the source, and the samples."""
    rules = unit.rules
    checks = sorted({rules.name(check) or check for check in rules.checks})
    logs = sorted({*rules.prints.values()})
    defines = [d.token.text.decode("utf-8", "replace") for d in unit.source.tree.others if d.keyword == b"define"]
    macros = "".join(f"{text}\n" for text in defines if re.findall(r"\w+", text)[1:2] not in [[c] for c in checks])
    extents, large = _extents(helpers)
    own = "".join(f"constexpr {text.strip()}\n" for name, text in rules.unified.definitions.items())
    return (
        "#include <limits.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
        "#define inline constexpr\n"
        f'#include "{project.target_root / project.target.header}"\n#undef inline\n'
        + _ANSWERS
        + "".join(
            f"#undef {c}\n#define {c}(...) do {{ if (!(__VA_ARGS__)) return MigrateRefused{{}}; }} while (0)\n"
            for c in checks
        )
        + "".join(f"#undef {log}\n#define {log}(...) ((void)0)\n" for log in logs)
        + f"{macros}{own}{fill(rules.unified.samples, {})}\n"
        + _SAMPLES
        % {
            "extents": ", ".join(map(str, extents)),
            "large": ", ".join(map(str, (0, *large))),
            "layouts": _LAYOUTS,
            "dtypes": ", ".join(dtypes),
            "others": ", ".join([*others, dtypes[0]]),
            "number": len(others),
            "tensor": _tensor(unit),
            "dtype": _dtype(unit),
        }
    )


def _extents(helpers: Sequence[_Helper]) -> tuple[list[int], list[int]]:
    """Those of every place, and large ones, each of which is alone among small ones: what the definitions name, and what is beside that."""
    numbers = {n for helper in helpers for n in _numbers(helper.text)}
    beside = sorted({n + step for n in numbers for step in (-1, 0, 1) if 1 < n + step <= _LARGEST} - set(_FIRST))
    near = [n for n in beside if n <= _SMALL][:_MOST]
    large = [n for n in beside if n > _SMALL][:_MOST]
    return [*_FIRST, *near, 1], [70000, *large]  # the first is more than 16 bits hold


def _numbers(text: str) -> set[int]:
    found = set()
    for token in lex(text.encode()):
        if token.kind == Kind.NUMBER and re.fullmatch(rb"(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*", token.text):
            digits = token.text.rstrip(b"uUlL")
            found.add(int(digits, 16 if digits[:2].lower() == b"0x" else 10))
    return found


def _tensor(unit: TranslationUnit) -> str:
    return next((n for old in sorted(unit.rules.tensor_types) if (n := unit.rules.name(old))), "int")


def _dtype(unit: TranslationUnit) -> str:
    return next((n for old in sorted(unit.rules.dtype_types) if (n := unit.rules.name(old))), "int")


_ANSWERS = """template <bool> struct MigrateIf { };
template <> struct MigrateIf<true> { using type = int; };
template <class T> constexpr bool kMigrateNumber = __is_integral(T) || __is_floating_point(T) || __is_enum(T);
// What a check gives that does not hold; a truth value has no answer of its own for that.
struct MigrateRefused
{
    template <class T, typename MigrateIf<kMigrateNumber<T>>::type = 0> constexpr operator T() const { return T(1947483); }
};
template <class T, class U> constexpr auto migrateSame(const T &a, const U &b) -> decltype(a == b) { return a == b; }
"""
_SAMPLES = """
namespace migrateSamples
{
constexpr int extents[] = {%(extents)s};
constexpr %(dtype)s dtypes[] = {%(dtypes)s};
// Enumerators that are no data type; the last stands for none.
constexpr %(dtype)s no_types[] = {%(others)s};
constexpr int kOthers = %(number)d;
constexpr int kExtents = sizeof(extents) / sizeof(extents[0]);
constexpr int kDtypes = sizeof(dtypes) / sizeof(dtypes[0]);
// One of these stands alone among small extents; the first is that of a tensor without elements.
constexpr int alone[] = {%(large)s};
constexpr int kAlone = sizeof(alone) / sizeof(alone[0]);
constexpr int kLayouts = %(layouts)d;
constexpr int kBase = 5 * kLayouts * kExtents, kHigh = 4 * kLayouts, kPlaces = 10;
constexpr int kSamples = kBase + kHigh + kPlaces * kAlone * kLayouts;
int memory[4];
struct Sample { int dim; int shape[8]; int stride[8]; %(dtype)s dtype; void *addr; int seed; };
// Dimensions, extents, layout and data type, each in every place; what stands behind the dimensions is nobody's.
constexpr Sample sample(int n)
{
    Sample s{};
    int layout = n / 5 %% kLayouts, first = n / (5 * kLayouts);
    s.dtype = dtypes[(n + first) %% kDtypes];
    s.dim = n %% 5;
    s.seed = n;
    s.addr = n %% 4 ? &memory[n %% 4] : nullptr;
    for (int i = 0; i < 8; ++i) { s.shape[i] = 3 + (n + i) %% 4; s.stride[i] = 1 + (n + i) %% 3; }
    for (int i = 0; i < s.dim; ++i) { s.shape[i] = extents[(first + i * i) %% kExtents]; }
    if (n >= kBase + kHigh)
    {
        int place = (n - kBase - kHigh) %% kPlaces;
        const int rest = (n - kBase - kHigh) / kPlaces;
        s.dim = place < 1 ? 1 : place < 3 ? 2 : place < 6 ? 3 : 4;
        place -= s.dim * (s.dim - 1) / 2;
        for (int i = 0; i < s.dim; ++i) { s.shape[i] = i == place ? alone[rest %% kAlone] : 2 + i %% 2; }
        layout = rest / kAlone;
        first = place + rest;
    }
    else if (n >= kBase)
    {
        s.dim = 5 + n %% 4;
        layout = (n - kBase) / 4 %% kLayouts;
        first = (n - kBase) / 16;
        for (int i = 0; i < s.dim; ++i) { s.shape[i] = 1 + (first + i) %% 3; }
    }
    int stride = 1;
    for (int i = s.dim - 1; i >= 0; --i) { s.stride[i] = stride; stride *= s.shape[i]; }
    if ((layout == 1 || layout == 6) && s.dim >= 2)   // the last two exchanged; with one before them that is off
    {
        s.stride[s.dim - 1] = s.shape[s.dim - 2];
        s.stride[s.dim - 2] = 1;
        if (layout == 6 && s.dim >= 3) { s.stride[s.dim - 3] += 1; }
    }
    const int place = s.dim ? first %% s.dim : 0;
    if (layout == 2 && s.dim) { s.stride[place] += 1; }
    if (layout == 3 && s.dim) { s.stride[place] *= 2; }
    if (layout == 4 && s.dim) { s.stride[place] = 0; }
    if (layout == 5 && s.dim) { s.stride[place] = s.stride[place] > 1 ? s.stride[place] - 1 : 0; }
    for (int i = 0; layout == 7 && i < s.dim; ++i) { s.stride[i] *= 2; }
    return s;
}
// Beside a sample: the same one, or one with another extent, larger or smaller, number of dimensions, data type, layout, order of extents or memory.
constexpr Sample changed(Sample s, int n)
{
    const int place = s.dim ? n / 11 %% s.dim : 0, last = s.dim ? s.dim - 1 : 0;
    const int kind = n %% 11;
    for (int i = s.dim; i < 8; ++i) { s.shape[i] += 1; s.stride[i] += 2; }
    if (kind == 1) { s.shape[place] += 1; }
    if (kind == 2) { s.dim = s.dim ? s.dim - 1 : 1; }
    if (kind == 3) { s.dim = s.dim < 8 ? s.dim + 1 : 7; }
    if (kind == 4) { s.shape[place] = s.shape[place] ? s.shape[place] - 1 : 1; }
    if (kind == 5) { s.dtype = dtypes[(n + 1) %% kDtypes]; }
    if (kind == 6) { s.stride[place] += 1; }
    if (kind == 7) { const int extent = s.shape[place]; s.shape[place] = s.shape[last]; s.shape[last] = extent; }
    if (kind == 8) { s.addr = s.addr ? nullptr : &memory[0]; }
    if (kind == 9) { s.shape[last] = 1; }
    return s;
}
// Whether a stride that leads to no element is another one than row-major order has: that of an extent of 1, or of a tensor without elements.
constexpr bool free(const Sample &s)
{
    bool none = false, odd = false, odd_one = false;
    int stride = 1;
    for (int i = s.dim - 1; i >= 0; --i)
    {
        none = none || s.shape[i] == 0;
        odd = odd || s.stride[i] != stride;
        odd_one = odd_one || (s.shape[i] == 1 && s.stride[i] != stride);
        stride *= s.shape[i] < 1 << 12 ? s.shape[i] : 1;
    }
    return odd_one || (none && odd);
}
constexpr Sample of(Sample s, %(dtype)s dtype)
{
    s.dtype = dtype;
    return s;
}
constexpr %(tensor)s tensor(const Sample &s) { return migrateSample(s.dim, s.shape, s.stride, s.dtype, s.addr); }
// Made once, for all helpers.
constexpr int kMade = kSamples > kDtypes ? kSamples : kDtypes;
template <class, int... N> struct Made
{
    static constexpr Sample samples[sizeof...(N)] = {sample(N)...};
    static constexpr %(tensor)s tensors[sizeof...(N)] = {tensor(samples[N])...}, others[sizeof...(N)] = {tensor(changed(samples[N], N))...};
    static constexpr bool frees[sizeof...(N)] = {free(samples[N]) || free(changed(samples[N], N))...};
};
using made = __make_integer_seq<Made, int, kMade>;
}
"""


def _comparison(unit: TranslationUnit, helper: _Helper) -> str:
    """The legacy definition, and enumerators: the first sample for which it is not the unified one, -1 where there is none; the first
    enumerator that is no data type for which it is not; the first sample with strides that lead nowhere for which it is not."""
    body = re.sub(r"^\s*(?:static\s+|inline\s+|constexpr\s+)*", "constexpr ", helper.text)
    setup, legacy, ours, arrays = [], [], [], []
    tensors = 0
    for position, kind in enumerate(helper.kinds):
        if kind.startswith("tensor"):
            legacy.append(f"{'&' if '*' in kind else ''}{'other' if tensors else 'tensor'}")
            ours.append(legacy[-1])
            tensors += 1
        elif kind == "int *":
            begin = f"l{position}[i] = u{position}[i] = i % 2 ? extents[(s.seed + i) % kExtents] : alone[(s.seed + i) % kAlone];"
            setup.append(f"int l{position}[8] = {{}}, u{position}[8] = {{}};")
            setup.append(f"for (int i = 0; i < 8; ++i) {{ {begin} }}")  # what it may read, and may leave
            legacy.append(f"l{position}")
            ours.append(f"u{position}")
            arrays.append(f"for (int i = 0; i < 8; ++i) if (l{position}[i] != u{position}[i]) return false;")
        else:
            value = {"dtype": "s.dtype", "int": "s.dim", "const int *": "s.shape"}[kind]
            legacy.append(value)
            ours.append(value)
    number = helper.number
    left = f"migrateLegacy{number}_{helper.unified}({', '.join(legacy)})"
    right = f"{helper.unified}({', '.join(ours)})"
    values = {
        "number": number,
        "tensor": _tensor(unit),
        "setup": " ".join(setup),
        "left": left,
        "right": right,
        "type": "bool" if helper.returns == "bool" else f"decltype({left})",
        "arrays": " ".join(arrays),
        "twice": f"if (!migrateSame({left.replace('other', 'tensor')}, {right.replace('other', 'tensor')})) return false;"
        if tensors > 1
        else "",
        "tensors": tensors,
        "count": "kDtypes" if set(helper.kinds) == {"dtype"} else "kSamples",
        "result": _RESULT,
    }
    same = _SAME_RESULT if helper.returns != "void" else _SAME_ARRAYS
    return f"\n{body}\n{same % values}{_DIFFERS % values}"


_FREE = "strides that lead to no element (of extents of 1, of a tensor without elements)"
_SAME_ARRAYS = """namespace migrateSamples
{
constexpr bool same%(number)d(const Sample &s, const %(tensor)s &tensor, const %(tensor)s &other)
{
    (void)s; (void)tensor; (void)other;
    %(setup)s
    %(left)s;
    %(right)s;
    %(arrays)s
    return true;
}
"""
_SAME_RESULT = """namespace migrateSamples
{
constexpr bool same%(number)d(const Sample &s, const %(tensor)s &tensor, const %(tensor)s &other)
{
    (void)s; (void)tensor; (void)other;
    %(setup)s
    static_assert(__is_same(%(type)s, decltype(%(right)s)), "the results have different types");
    const auto l = %(left)s;
    if (!migrateSame(l, %(right)s)) return false;
    %(twice)s
    %(arrays)s
    return true;
}
"""
_DIFFERS = """
constexpr int differ%(number)d(bool strides)
{
    for (int n = 0; n < %(count)s; ++n)
    {
        const bool free = %(tensors)d && made::frees[n];
        if (free == strides && !same%(number)d(made::samples[n], made::tensors[n], made::others[n])) return n;
    }
    return -1;
}
constexpr int otherwise%(number)d()
{
    for (int n = 0; n < 20; ++n)
    {
        for (int k = 0; k < kOthers; ++k)
        {
            const Sample s = of(made::samples[n], no_types[k]);
            const auto t = tensor(s), o = tensor(changed(s, 0));
            if (!same%(number)d(s, t, o)) return k;
        }
    }
    return -1;
}
}
enum { %(result)s%(number)d = migrateSamples::differ%(number)d(false), %(result)sOther%(number)d = migrateSamples::otherwise%(number)d(),
       %(result)sFree%(number)d = migrateSamples::differ%(number)d(true) };
"""
