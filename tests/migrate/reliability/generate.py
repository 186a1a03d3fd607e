"""Seeded generator of damaged and odd source text: a table of shapes, and a table of what is done to them."""

from __future__ import annotations

import random
from collections.abc import Callable

CALL = "auto status = sgdnnAlpha(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a), tpu::TPUGenerateSgdnnTensor(b));\n"
CHECK = "TORCH_CHECK(status == SG_SUCCESS);\n"
CHIPS = ("BACKEND_1684X", "BACKEND_SG2260")

CONDITIONS = (
    "defined BACKEND_SG2260",
    "defined(BACKEND_1684X)",
    "!defined(BACKEND_SG2260)",
    "! defined BACKEND_1684X",
    "defined BACKEND_1684X || defined BACKEND_SG2260",
    "defined(BACKEND_1684X) && defined(BACKEND_SG2260)",
    "defined BACKEND_SG2260 && defined USE_IT",
    "defined(BACKEND_SG2260) && VERSION >= 2",
    "BACKEND_SG2260",
    "0",
    "1",
    "UNKNOWN_MACRO",
    "__has_include(<x.h>) || BACKEND_1684X",
    "defined BACKEND_1684X /* first */ \\\n || 0",
    "",
    "((((",
    "1 / 0",
    "'a' == 97",
)

STATEMENTS = (
    CALL,
    CALL + CHECK,
    "SAFE_CALL(sgdnnDelta(tpu::TPUGetDeviceResource(), false));\n",
    "sgdnnDelta(tpu::TPUGetDeviceResource());\n",
    "sgdnnNoSuch(tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor(a));\n",
    "auto t = tpu::TPUGenerateSgdnnTensor(a); sgdnnDelta(tpu::TPUGetDeviceResource());\n",
    "SgdnnTensor_t t = tpu::TPUGenerateSgdnnTensor(a), u = t;\n",
    "std::vector<SgdnnTensor_t> v; v.push_back(tpu::TPUGenerateSgdnnTensor(a)); sgdnnGamma(tpu::TPUGetDeviceResource(), v.data(), 1, v[0]);\n",
    "tpu_resource_t r = tpu::TPUGetDeviceResource();\nSAFE_CALL(sgdnnDelta(r));\n",
    "auto f = [&](Tensor &c) { return sgdnnDelta(tpu::TPUGetDeviceResource()) == SG_SUCCESS; };\n",
    "a.dim() ? sgdnnDelta(tpu::TPUGetDeviceResource()) : sgdnnAlpha(tpu::TPUGetDeviceResource(), x, y);\n",
    "int stream = 1; sgdnnDelta(tpu::TPUGetDeviceResource()); use(stream);\n",
    "auto stream = c10_tpu::getCurrentTPUStream(); sgdnnDelta(tpu::TPUGetDeviceResource());\n",
    "for (int stream = 0; stream < 3; ++stream) sgdnnDelta(tpu::TPUGetDeviceResource());\n",
    "if (auto s = sgdnnDelta(tpu::TPUGetDeviceResource())) return b; else sgdnnDelta(tpu::TPUGetDeviceResource());\n",
    "goto end; end: sgdnnDelta(tpu::TPUGetDeviceResource());\n",
    "switch (x) { case 1: sgdnnDelta(tpu::TPUGetDeviceResource()); break; default: ; }\n",
    "do sgdnnDelta(tpu::TPUGetDeviceResource()); while (0);\n",
    "x = 1, sgdnnDelta(tpu::TPUGetDeviceResource()), y = 2;\n",
    'log("sgdnnDelta(tpu::TPUGetDeviceResource());");\n',
    'log(R"x(sgdnnDelta(tpu::TPUGetDeviceResource());\n#if 0\n)x");\n',
    "// sgdnnDelta(tpu::TPUGetDeviceResource()); \\\n still a comment\n",
    "/* sgdnnDelta(tpu::TPUGetDeviceResource());\n#if 1\n */\n",
    "#define RUN(x) sgdnnDelta(tpu::TPUGetDeviceResource()); \\\n  f(tpu::TPUGenerateSgdnnTensor(x))\n",
    "#define CALL_IT do { auto status = sgdnnDelta(tpu::TPUGetDeviceResource()); return status; } while (0)\n",
    "TORCH_CHECK(false);\n",
    "CHECK_TENSOR_IN_DEVICE(a);\n",
    "??=if 0\n",
    "char c = '\"'; char d = '\\''; int e = 1'000'000;\n",
    "std::map<int, std::vector<SgdnnTensor_t>> m{{1, {tpu::TPUGenerateSgdnnTensor(a)}}};\n",
    "%:define X <% %>\n",
    "using tpu::TPUGetDeviceResource; sgdnnDelta(TPUGetDeviceResource());\n",
    "auto p = &sgdnnDelta;\n",
    "#include <sgdnn_api.h>\n",
    "#pragma once\n",
    "#error sgdnnDelta\n",
    "template <class T> void g(T t) { sgdnnDelta(tpu::TPUGetDeviceResource()); }\n",
    "SgdnnDataType_t dtype = SGDNN_DTYPE_FP32;\n",
)

SIGNATURES = (
    "Tensor &op(const Tensor &a, Tensor &b)",
    "void op(Tensor &a,\n#if defined BACKEND_SG2260\n  Tensor &b\n#else\n  Tensor &b, int c\n#endif\n)",
    "#if defined BACKEND_SG2260\nvoid op(Tensor &a, Tensor &b)\n#else\nvoid op2(Tensor &a, Tensor &b)\n#endif\n",
    "static SgdnnTensor_t op(Tensor &stream, Tensor &b)",
    "struct S { void op(Tensor &a, Tensor &b)",
    "auto op = [](Tensor &a, Tensor &b)",
)

COUNTS = ((1, 2, 3), (0, 1, 1, 2), (0, 1), (0, 1))  # statements of a block, by its depth

Source = str


def block(rng: random.Random, depth: int = 0) -> Source:
    return "".join(_piece(rng, depth) for _ in range(rng.choice(COUNTS[depth])))


def _piece(rng: random.Random, depth: int) -> Source:
    kind = rng.random()
    if kind < 0.5 or depth >= len(COUNTS) - 1:
        return rng.choice(STATEMENTS)
    if kind < 0.8:
        return conditional(rng, depth)
    inner = block(rng, depth + 1)
    return rng.choice(("if (x) {\n%s}\n", "{\n%s}\n", "else {\n%s}\n", "while (x) {\n%s}\n", "[&] {\n%s}();\n")) % inner


def conditional(rng: random.Random, depth: int) -> Source:
    opening = rng.choice(("#if ", "# if ", "  #if ", "#ifdef ", "#ifndef "))
    condition = rng.choice(CONDITIONS) if opening.endswith("if ") else rng.choice((*CHIPS, "USE_IT", ""))
    parts = [opening + condition + "\n", block(rng, depth + 1)]
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 1, 4))):
        parts += ["#elif " + rng.choice(CONDITIONS) + "\n", block(rng, depth + 1)]
    if rng.random() < 0.6:
        parts += [rng.choice(("#else\n", "#else // not\n", "#  else\n")), block(rng, depth + 1)]
    parts.append(rng.choice(("#endif\n", "#endif  // chip\n", " # endif\n")))
    if rng.random() < 0.1:
        parts.pop(rng.randrange(len(parts)))
    return "".join(parts)


def file(rng: random.Random) -> Source:
    parts = [rng.choice(("", '#include "TPUTorchUtils.h"\n', "// a comment\n\n")), "namespace at\n{\n"]
    for _ in range(rng.choice((1, 1, 2))):
        body = block(rng)
        parts.append(f"{rng.choice(SIGNATURES)} {{\n{body}return b;\n}}\n")
    return "".join([*parts, "} // namespace at\n"])


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _remove(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.randint(1, 60) :]


def _repeat(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    piece = data[at : at + rng.randint(1, 200)]
    return data[:at] + piece + data[at:]


def _swap_lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    rng.shuffle(lines)
    return b"".join(lines)


def _insert(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    odd = (
        b'"',
        b"'",
        b"/*",
        b"*/",
        b"(",
        b")",
        b"{",
        b"}",
        b"\\\n",
        b"\n#",
        b"#endif\n",
        b"\0",
        b'R"(',
        b"\r",
        b"\xe9",
    )
    return data[:at] + rng.choice(odd) + data[at:]


def _conditional_anywhere(rng: random.Random, data: bytes) -> bytes:
    """Puts a part of the text, cut between any two bytes of lines or tokens, behind a chip conditional."""
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    condition = rng.choice(CONDITIONS).encode()
    middle = b"\n#else\n" + data[first:last] if rng.random() < 0.5 else b""
    return data[:first] + b"\n#if " + condition + b"\n" + data[first:last] + middle + b"\n#endif\n" + data[last:]


def _continue_lines(rng: random.Random, data: bytes) -> bytes:
    return b"".join(b"\\\n " if c == 0x20 and rng.random() < 0.1 else bytes((c,)) for c in data)


def _mixed_ends(rng: random.Random, data: bytes) -> bytes:
    return b"".join(b"\r\n" if c == 0x0A and rng.random() < 0.5 else bytes((c,)) for c in data)


def _flip(rng: random.Random, data: bytes) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes((rng.randrange(256),)) + data[at + 1 :]


def _foreign_words(rng: random.Random, data: bytes) -> bytes:
    word = rng.choice(("\u4e2d\u6587", "\u00e9t\u00e9", "\U0001f600"))
    coding = rng.choice(("utf-8", "latin-1", "utf-16-le", "gb18030"))
    return data.replace(b"// ", b"// " + word.encode(coding, "replace"), 3).replace(
        b"x", word.encode(coding, "replace"), 1
    )


Mutation = Callable[[random.Random, bytes], bytes]

MUTATIONS: dict[str, Mutation] = {
    "as it is": lambda rng, data: data,
    "cut": _cut,
    "removed": _remove,
    "repeated": _repeat,
    "lines in another order": _swap_lines,
    "inserted": _insert,
    "conditional anywhere": _conditional_anywhere,
    "continued lines": _continue_lines,
    "CRLF": lambda rng, data: data.replace(b"\n", b"\r\n"),
    "CR": lambda rng, data: data.replace(b"\n", b"\r"),
    "mixed ends": _mixed_ends,
    "BOM": lambda rng, data: b"\xef\xbb\xbf" + data,
    "UTF-16": lambda rng, data: data.decode("latin-1").encode("utf-16"),
    "foreign words": _foreign_words,
    "byte changed": _flip,
    "tabs": lambda rng, data: data.replace(b"  ", b"\t").replace(b" ", b"\t", 9),
    "no final newline": lambda rng, data: data.rstrip(b"\n"),
    "no newline": lambda rng, data: data.replace(b"\n", b" "),
    "trigraphs": lambda rng, data: data.replace(b"#", b"??=", 1).replace(b"{", b"??<", 1).replace(b"\n", b"??/\n", 1),
}


def case(seed: int) -> tuple[str, bytes]:
    """Case number `seed`: the name of what was done and the text. Equal seeds give equal cases on every machine."""
    rng = random.Random(f"case {seed}")
    data = file(rng).encode()
    names = [list(MUTATIONS)[seed % len(MUTATIONS)]]
    if rng.random() < 0.3:
        names.append(rng.choice(list(MUTATIONS)))
    for name in names:
        data = MUTATIONS[name](rng, data)
    return f"{seed}: {', '.join(names)}", data


def extremes() -> dict[str, bytes]:
    """Sizes and depths that no person writes."""
    call = CALL.encode()
    return {
        "empty": b"",
        "one newline": b"\n",
        "only a BOM": b"\xef\xbb\xbf",
        "a backslash": b"\\",
        "a hash": b"#",
        "open brackets": b"void f() {" + b"(" * 5000,
        "deep brackets": b"void f(Tensor &a, Tensor &b) {" + b"{" * 5000 + call + b"}" * 5000 + b"}\n",
        "deep parentheses": b"void f() { x = " + b"(" * 5000 + b"1" + b")" * 5000 + b"; " + call + b"}\n",
        "deep conditionals": b"void f() {\n"
        + b"#if defined BACKEND_SG2260\n" * 5000
        + call
        + b"#endif\n" * 5000
        + b"}\n",
        "open conditionals": b"#if 1\n" * 5000 + call,
        "long chain": b"void f() {\n#if 0\n" + b"#elif defined BACKEND_1684X\n x();\n" * 1000 + b"#endif\n}\n",
        "deep condition": b"#if " + b"(" * 5000 + b"1" + b")" * 5000 + b"\n" + call + b"#endif\n",
        "long condition": b"#if " + b"!" * 5000 + b"1" + b" || 1" * 3000 + b"\n" + call + b"#endif\n",
        "huge line": b"void f() { int x = 0" + b" + 1" * 50000 + b"; " + call + b"}\n",
        "huge comment": b"/*" + b"*" * 1000000 + b"/ void f() {" + call + b"}\n",
        "huge string": b'void f() { g("' + b"a" * 1000000 + b'"); ' + call + b"}\n",
        "long else chain": b"void f() { " + b"if (x) { y(); } else " * 3000 + b"{ " + call + b"} }\n",
        "many calls": b"void f(Tensor &a, Tensor &b) {\n" + (b"{ " + call + b"}\n") * 600 + b"}\n",
        "continuations": b"int x = 1 " + b"\\\n" * 20000 + b";\n",
        "zeros": bytes(5000),
        "all bytes": bytes(range(256)) * 8,
        "carriage returns": b"\r" * 5000,
    }
