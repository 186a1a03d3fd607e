"""Operators of shapes that are written otherwise before they are converted: objects, lambdas, data types as numbers, macros, statuses, waits, names.

A production is one shape, whose parts are drawn from the small language of generator_language.py; an operator has one or two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from generator import CONDITIONS, SIGNATURE, Generator
from generator_language import Scope
from generator_types import Types


class Prepared(Types):
    """`only`: one production by its name, to measure it."""

    def __init__(self, seed: int, only: str = "") -> None:
        super().__init__(seed)
        self.rng.seed(f"prepared {seed} {only}")
        self.productions: dict[str, Callable[[], str]] = {
            "object": self.object_,
            "owner": self.owner,
            "lambda": self.lambda_,
            "dtype": self.dtype_number,
            "map": self.dtype_map,
            "list": self.list_macro,
            "macro": self.launch_macro,
            "status": self.status_helper,
            "declared": self.declared_status,
            "wait": self.waiting,
            "chosen": self.chosen_name,
            "built": self.built_name,
            "launcher": self.launcher,
            "tensor": self.whole_tensor,
            "text": self.text_print,
            "static": self.static_,
            "local": self.branch_local,
            "chip": self.chip_value,
        }
        self.only = only
        launch = f'sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a{self.n}", &api, sizeof ( api ), non_blocking )'
        self.scope = Scope(
            ("mode", "x", "input.dim", "output.shape[0]", f"GEN{self.n}"),
            ("x", "api.dim", "api.mode", "api.shape[1]", "x"),
            launch,
            "return SG_SUCCESS;",
        )

    def text(self) -> str:
        chosen = [self.only] if self.only else self.rng.sample(sorted(self.productions), self.rng.choice((1, 1, 2)))
        parts = [self.productions[one] for one in chosen]
        parts += [lambda: self.small(self.scope)] * self.rng.randrange(3)
        self.rng.shuffle(parts)
        self.early: list[str] = []
        body = "".join(part() for part in parts)
        number = self.n
        macros = (
            f"#if defined BACKEND_1684X\n#define GEN{number} 1\n#define FLAGS{number} 5\n#else\n#define GEN{number} 2\n#define FLAGS{number} 6\n"
            f"#define NEW{number}\n#endif\n#define LEVEL{number} 3\n"
        )
        head = "{\n  sg_api_one_t api = {};\n  int x = mode & 3;\n  api.input_global_addr = input.addr;\n  api.output_global_addr = output.addr;\n"
        ending = f"  SAFE_CALL ( {self.scope.launch} );\n" if self.rng.random() < 0.8 else ""
        return (
            macros
            + "".join(self.before)
            + SIGNATURE.format(n=number)
            + head
            + body
            + ending
            + "  return SG_SUCCESS;\n}\n\n"
        )

    # ---- statuses and waits

    def status_helper(self) -> str:
        name, ret = self.name("run"), self.pick("ret", "ret", "x")
        call = f'sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_s{self.n}", api, sizeof ( *api ), non_blocking )'
        scope = Scope(("n", "api->dim"), ("n", "api->mode"), "", self.pick("return 0;", "return SG_SUCCESS;"), deep=1)
        before, behind = self.small(scope), self.small(scope)
        body = self.pick(
            f"{before}  int {ret} = {call};\n  if ( {ret} )\n  {{\n    return {ret};\n  }}\n{behind}  return {ret};\n",
            f"  int {ret};\n{before}  {ret} = {call};\n  if ( {ret} != 0 ) return {ret};\n  {ret} = {call};\n{behind}  return {ret};\n",
            f"{before}  if ( n > 2 ) return 0;\n{behind}  return {call};\n",
            f"  int {ret} = 0;\n  for ( int i = 0; i < n && i < 3 && !{ret}; ++i )\n  {{\n    {ret} = {call};\n{before}  }}\n  return {ret};\n",
        )
        self.before.append(
            f"static {self.pick('int', 'int', 'inline int')} {name} ( tpu_resource_t resource, sg_api_one_t * api, int n, bool non_blocking )\n{{\n{body}}}\n"
        )
        used = f"{name} ( resource, &api, {self.value_of(self.scope)}, non_blocking )"
        return self.pick(
            f"  if ( {used} ) return SG_FAILURE;\n",
            f"  if ( {used} != 0 )\n  {{\n{self.small(self.scope)}    return SG_FAILURE;\n  }}\n",
            f"  SGDNN_CHECK ( {used} == 0 );\n",
            f"  {{\n    int rc = {used};\n    if ( rc ) return SG_FAILURE;\n  }}\n",
            f"  SGDNN_CHECK ( !{used} );\n",
        )

    def declared_status(self) -> str:
        kind = self.pick("tpu_status_t", "const tpu_status_t", "auto")
        name = self.pick("s", "dim", "rc")
        inner, last = self.small(self.scope), self.braced(self.scope)
        branch = f"  {{\n{inner}    return {name};\n  }}\n"
        other = "" if self.chance(0.4) else f"  else\n{last}"
        alloc = self.chance(0.3)
        call = (
            f"sgdnnMallocDeviceByte ( resource, &mem, {self.pure(self.scope)} + 64 )"
            if alloc
            else self.call().replace("mode > 2", "false").replace("!non", "non")
        )
        text = f"  if ( {kind} {name} = {call} )\n{branch}{other}"
        if alloc:
            return f"  {{\n    tpu_device_mem_t mem;\n{text}    api.buffer_global_addr = sgdnnGetDeviceAddr ( mem );\n    SAFE_CALL ( {self.scope.launch} );\n    sgdnnFreeDevice ( resource, mem );\n  }}\n"
        return text

    def waiting(self) -> str:
        call = f'sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_w{self.n}", &api, sizeof ( api ), {self.pick("false", "false", "false", "true")} )'
        good = self.pick(f"{call} == SG_SUCCESS", f"SG_SUCCESS == {call}", f"!{call}")
        test, join = self.asks(self.scope), self.pick("&&", "||")
        inner = self.scope.inner(loop=True)
        return self.pick(
            f"  if ( {test} {join} {good} )\n{self.branch(self.scope)}  else\n{self.branch(self.scope)}",
            f"  if ( {good} {join} {test} )\n{self.braced(self.scope)}",
            f"  if ( {test} )\n{self.plain(self.scope)}  else if ( {good} )\n{self.branch(self.scope)}  else\n{self.braced(self.scope)}",
            f"  for ( int i = 0; i < {self.pick('2', '0', 'mode & 1')} && {good}; ++i )\n{self.braced(inner)}",
            f"  {{\n    int k = 0;\n    while ( k++ < 2 && {good} )\n{self.branch(inner)}  }}\n",
            f"  {{\n    int k = 0;\n    do\n{self.braced(inner)}    while ( {good} && ++k < 2 );\n  }}\n",
            f"  x = {test} ? {good} : probe ( 2 );\n",
            f"  if ( {test} )\n    return {call};\n",
            f"  switch ( {call} )\n  {{\n    case SG_SUCCESS:\n{self.plain(self.scope)}    break;\n    default:\n{self.plain(self.scope)}  }}\n",
            f"  SGDNN_CHECK ( {test} {join} {good} );\n",
            f"  {{\n    bool fine = {test} {join} {good};\n    probe ( fine );\n  }}\n",
            f"  {{\n    tpu_status_t s;\n    if ( ( s = {call} ) != SG_SUCCESS ) return s;\n  }}\n",
            f"  for ( int i = 0; i < 2; ++i )\n    if ( {call} != SG_SUCCESS ) {self.pick('break', 'continue', 'return SG_FAILURE')};\n",
        )

    # ---- kernels' names

    def names_of(self) -> tuple[str, str, str]:
        return tuple(f'"tpu_kernel_api_{one}{self.n}"' for one in ("p", "q", "r"))  # type: ignore[return-value]

    def launches(self, name: str) -> str:
        call = f"sgdnnTPUKernelLaunch ( resource, {name}, &api, sizeof ( api ), {self.pick('non_blocking', 'non_blocking', 'false')} )"
        if self.chance(0.2):  # what is not converted
            return self.pick(
                f"  if ( {call} != SG_SUCCESS ) return SG_FAILURE;\n",
                f"  {{\n    tpu_status_t s = {call};\n    if ( s != SG_SUCCESS ) return s;\n  }}\n",
            )
        return self.pick(
            f"  SAFE_CALL ( {call} );\n",
            f"  if ( {self.asks(self.scope)} )\n    SAFE_CALL ( {call} );\n",
            f"  for ( int i = 0; i < 2; ++i )\n  {{\n{self.small(self.scope.inner('i', loop=True))}    SAFE_CALL ( {call} );\n  }}\n",
            f"  {{\n    tpu_status_t s;\n    s = {call};\n    if ( s != SG_SUCCESS ) return s;\n  }}\n",
            f"  switch ( mode )\n  {{\n    case 2:\n      SAFE_CALL ( {call} );\n    default:\n{self.plain(self.scope)}  }}\n",
        )

    def chosen_name(self) -> str:
        a, b, c = self.names_of()
        test = self.quiet(self.scope) if self.chance(0.7) else self.asks(self.scope)
        kind, name = self.rng.choice((0, 1, 1, 2, 3, 4, 5, 6)), self.pick("name", "kernel")
        between = self.small(self.scope) if self.chance(0.6) else ""
        pick, number = self.name("pick"), self.value_of(self.scope)
        if kind == 0:
            return self.launches(f"{test} ? {a} : {b}")
        if kind == 1:
            return f"  {{\n    const char * {name} = {test} ? {a} : {b};\n{between}{self.launches(name)}  }}\n"
        if kind == 2:
            return f"  {{\n    const char * {name} = {a};\n    if ( {test} ) {name} = {b};\n{between}{self.launches(name)}  }}\n"
        if kind == 3:
            return f"  {{\n    const char * {name};\n    switch ( {number} )\n    {{\n      case 1: {name} = {a}; break;\n      case 2: {name} = {b};{self.pick('', ' probe ( 3 );')} break;\n      default: {name} = {c};\n    }}\n{between}{self.launches(name)}  }}\n"
        if kind == 4:
            table = f"static const char * const {pick}[] = {{ {a}, {b}, {c} }};\n"
            self.before.append(table)
            index = self.pick("mode & 1", "x > 2", f"( {number} ) & 1")
            if self.chance(0.5):
                return f"  {{\n    const char * {name} = {pick}[{index}];\n{between}{self.launches(name)}  }}\n"
            return self.launches(f"{pick}[{index}]")
        scope = Scope(("m",), ("m",), leaves=f"return {c};", deep=1)
        body = self.pick(
            f"{self.small(scope)}  return m > 2 ? {a} : {b};\n",
            f"  if ( m > 1 ) return {a};\n{self.small(scope)}  return {b};\n",
            f"  switch ( m )\n  {{\n    case 1: return {a};\n    case 2: return {b};\n    default: return {c};\n  }}\n",
            f"  const char * name = {a};\n{self.small(replace(scope, leaves=''))}  if ( m > 2 ) name = {b};\n  return name;\n",
        )
        self.before.append(f"static const char * {pick} ( int m )\n{{\n{body}}}\n")
        if kind == 5:
            return self.launches(f"{pick} ( {number} )")
        return f"  {{\n    const char * {name} = {pick} ( {number} );\n{between}{self.launches(name)}  }}\n"

    def built_name(self) -> str:
        test = self.quiet(self.scope) if self.chance(0.7) else self.asks(self.scope)
        kind, name = self.rng.randrange(6), self.pick("name", "kernel")
        between = self.small(self.scope) if self.chance(0.5) else ""
        base, n = f'"tpu_kernel_api_t{self.n}"', self.name("suffix")
        use = self.launches(f"{name}.c_str ()")
        piece = self.pick(f'( {test} ? "_a" : "_b" )', n, f"{n} ( {self.pure(self.scope)} )")
        early = ""
        if piece == n:
            early = f'    const char * {n} = {test} ? "_a" : "_b";\n'
        elif piece.startswith(n):
            inner = self.small(Scope(("m",), ("m",), leaves='return "_c";', deep=2))
            self.before.append(f'static const char * {n} ( int m )\n{{\n{inner}  return m > 2 ? "_a" : "_b";\n}}\n')
        if kind == 0:
            text = f"{early}    std::string {name} = std::string ( {base} ) + {piece};\n{between}{use}"
        elif kind == 1:
            text = f"{early}    std::string {name} = {base};\n{between}    {name} += {piece};\n{use}"
        elif kind == 2:
            text = f'    std::string {name} = {base};\n    if ( {test} )\n    {{\n      {name} += "_a";\n    }}\n    else\n    {{\n{between}      {name} += "_b";\n    }}\n{use}'
        elif kind == 3:
            text = f'{early}    char {name}[64];\n    snprintf ( {name}, sizeof ( {name} ), "tpu_kernel_api_t{self.n}%s", {piece} );\n{between}{self.launches(name)}'
        elif kind == 4:
            text = f'{early}    std::string {name} ( {base} );\n    {name}.append ( {piece} );\n{between}    printf ( "%s %d\\n", {name}.c_str (), mode );\n{use}'
        else:
            text = (
                f"    std::string {name} = std::string ( {base} ) + std::to_string ( {test} ? 1 : 2 );\n{between}{use}"
            )
        return f"  {{\n{text}  }}\n"

    def launcher(self) -> str:
        name, (a, b, _) = self.name("go"), self.names_of()
        scope = Scope(("n",), ("n",), "", "return SG_SUCCESS;", deep=1)
        template = self.chance(0.3)
        given = "const T & a" if template else "const void * a, size_t size"
        call = (
            f"sgdnnTPUKernelLaunch ( resource, kernel, {'&a, sizeof ( a )' if template else 'a, size'}, non_blocking )"
        )
        body = self.pick(
            f"{self.small(scope)}  return {call};\n",
            f"{self.small(scope)}  SAFE_CALL ( {call} );\n{self.small(scope)}  return SG_SUCCESS;\n",
            f"  for ( int i = 0; i < n && i < 2; ++i )\n  {{\n    SAFE_CALL ( {call} );\n{self.small(scope.inner('i', loop=True))}  }}\n  return SG_SUCCESS;\n",
        )
        head = "template <class T> static" if template else "static"
        self.before.append(
            f"{head} tpu_status_t {name} ( tpu_resource_t resource, const char * kernel, {given}, int n, bool non_blocking )\n{{\n{body}}}\n"
        )
        api = "api" if template else "&api, sizeof ( api )"
        used = [f"{name} ( resource, {k}, {api}, {self.value_of(self.scope)}, non_blocking )" for k in (a, b)]
        return self.pick(
            f"  SAFE_CALL ( {used[0]} );\n{self.small(self.scope)}  SAFE_CALL ( {used[1]} );\n",
            f"  if ( {self.asks(self.scope)} )\n    SAFE_CALL ( {used[0]} );\n  else\n    SAFE_CALL ( {used[1]} );\n",
            f"  SAFE_CALL ( {used[0].replace(a, f'{self.asks(self.scope)} ? {a} : {b}')} );\n",
            f"  if ( {used[0]} != SG_SUCCESS ) return SG_FAILURE;\n",
        )

    # ---- tensors, prints, variables

    def whole_tensor(self) -> str:
        t, source = self.pick("t", "bias_"), self.pick("input", "bias")
        early = self.small(self.scope) if self.chance(0.4) else ""
        return self.pick(
            f"  {{\n    SgdnnTensor_t {t};\n    memset ( &{t}, 0, sizeof ( {t} ) );\n{early}    if ( {self.asks(self.scope)} ) {t} = {source};\n    api.other_global_addr = {t}.addr;\n  }}\n",
            f"  {{\n    SgdnnTensor_t {t};\n    memcpy ( &{t}, &{source}, sizeof ( {t} ) );\n{early}    {t}.dim = {self.value_of(self.scope)};\n    api.other_global_addr = {t}.addr;\n    api.dim = {t}.dim;\n  }}\n",
            f"  {{\n    SgdnnTensor_t {t} = sgdnnUndefinedTensor ();\n{early}    SgdnnTensor_t * p = {self.asks(self.scope)} ? &{source} : &{t};\n    api.other_global_addr = p->addr;\n    p->dim = 3;\n    api.mode = {t}.dim;\n  }}\n",
            f"  {{\n    typedef SgdnnTensor_t Tensor;\n    Tensor {t} = {source};\n{early}    api.other_global_addr = {t}.addr;\n  }}\n",
        )

    def text_print(self) -> str:
        test, n = self.asks(self.scope), self.name("word")
        inner = self.small(Scope(("m",), ("m",), leaves='return "none";', deep=2))
        helper = f'static const char * {n} ( int m )\n{{\n{inner}  return m > 2 ? "more" : "less";\n}}\n'
        return self.pick(
            f'  printf ( "%s %d\\n", {test} ? "yes" : "no", {self.pure(self.scope)} );\n',
            f'  std::cout << "at " << {"( " + self.value_of(self.scope) + " )"} << std::endl;\n',
            f'  if ( {test} )\n    std::cout << "mode " << mode << " x " << x << "\\n";\n  else\n    probe ( 2 );\n',
            f'  printf ( "%s\\n", {n} ( {self.pure(self.scope)} ) );\n' if not self.before.append(helper) else "",
        )

    def static_(self) -> str:
        name, kind = self.name("count"), self.rng.randrange(4)
        if kind == 0:
            self.before.append(
                f"static int {name} ( int n )\n{{\n  static const int steps[] = {{ 3, 5, 9 }};\n{self.small(Scope(('n', 'steps[n & 1]'), ('n',), leaves='return 4;', deep=1))}  return steps[n & 1];\n}}\n"
            )
            return f"  api.dim = {name} ( {self.value_of(self.scope)} );\n"
        if kind == 1:
            return f"  {{\n    static const int {name} = {self.pick('4', f'GEN{self.n}', f'GEN{self.n} * 3')};\n{self.small(self.scope.inner(name), 2)}  }}\n"
        if kind == 2:
            head = self.rng.choice(CONDITIONS).replace("{n}", self.n)
            self.before.append(
                f"{head}\nstatic const int {name}[] = {{ 1, 2, 3 }};\n#else\nstatic const int {name}[] = {{ 4, 5, 6 }};\n#endif\n"
            )
            return self.pick(
                f"  x = {name}[{self.pure(self.scope)} > 2];\n",
                f"  for ( int i = 0; i < 3; ++i )\n    probe ( {name}[i] );\n",
            )
        self.before.append(
            f"static bool {name} ( SgdnnTensor_t * t, int & n )\n{{\n{self.small(Scope(('n', 't->dim'), ('n', 't->dim'), leaves='return false;', deep=1))}  n = t->dim;\n  return t->addr != 0;\n}}\n"
        )
        return f"  if ( {name} ( &{self.pick('input', 'bias')}, x ) )\n{self.braced(self.scope)}"

    def branch_local(self) -> str:
        head, name = self.rng.choice(CONDITIONS).replace("{n}", self.n), self.pick("k", "cores", "dim")
        kind = self.pick(
            "int",
            "const int",
            "unsigned",
            "unsigned char",
            "bool",
            "SgdnnDataType_t",
            "unsigned long long",
            "tpu_status_t",
        )
        values = {
            "SgdnnDataType_t": ("input.dtype", "SGDNN_DTYPE_FP32"),
            "unsigned long long": ("input.addr", "bias.addr"),
            "tpu_status_t": (self.scope.launch, "SG_SUCCESS"),
        }.get(kind, (self.value_of(self.scope), self.value_of(self.scope)))
        use = {
            "SgdnnDataType_t": f"    api.dtype = sgdnnTPUKernelDType ( {name} );\n",
            "unsigned long long": f"    api.other_global_addr = {name};\n",
            "tpu_status_t": f"    if ( {name} != SG_SUCCESS ) return {name};\n",
        }.get(kind, self.small(self.scope.inner(f"( int ) {name}"), 2))
        before = self.small(self.scope) if self.chance(0.3) else ""
        return f"  {{\n{head}\n{before}    {kind} {name} = {values[0]};\n#else\n    {kind} {name} = {values[1]};\n#endif\n{use}  }}\n"

    def chip_value(self) -> str:
        """What differs between the chips within a statement, beside an effect."""
        head = self.rng.choice(CONDITIONS).replace("{n}", self.n)
        either = f"\n{head}\n    {self.pure(self.scope)}\n#else\n    {self.pure(self.scope)}\n#endif\n    "
        name = self.name("own")
        inner = Scope(("n",), ("n",), leaves=self.pick("", "return 6;"), deep=2, chips=False)
        self.before.append(
            f"{head}\nstatic int {name} ( int n )\n{{\n{self.small(inner)}  return n;\n}}\n#else\nstatic int {name} ( int n )\n{{\n{self.small(inner)}  return n * 2;\n}}\n#endif\n"
        )
        return self.pick(
            f"  x = {name} ( {self.value_of(self.scope)} );\n",
            f"  if ( {self.asks(self.scope)} &&{either}> 2 )\n{self.branch(self.scope)}",
            f"  {{\n    int k = 0;\n    while ( k++ < 2 && {name} ( x ) > 1 )\n{self.branch(self.scope.inner('k', loop=True))}  }}\n",
            f"  probe ( {name} ({either}) );\n",
            f"  x = {name} ( 2 ) +{either};\n",
            f"  for ( int i = 0; i <{either}&& i < 3; ++i )\n{self.branch(self.scope.inner('i', loop=True))}",
        )


HEADS = ("<cstring>", "<iostream>", "<map>", "<string>", '"sgdnn_api.h"')


def source(first: int, count: int, only: str = "") -> str:
    return whole(Prepared(seed, only) for seed in range(first, first + count))


def mixed(first: int, count: int) -> str:
    """Every other operator is of a shape that is written otherwise first."""
    return whole(Prepared(seed) if seed % 2 else Generator(seed) for seed in range(first, first + count))


def whole(operators: Iterable[Generator]) -> str:
    return "".join(f"#include {one}\n" for one in HEADS) + "\n" + "".join(one.text() for one in operators)
