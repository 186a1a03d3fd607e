"""A plain rename job (examples/rename): calls, types, enumerators, includes and arguments by rules; both sides are built and run."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from migrate.cli import main

RENAME = Path(__file__).parents[3] / "examples/rename"


def convert(folder: Path, text: str | None = None) -> tuple[int, str]:
    """Exit code, and what the source becomes."""
    shutil.copytree(RENAME, folder / "tree", dirs_exist_ok=True)
    source = folder / "tree/src/copy.cpp"
    if text is not None:
        source.write_text("#include <cuda_runtime.h>\n" + text)
    out = folder / "out"
    options = ["--out", str(out), *(["--no-compile"] if text is not None else [])]  # a piece of code declares nothing
    code = main(["convert", "--project", str(folder / "tree/migrate.yaml"), *options, str(source)])
    made = out / "src/copy.cpp"
    return code, made.read_text() if made.exists() else ""


def run(folder: Path, source: Path, stubs: Path) -> str:
    compiler = shutil.which("c++") or shutil.which("g++")
    program = folder / stubs.name
    command = [compiler, "-std=c++17", "-Wall", "-Werror", f"-I{stubs}", str(source), "-o", str(program)]
    subprocess.run(command, check=True, timeout=300)
    return subprocess.run([program], capture_output=True, text=True, check=True, timeout=60).stdout


def test_both_sides_do_the_same(tmp_path: Path) -> None:
    code, text = convert(tmp_path)
    assert code == 0
    (tmp_path / "hip.cpp").write_text(text)
    before = run(tmp_path, RENAME / "src/copy.cpp", RENAME / "stubs/cuda")
    assert before == run(tmp_path, tmp_path / "hip.cpp", RENAME / "stubs/hip") and "prefetch 32 to 5 on 7" in before


def test_what_changes_and_what_stays(tmp_path: Path) -> None:
    _, text = convert(tmp_path)
    left = [line for line in text.splitlines() if "cuda" in line]
    assert len(left) == 2 and "comment" in left[0] and '"cudaMalloc %d' in left[1]
    assert '#include <hip/hip_runtime.h>\n#include <cstdio>\n#include "hip/host_flags.h"\n' in text
    assert "profiler" not in text and "hipDeviceProp_t properties;" in text


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    _, text = convert(tmp_path)
    (tmp_path / "tree/src/copy.cpp").write_text(text)
    shutil.rmtree(tmp_path / "out")
    out = tmp_path / "out"
    source = tmp_path / "tree/src/copy.cpp"
    assert main(["convert", "--project", str(tmp_path / "tree/migrate.yaml"), "--out", str(out), str(source)]) == 0
    assert not (out / "src/copy.cpp").exists() or (out / "src/copy.cpp").read_text() == text


@pytest.mark.parametrize(
    ("text", "id", "said"),
    [
        ("int f() { return cudaGraphThing(3); }\n", "T113", "cudaGraphThing"),
        ("int f() { return use(&cudaThreadSynchronize); }\n", "T113", "cudaThreadSynchronize"),
        ("int f(void **p) { return cudaMallocManaged(p, 3, 4); }\n", "T114", "3 arguments"),
        ("int f(int i) { return cudaFillPattern(i++, p); }\n", "T114", "happen 2 times"),
        ('int f(int i) { cudaProfilerNote("a", i = 3); return i; }\n', "T114", "go with it"),
        ("int f(void *p) { return cudaMemPrefetchAsync(p, 3, next(), make()); }\n", "T114", "change places"),
        ("int f(void *p, int i) { return cudaMemPrefetchAsync(p, 3, i, make(&i)); }\n", "T114", "change places"),
        ("int n;\nint f(void *p) { return cudaMemPrefetchAsync(p, 3, n, make()); }\n", "T114", "change places"),
        ('int mine(void **p) __attribute__((alias("cudaMalloc")));\nint f() { return 0; }\n', "T113", "names code"),
        ('void *f(void *h) { return dlsym(h, "cuda" "Malloc"); }\n', "T113", "names code"),
        ('int f() { _Pragma("weak mine = cudaMalloc") return 0; }\n', "T113", "names code"),
    ],
)
def test_what_no_rule_knows_is_left_and_said(
    text: str, id: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, made = convert(tmp_path, text)
    output = capsys.readouterr().out
    assert code == 1 and id in output and said in output
    assert f"MIGRATE {id}" in made and text.split("{")[1].split(";")[0] in made


def test_nested_calls_and_names_in_arguments(tmp_path: Path) -> None:
    text = "int f(void **p, int n) { return cudaFillPattern(n + cudaMemcpyHostToDevice, g(cudaThreadSynchronize(), p)); }\n"
    code, made = convert(tmp_path, text)
    assert code == 0
    assert "hipFillPattern(g(hipDeviceSynchronize(), p), n + hipMemcpyHostToDevice, n + hipMemcpyHostToDevice)" in made


def test_words_that_only_begin_like_legacy_names_stay(tmp_path: Path) -> None:
    code, text = convert(tmp_path, "int f(int current, int custom) { cudaFree(nullptr); return current + custom; }\n")
    assert code == 0 and "hipFree(nullptr); return current + custom;" in text
    code, _ = convert(tmp_path / "left", "int g(CUstream s) { return cuMemAlloc(s); }\n")
    assert code != 0


HEAD = """
#define NEXT k++
#define TWO (1 + 1)
struct T { int m; T(); operator int() const; int operator+(int) const; int get() const; };
int given();
"""


@pytest.mark.parametrize(
    "argument",
    [
        "given()",
        "NEXT",
        "T{}",
        "T()",
        "t",
        "t + 1",
        "+t",
        "t.get()",
        "(int) t",
        "static_cast<int>(t)",
        "k ? throw 3 : 1",
        "[] { return given(); }()",
        "({ given(); })",
        "unknown",
        "unknown + 1",
        "other[3]",
        "*q",
        "(given)()",
        "k += 1",
        "delete q",
        "new int",
        "v",
        "__builtin_expect(given(), 1)",
        "1_km",
    ],
)
def test_an_argument_that_may_have_an_effect_neither_goes_nor_doubles(argument: str, tmp_path: Path) -> None:
    body = "int k = 0, n = 3; float *p = 0; T t, u; T *q = &t; auto v = t; std::map<int, int> other;"
    for call, text in (
        ("cudaProfilerNote", f'cudaProfilerNote("x", {argument})'),
        ("cudaFillPattern", f"cudaFillPattern({argument}, p)"),
    ):
        code, made = convert(tmp_path / call, f"{HEAD}void f() {{ {body} {text}; }}\n")
        assert code == 1 and text in made and "MIGRATE T114" in made, made


@pytest.mark.parametrize(
    ("argument", "twice"),
    [
        ("k", "k, k"),
        ("3u", "3u, 3u"),
        ("TWO", "TWO, TWO"),
        ("(k + n) * 2", "(k + n) * 2, (k + n) * 2"),
        ("x[k]", "x[k], x[k]"),
        ("k < n ? k : (int) n", "k < n ? k : (int) n, k < n ? k : (int) n"),
        ("sizeof(T)", "sizeof(T), sizeof(T)"),
        ("static_cast<size_t>(k)", "static_cast<size_t>(k), static_cast<size_t>(k)"),
    ],
)
def test_an_argument_that_gives_a_value_only_goes_and_doubles(argument: str, twice: str, tmp_path: Path) -> None:
    text = f'{HEAD}void f(const float *y) {{ int k = 0, n = 3; int x[4]; cudaProfilerNote("x", {argument}); cudaFillPattern({argument}, p); }}\n'
    code, made = convert(tmp_path, text)
    assert code == 0 and 'hipProfilerNote("x")' in made and f"hipFillPattern(p, {twice})" in made


def test_a_form_beside_an_operator_gets_its_argument_in_parentheses(tmp_path: Path) -> None:
    shutil.copytree(RENAME, tmp_path / "tree")
    rules = tmp_path / "tree/hip.yaml"
    rules.write_text(rules.read_text().replace("convert: 'hostFlags({})'", "convert: '{} + 1'"))
    source = tmp_path / "tree/src/copy.cpp"
    source.write_text("void f(void **p, int n) { cudaHostAlloc(p, 1, n | 2); cudaHostAlloc(p, 1, n); }\n")
    command = ["convert", "--project", str(tmp_path / "tree/migrate.yaml"), "--no-compile"]
    main([*command, "--out", str(tmp_path / "out"), str(source)])
    made = (tmp_path / "out/src/copy.cpp").read_text()
    assert "hipHostMalloc(p, 1, (n | 2) + 1); hipHostMalloc(p, 1, n + 1);" in made


def test_a_conditional_whose_end_a_raw_string_takes_in_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, made = convert(
        tmp_path, 'int f(float *x)\n{\n#if 0\nR"(\n#endif\nreturn cudaFree(x);\n}\nconst char *s = ")";\n'
    )
    assert code == 1 and "T109" in capsys.readouterr().out and "hip" not in made


@pytest.mark.parametrize(
    "text",
    [
        "int main(int n, char **) {\n#ifdef V\n  if (n > 1) {\n#else\n  if (n > 2) {\n#endif\n    cudaFree(nullptr);\n  }\n}\n",
        "#if 0\nTODO: 1) remove this, don't wait\n#endif\nvoid f() { cudaFree(nullptr); }\n",
        "#define OPEN {\nint f() OPEN return cudaFree(nullptr); }\n",
    ],
)
def test_brackets_that_do_not_match_over_all_branches_are_no_hindrance(tmp_path: Path, text: str) -> None:
    code, out = convert(tmp_path, text)
    assert code == 0 and out.replace(
        '#include "hip/host_flags.h"\n', ""
    ) == "#include <hip/hip_runtime.h>\n" + text.replace("cudaFree", "hipFree")


def test_a_call_whose_brackets_do_not_match_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "void f(float *p) {\n#ifdef V\n  cudaMemPrefetchAsync(p,\n#else\n  g(\n#endif\n  1, 2, 0);\n}\n"
    code, out = convert(tmp_path, text)
    told = capsys.readouterr().out
    assert code == 1 and "MIGRATE T113" in out and "already unified" not in told.lower()


HIP = """
version: 1
torch:
  same_values: true
  calls: {legacy_names: '^cuda[A-Z]\\w*$|^CUDA\\w*_\\w+$'}
  constants:
    - {pattern: '^cuda(Free|Malloc|Error_t|Success|Stream_t|StreamSynchronize)$', unified: 'hip\\1'}
    - {pattern: '^CUDART_VERSION$', unified: HIP_VERSION}
    - {pattern: '^CUDA_(CHECK|READY)$', unified: 'HIP_\\1'}
  free_calls:
    cudaHostAlloc: {name: hipHostMalloc, arguments: [1, 2, {argument: 3, convert: 'hostFlags({})'}]}
  includes: {cuda_runtime.h: hip/hip_runtime.h}
"""


def extension(
    folder: Path, files: dict[str, str], rules: str = HIP, sources: str = "src/*", include: str = ""
) -> tuple[int, dict[str, str]]:
    """Exit code, and what the files of a tree of their own become, not compiled."""
    torch = f"{{sources: ['{sources}']{include and f', include: [{include}]'}}}"
    project = (
        f"version: 1\nname: ext\nchips: {{device: {{}}}}\nrules: [hip.yaml]\ntorch: {torch}\ntarget: {{torch: src}}\n"
    )
    for name, text in {"migrate.yaml": project, "hip.yaml": rules, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    out = folder / "out"
    code = main(["convert", "--project", str(folder / "migrate.yaml"), "--no-compile", "--out", str(out), str(folder)])
    return code, {name: (out / name).read_text() for name in files if (out / name).exists()}


def test_names_in_directives_become_others(tmp_path: Path) -> None:
    text = (
        "#include <cuda_runtime.h>\n"
        "#if defined(CUDART_VERSION) && CUDART_VERSION >= \\\n  11000\n#elif defined CUDA_READY\n#undef CUDA_READY\n#endif\n"
        "#pragma weak cudaFree\n"
        "int f(const cudaStream_t &s, void *p) { return (void) ::cudaFree(p), ::cudaStreamSynchronize(s); }\n"
    )
    code, made = extension(tmp_path, {"src/a.cpp": text})
    expected = (
        text.replace("CUDART", "HIP").replace("CUDA_", "HIP_").replace("cuda_", "hip/hip_").replace("cuda", "hip")
    )
    assert code == 0 and made == {"src/a.cpp": expected}


def test_names_in_directives_that_no_rule_knows_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the output nothing defines them, so that another branch would be taken without a word."""
    text = (
        "#ifdef CUDA_NO_HALF\n#endif\n"
        '#include "own.h"\n'
        "#if CUDA_OWN\n#endif\n#ifndef CUDA_MINE\n#define CUDA_MINE 2\n#endif\n"
        "int f(void *p)\n{\n#ifdef cudaHostAlloc\n  return 1;\n#endif\n  return cudaFree(p);\n}\n#if CUDA_LAST\n#endif\n"
    )
    code, made = extension(tmp_path, {"src/a.cpp": text, "src/own.h": "#define CUDA_OWN 1\n"}, sources="src/*.cpp")
    output = capsys.readouterr().out
    assert code == 1 and output.count(" T113 CUDA") == 2 and made["src/a.cpp"].count("MIGRATE T113") == 3
    for name in ("CUDA_NO_HALF", "cudaHostAlloc", "CUDA_LAST"):
        assert f"{name} stands in a directive" in output
    assert "hipFree(p)" in made["src/a.cpp"] and "#ifndef CUDA_MINE\n#define CUDA_MINE 2\n#endif" in made["src/a.cpp"]


def test_a_header_that_is_asked_for_gets_its_other_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '#if __has_include(<cuda_runtime.h>) && __has_include("x.h")\n#endif\nint f() { return cudaFree(0); }\n'
    _, made = extension(tmp_path, {"src/a.cpp": text})
    assert '__has_include(<hip/hip_runtime.h>) && __has_include("x.h")' in made["src/a.cpp"]


CHECK = "#define CUDA_CHECK(call) do { cudaError_t e = call; if (e != cudaSuccess) fail(e); } while (0)\n"
USE = '#include "own.h"\n#ifdef CUDA_CHECK\n#endif\nvoid g(void *p) { CUDA_CHECK(cudaFree(p)); }\n'


def test_a_macro_of_the_tree_is_renamed_with_its_definition(tmp_path: Path) -> None:
    header = f"#ifndef OWN_H\n#define OWN_H\n{CHECK}inline void f(void *p) {{ CUDA_CHECK(cudaFree(p)); }}\n#endif\n"
    _, made = extension(tmp_path, {"src/own.h": header, "src/a.cpp": USE})
    renamed = {"cuda": "hip", "CUDA": "HIP"}
    for name, text in {"src/own.h": header, "src/a.cpp": "void g" + USE.split("void g")[1]}.items():
        for old, new in renamed.items():
            text = text.replace(old, new)
        assert text in made[name] and "CUDA_CHECK" not in made[name].replace("T112: #ifdef CUDA_CHECK", "")


@pytest.mark.parametrize(
    "files",
    [
        {"inc/own.h": CHECK, "src/a.cpp": USE},
        {"src/own.h": CHECK, "src/a.cpp": USE.replace("p) {", "p) { p.CUDA_CHECK(1);")},
    ],
)
def test_a_macro_that_keeps_its_name_where_it_is_defined_keeps_it_everywhere(
    files: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "inc").mkdir()
    code, made = extension(tmp_path, files, include="inc")
    assert code == 1 and "T117" in capsys.readouterr().out
    assert "CUDA_CHECK(hipFree(p))" in made["src/a.cpp"]


SCOPES = r"""
version: 1
torch:
  same_values: true
  calls: {legacy_names: '^cuda[A-Z]\w*$|^\w+::cuda::'}
  constants:
    - {pattern: '^cuda(Free)$', unified: 'hip\1'}
    - {pattern: '^(c10|at)::cuda::CUDA(Stream|Event)$', unified: '\1::hip::HIP\2'}
  types: {'c10::cuda::CUDAGuard': 'c10::hip::HIPGuard', 'at::cuda::philox': 'at::hip::philox'}
  free_calls:
    at::cuda::current: {name: at::hip::currentStream}
    at::cuda::get: {name: at::hip::get2, arguments: [2, 1]}
    cudaHostAlloc: {name: hipHostMalloc, arguments: [2, 1]}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("using c10::cuda::CUDAGuard;", "using c10::hip::HIPGuard;"),
        (
            "c10::cuda::CUDAGuard a(0); ::c10 :: cuda::CUDAGuard b(1);",
            "c10::hip::HIPGuard a(0); ::c10::hip::HIPGuard b(1);",
        ),
        ("std::vector<at::cuda::CUDAStream> v;", "std::vector<at::hip::HIPStream> v;"),
        ("at::cuda::philox::unpack(1);", "at::hip::philox::unpack(1);"),
        ("#define G(x) c10::cuda::CUDAGuard g##x(0)", "#define G(x) c10::hip::HIPGuard g##x(0)"),
        (
            "int f() { return ::cudaFree(at::cuda::current()); }",
            "int f() { return ::hipFree(at::hip::currentStream()); }",
        ),
        (
            "auto x = f(at::cuda::get(sizeof(c10::cuda::CUDAEvent), ::cudaHostAlloc(1, 2)));",
            "auto x = f(at::hip::get2(::hipHostMalloc(2, 1), sizeof(c10::hip::HIPEvent)));",
        ),
        ("mine::CUDAGuard a; b.get(1); get(2);", "mine::CUDAGuard a; b.get(1); get(2);"),
    ],
)
def test_names_with_their_scopes(text: str, expected: str, tmp_path: Path) -> None:
    code, made = extension(tmp_path, {"src/a.cpp": f"{text}\nvoid g(void *p) {{ cudaFree(p); }}\n"}, SCOPES)
    assert code == 0 and made["src/a.cpp"].startswith(f"{expected}\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("auto f = [] { return at::cuda::other(2); };", "at::cuda::other is used"),
        ("auto f = &at::cuda::get;", "at::cuda::get is used"),
        ("c10:: /* why */ cuda::CUDAGuard a;", "c10::cuda::CUDAGuard is used"),
        ("int f(void *p) { return mine::cudaFree(p); }", "cudaFree is used"),
        ("int f(void *p) { return mine::cudaHostAlloc(p, 1); }", "cudaHostAlloc is used"),
        ("using namespace c10::cuda;\nCUDAGuard a(0);", "CUDAGuard is used"),
        ("namespace cc = c10::cuda;\ncc::CUDAGuard a(0);", "CUDAGuard is used"),
        ("#define CC c10::cuda\nCC::CUDAGuard a(0);", "CC::CUDAGuard is used"),
        ("namespace at { int f() { return cuda::get(1, 2); } }", "cuda::get is used"),
        ("namespace c10 { namespace cuda { struct CUDAGuard {}; } }\nc10::cuda::CUDAGuard a;", "T117"),
    ],
)
def test_names_whose_scopes_no_rule_has_stay_and_are_said(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, made = extension(tmp_path, {"src/a.cpp": f"{text}\nvoid g(void *p) {{ cudaFree(p); }}\n"}, SCOPES)
    assert code == 1 and said in capsys.readouterr().out
    left = re.sub(r"/\* MIGRATE .*? \*/\s*", "", made["src/a.cpp"])
    assert left == f"{text}\nvoid g(void *p) {{ hipFree(p); }}\n"


NAMESPACE = SCOPES.replace("types: {", "types: {'at::cuda': 'at::hip', ")


@pytest.mark.parametrize(
    "text",
    [
        "auto f = &at::cuda::get;",
        "int f() { return at::cuda::get<int>(1, 2); }",
        "int f() { return (at::cuda::get)(1, 2); }",
        "int f() { return at::cuda /* why */ ::get(1, 2); }",
        "#define GET at::cuda::get",
        "#define CC at::cuda\nint f() { return CC::get(1, 2); }",
        "void f() { run(at::cuda::get); }",
    ],
)
def test_a_function_whose_arguments_change_is_not_renamed_with_its_namespace(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, made = extension(tmp_path, {"src/a.cpp": f"{text}\nvoid g(void *p) {{ cudaFree(p); }}\n"}, NAMESPACE)
    assert code == 1 and "::get is used in a form" in capsys.readouterr().out and "hip::get" not in made["src/a.cpp"]


def test_a_function_whose_name_alone_changes_has_it_in_every_form(tmp_path: Path) -> None:
    text = "auto f = &at::cuda::current; auto g = at::cuda::current<int>(); at::cuda::other h;\n"
    code, made = extension(tmp_path, {"src/a.cpp": text}, NAMESPACE)
    assert code == 0
    assert made["src/a.cpp"] == (
        "auto f = &at::hip::currentStream; auto g = at::hip::currentStream<int>(); at::hip::other h;\n"
    )


def test_what_the_compiler_says_of_a_name_that_a_rule_is_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = SCOPES.replace(r"|^\w+::cuda::", "|^cuda$").replace(
        "at::cuda::current:", "cuda: {name: hip}\n    at::cuda::current:"
    )
    extension(tmp_path, {"src/a.cpp": "int f() { return at::cuda::other(2); }\n"}, rules)
    project = tmp_path / "migrate.yaml"
    project.write_text(
        project.read_text().replace(
            "target: {torch: src}", "target: {torch: src, torch_include: [src], torch_precompiled: []}"
        )
    )
    main(["convert", "--project", str(project), "--out", str(tmp_path / "out"), str(tmp_path)])
    assert "no rule says" not in capsys.readouterr().out


def test_headers_with_their_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = (
        SCOPES
        + "  includes: {c10/cuda/S.h: c10/hip/S.h, S.h: other/S.h, T.h: new/T.h, d/T.h: '', e/U.h: V.h, x/T.h: y.h}\n"
    )
    text = '#include <c10/cuda/S.h>\n#include "../c10/cuda/S.h"\n#include <cuda/S.h>\n#include "a/T.h"\n#include <d/T.h>\n#include <U.h>\n'
    _, made = extension(tmp_path, {"src/a.cpp": text}, rules)
    assert made["src/a.cpp"] == '#include <c10/hip/S.h>\n#include <other/S.h>\n#include "new/T.h"\n#include <U.h>\n'
    said = capsys.readouterr().out
    assert (
        "no file includes e/U.h" in said and "no file includes x/T.h" in said and "no file includes d/T.h" not in said
    )


def test_map_knows_calls_without_a_receiver(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    extension(tmp_path, {"src/a.cpp": "int x;\n"}, SCOPES)
    said = capsys.readouterr().out
    assert (
        "torch.free_calls has cudaHostAlloc" in said
        and "^(c10|at)::cuda::CUDA(Stream|Event)$ of torch.constants matches no" in said
    )
    names = ["cudaHostAlloc", "at::cuda::current", "at::cuda::CUDAEvent"]
    assert main(["map", "--project", str(tmp_path / "migrate.yaml"), *names]) == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "cudaHostAlloc(argument 1, argument 2) -> hipHostMalloc(argument 2, argument 1)"
    assert (
        second == "at::cuda::current -> at::hip::currentStream" and third == "at::cuda::CUDAEvent -> at::hip::HIPEvent"
    )


@pytest.mark.parametrize(
    ("rules", "settled"),
    [
        (r"constants: [{pattern: '^cuda(\w+)$', unified: 'hip\1'}]", True),
        (r"constants: [{pattern: '^cuda(\w+)$', unified: 'cuda_\1'}]", False),
        ("free_calls: {cudaCopy: {name: cudaCopy, arguments: [2, 1]}}", False),
        ("free_calls: {cudaCopy: {name: hipCopy, arguments: [2, 1]}}", True),
        ("types: {'a::cuda': 'a::cuda::hip'}\n  constants: [{pattern: '^cudaCopy$', unified: hipCopy}]", False),
    ],
)
def test_what_would_change_with_every_run_is_not_rewritten_in_place(
    rules: str, settled: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "void f(void *p, void *q) { a::cuda::Own x; cudaCopy(p, q); }\n"
    (tmp_path / "src").mkdir()
    source = tmp_path / "src/a.cpp"
    source.write_text(text)
    (tmp_path / "own.yaml").write_text(f"version: 1\ntorch:\n  same_values: true\n  {rules}\n")
    (tmp_path / "migrate.yaml").write_text(
        "version: 1\nchips: {device: {}}\nrules: [own.yaml]\ntorch: {sources: ['src/*.cpp'], compile: false}\ntarget: {torch: src}\n"
    )
    command = ["convert", "--project", str(tmp_path / "migrate.yaml"), "--in-place", str(tmp_path)]
    assert main(command) == (0 if settled else 2)
    assert (source.read_text() == text) == (not settled)
    assert ("in place this would change with every run" in capsys.readouterr().err) == (not settled)
    if settled:
        made = source.read_text()
        assert main(command) == 0 and source.read_text() == made


@pytest.mark.parametrize("inner", [False, True])
def test_what_a_header_defines_that_the_output_does_not_include_is_the_librarys(inner: bool, tmp_path: Path) -> None:
    """Also where the project names its folder for the headers of the torch side: a condition on such a macro would be false from now on."""
    header = (
        "#pragma once\n#define CUDA_VERSION 12000\n#define CUDA_OK(x) (x)\ninline int cudaFree(void *) { return 0; }\n"
    )
    rules = "version: 1\ntorch:\n  same_values: true\n  constants: [{pattern: '^cuda(Free)$', unified: 'hip\\1'}, {pattern: '^CUDA_(\\w+)$', unified: 'HIP_\\1'}]\n  includes: {cuda/rt.h: hip/rt.h}\n"
    text = '#include "cuda/rt.h"\n#if CUDA_VERSION > 11000\nint f(void *p) { return CUDA_OK(cudaFree(p)); }\n#endif\n'
    files = {
        "src/a.cpp": text,
        "sdk/cuda/rt.h": '#include "inner.h"\n' if inner else header,
        "sdk/cuda/inner.h": header,
    }
    code, made = extension(tmp_path, files, rules, include="sdk")
    assert code == 0
    assert made["src/a.cpp"] == (
        '#include "hip/rt.h"\n#if HIP_VERSION > 11000\nint f(void *p) { return HIP_OK(hipFree(p)); }\n#endif\n'
    )


def test_what_the_compiler_refuses_is_no_hindrance_in_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(RENAME, tmp_path / "tree")
    source = tmp_path / "tree/src/copy.cpp"
    source.write_text(
        "#include <cuda_runtime.h>\nvoid f(void *p) { cudaFree(p, 1, 2); }\nvoid g(void *p) { cudaFree(p); }\n"
    )
    command = ["convert", "--project", str(tmp_path / "tree/migrate.yaml"), "--in-place", str(source)]
    for _ in range(2):
        assert main(command) == 1 and "T125" in capsys.readouterr().out
        assert source.read_text().count("MIGRATE T125") == 1


def test_markers_go_in_place_when_nothing_is_refused_any_more(tmp_path: Path) -> None:
    text = "void f(void *p)\n{\n    cudaFree(p);\n    cudaOther(p);\n    if (p) cudaOther(p);\n}\n#ifdef CUDA_X_Y\n#endif\n"
    code, _ = extension(tmp_path, {"src/a.cpp": text})
    command = ["convert", "--project", str(tmp_path / "migrate.yaml"), "--no-compile", "--in-place", str(tmp_path)]
    source, rules = tmp_path / "src/a.cpp", tmp_path / "hip.yaml"
    for _ in range(2):
        assert code == main(command) == 1
        assert source.read_text().count("/* MIGRATE T113") == 3
    rules.write_text(rules.read_text().replace("cuda(Free|", "cuda(Free|Other|").replace("(CHECK|", "(X_Y|CHECK|"))
    assert main(command) == 0
    assert source.read_text() == text.replace("cuda", "hip").replace("CUDA", "HIP")


@pytest.mark.parametrize(
    "text",
    [
        "struct A { int cudaFree(void *p); };\nint f(A &a, void *p) { return a.cudaFree(p) + cudaFree(p); }\n",
        "namespace mine { int cudaFree(int x); int g() { return cudaFree(1); } }\nint f(void *p) { return ::cudaFree(p); }\n",
        "void f(void *p) { auto cudaFree = [](void *) {}; cudaFree(p); }\n",
        "void f(void *p) { cuda\\\nFree(p); }\n",
    ],
)
def test_a_file_that_stays_whole_because_of_other_meanings_says_so(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, made = extension(tmp_path, {"src/a.cpp": text})
    said = capsys.readouterr().out
    assert code == 1 and ("T117" in said or "T122" in said) and "hipFree" not in made["src/a.cpp"]


@pytest.mark.parametrize("text", ["struct A { int cudaFree(void *p); };\n", "int f(A &a) { return a.cudaFree(3); }\n"])
def test_a_file_without_the_library_is_left_in_peace(text: str, tmp_path: Path) -> None:
    code, _ = extension(tmp_path, {"src/a.cpp": text, "src/b.cpp": "int g(void *p) { return cudaFree(p); }\n"})
    assert code == 0


MOVED = HIP.replace("free_calls:", "free_calls:\n    cudaPrefetch: {name: hipPrefetch, arguments: [1, 2, 4, 3]}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("void f() { cudaPrefetch(p, n,\n#ifdef X\n  1,\n#else\n  2,\n#endif\n  0); }", "#ifdef X stands between"),
        ("void f() { cudaPrefetch(p, n,\n#define Z 3\n  Z, 0); }", "#define Z 3 stands between"),
        ("template <class... A> void f(A... a) { cudaPrefetch(a..., 1, 2, 3); }", "`...` stands for"),
        ("#define P(...) cudaPrefetch(__VA_ARGS__, 1, 2, 3)", "`__VA_ARGS__` stands for"),
        ("#define TWO a, b\nvoid f() { cudaPrefetch(p, TWO, 0, 1); }", "the macro TWO stands for several"),
        ("void f() { cudaPrefetch(p, Size<int, 4>::v, 3); }", "a comma between `<` and `>`"),
    ],
)
def test_arguments_that_the_text_does_not_show_are_not_moved(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, made = extension(tmp_path, {"src/a.cpp": f"{text}\nvoid g(void *p) {{ cudaFree(p); }}\n"}, MOVED)
    assert code == 1 and said in capsys.readouterr().out
    assert re.sub(r"/\* MIGRATE .*? \*/ ", "", made["src/a.cpp"]).startswith(text)


def test_comments_go_with_their_arguments(tmp_path: Path) -> None:
    text = "void f() {\n  cudaPrefetch(p, // where\n    n /* bytes */,\n    /* device */ 3,\n    0 // stream\n  );\n}\n"
    _, made = extension(tmp_path, {"src/a.cpp": text}, MOVED)
    assert "hipPrefetch(p /* where */, n /* bytes */, 0 /* stream */, /* device */ 3);" in made["src/a.cpp"]


@pytest.mark.parametrize(
    "line",
    ["#include_next <cuda_runtime.h>", '#import "cuda_runtime.h"', "#define RT <cuda_runtime.h> // why\n#include RT"],
)
def test_a_header_that_no_plain_include_names_is_said(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = extension(tmp_path, {"src/a.cpp": f"{line}\nint f(void *p) {{ return cudaFree(p); }}\n"})
    assert code == 1 and "T113 cuda_runtime.h stands in a directive" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "auto f(void *p) -> cudaError_t { return cudaFree(p); }\nauto l = [](int a) mutable -> cudaError_t { return cudaSuccess; };\n",
        "__global__ void k(float *p, cudaStream_t = nullptr);\ntemplate <cudaError_t = cudaSuccess> struct T;\n",
        "typedef cudaError_t (*Free)(void *);\nstruct S { operator cudaStream_t() const; };\n",
        "int f(void *p) { return cudaFree(p) not_eq cudaSuccess; }\n",
        "#define CK(x) check(x, __FILE__, __LINE__)\nint f(void *p) { CK(cudaFree(p)); }\n",
    ],
)
def test_forms_that_name_the_library(text: str, tmp_path: Path) -> None:
    code, made = extension(tmp_path, {"src/a.cpp": text})
    assert code == 0 and made["src/a.cpp"] == text.replace("cuda", "hip")


def test_members_behind_an_arrow_stay(tmp_path: Path) -> None:
    text = "auto m = v[0](1)->cudaFree; int n = k(2)->cudaSuccess; template <class T> auto h(T t) { return t(1)->cudaFree(2); }\n"
    code, made = extension(tmp_path, {"src/a.cpp": f"{text}void g(void *p) {{ cudaFree(p); }}\n"})
    assert code == 0 and made["src/a.cpp"].startswith(text)


@pytest.mark.parametrize(
    "text",
    [
        "void f() { namespace cu = at::cuda; cu::CUDAStream s; }",
        "using at::cuda::CUDAEvent;\nCUDAEvent e;",
        "namespace at { namespace mine { auto x = cuda::CUDAStream(1); } }",
        "using namespace c10;\ncuda::CUDAEvent e;",
    ],
)
def test_names_of_patterns_without_all_of_their_scopes_are_said(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = extension(tmp_path, {"src/a.cpp": f"{text}\nvoid g(void *p) {{ cudaFree(p); }}\n"}, NAMESPACE)
    assert code == 1 and "is used in a form that migrate does not know" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("namespace mine { int hipFree(void *p); }\n", "namespace mine { int f(void *p) { return cudaFree(p); } }\n"),
        ("#define hipFree(p) 0\n", "int f(void *p) { return cudaFree(p); }\n"),
        ("struct B { int hipFree(void *p); };\n", "struct A : B { int f(void *p) { return cudaFree(p); } };\n"),
    ],
)
def test_a_name_that_is_written_and_means_something_else_in_a_header_is_said(
    header: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"src/a.cpp": f'#include "own.h"\n{text}', "inc/own.h": header}
    code, _ = extension(tmp_path, files, sources="src/*.cpp", include="inc")
    assert code == 1 and "T117 own.h declares or defines a hipFree" in capsys.readouterr().out


def test_a_variable_with_the_name_that_a_rule_inserts_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = extension(tmp_path, {"src/a.cpp": "void f(void *p, int hostFlags) { cudaHostAlloc(p, 1, hostFlags); }\n"})
    assert code == 1 and "T117 this file declares or defines a hostFlags" in capsys.readouterr().out
