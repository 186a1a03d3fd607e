"""Seeded generator of legacy operators whose grammar covers the four walls; all it writes compiles on both chips.

Wall 1: conditionals on the chips' macros and on macros derived from them, with values, in every place. Wall 2: helpers, overloads, shadowed and
redefined names. Wall 3: addresses, data types and statuses through every kind of expression. Wall 4: buffers, waits, prints, checks and
objects whose order and life count. A production draws its parts at random, so that shapes meet that nobody put together.
"""

from __future__ import annotations

import random
from collections.abc import Callable

SIGNATURE = (
    "tpu_status_t sgdnnG{n} ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, "
    "bool non_blocking )\n"
)
CONDITIONS = (
    "#if defined BACKEND_1684X",
    "#ifdef BACKEND_SG2260",
    "#ifndef BACKEND_1684X",
    "#if !defined(BACKEND_SG2260)",
    "#if defined(BACKEND_1684X) && !defined(BACKEND_SG2260)",
    "#if not defined BACKEND_1684X",
    "#if GEN{n} >= 2",
    "#if GEN{n} * 2 == 2",
    "#if ( FLAGS{n} & 2 ) != 0",
    "#ifdef NEW{n}",
    "#if LEVEL{n} > 1",
)


class Generator:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"hostile {seed}")
        self.n = f"{seed:05}"
        self.names = 0
        self.before: list[str] = []
        self.depth = 0

    def text(self) -> str:
        body = "".join(self.statement() for _ in range(self.rng.randint(2, 5)))
        ending = self.launch() if self.rng.random() < 0.8 else ""
        macros = (
            "#if defined BACKEND_1684X\n#define GEN{n} 1\n#define FLAGS{n} 5\n#else\n#define GEN{n} 2\n#define FLAGS{n} 6\n#define NEW{n}\n#endif\n"
            "#define LEVEL{n} 3\n"
        ).replace("{n}", self.n)
        declared = "  sg_api_one_t api;\n  int x = 0;\n"
        if self.rng.random() < 0.85:
            declared += "  api.input_global_addr = input.addr;\n  api.output_global_addr = output.addr;\n"
        function = SIGNATURE.format(n=self.n) + "{\n" + declared + body + ending + "  return SG_SUCCESS;\n}\n\n"
        return macros + "".join(self.before) + function

    def name(self, stem: str = "v") -> str:
        self.names += 1
        return f"{stem}{self.n}_{self.names}"

    def pick(self, *choices: str) -> str:
        return self.rng.choice(choices)

    # ---- expressions

    def number(self) -> str:
        return self.pick(
            "mode",
            "x",
            "2",
            "input.dim",
            "output.shape[0]",
            "( mode & 3 )",
            "probe ( mode )",
            "x++",
            "( x += 2, x )",
            f"GEN{self.n}",
            f"LEVEL{self.n}",
        )

    def test(self) -> str:
        return self.pick(
            "mode > 2",
            "bias.addr != 0",
            "0 == bias.addr",
            "bias.addr",
            "!bias.addr",
            "mode > 1 && bias.addr",
            "input.dtype == SGDNN_DTYPE_FP16",
            "input.dtype > SGDNN_DTYPE_FP16",
            "input.dtype",
            "sgdnnIsSameShape ( &input, &output )",
            "( x = mode ) > 1",
            "probe ( mode ) == 3",
            "input.addr == output.addr",
            "input.addr % 64 == 0",
        )

    def address(self) -> str:
        tensor = self.pick("input", "bias", "output")
        kind = self.rng.randrange(14)
        if kind == 0:
            name = self.name("p")
            self.early.append(f"  const SgdnnTensor_t * {name} = &{tensor};\n")
            return self.pick(f"{name}->addr", f"(*{name}).addr")
        if kind == 1:
            name = self.name("r")
            self.early.append(f"  const SgdnnTensor_t & {name} = {tensor};\n")
            return f"{name}.addr"
        if kind == 2:
            name = self.name("a")
            self.early.append(f"  SgdnnTensor_t {name}[2] = {{ {tensor}, output }};\n")
            return f"{name}[mode & 1].addr"
        if kind == 3:
            name = self.name("w")
            self.early.append(f"  {self.pick('unsigned long long', 'auto', 'const auto')} {name} = {tensor}.addr;\n")
            return name
        if kind == 4:
            name = self.name("where")
            given = self.pick(
                "t.addr", "t.addr", "t.addr + 16", "t.dim > 2 ? t.addr : 0", "* ( const unsigned long long * ) &t"
            )
            self.before.append(f"static unsigned long long {name} ( const SgdnnTensor_t & t ) {{ return {given}; }}\n")
            return f"{name} ( {tensor} )"
        if kind == 5:
            return self.pick(
                f"* ( const unsigned long long * ) &{tensor}",
                f"( unsigned long long ) {tensor}.addr",
                f"( {tensor}.addr )",
            )
        if kind == 6:
            return f"{self.test()} ? {tensor}.addr : {self.pick('0', 'output.addr')}"
        if kind == 7:
            return f"{tensor}.addr + {self.pick('64', 'mode * 4', 'sgdnnTensorBytes ( &input )')}"
        if kind == 8:
            name = self.name("u")
            self.early.append(f"  struct {{ unsigned long long addr; int n; }} {name} = {{ {tensor}.addr, 3 }};\n")
            return f"{name}.addr"
        return f"{tensor}.addr"

    def value(self) -> str:
        return self.pick(
            self.number(),
            "sgdnnTPUKernelDType ( input.dtype )",
            "input.dtype",
            "( int ) input.dtype",
            "sgdnnDataSize ( input.dtype ) * 2",
            "input.dtype == output.dtype ? 1 : 2",
            f"{self.test()} ? 3 : 4",
            "sizeof ( input )",
            "bias.addr != 0",
            "SGDNN_DTYPE_INT32",
        )

    # ---- statements

    def statement(self) -> str:
        self.early: list[str] = []
        table: list[Callable[[], str]] = [
            self.assign,
            self.assign,
            self.assign_address,
            self.assign_address,
            self.conditional,
            self.conditional,
            self.governed,
            self.loop,
            self.switch,
            self.launch,
            self.buffer,
            self.print_,
            self.check,
            self.named,
            self.helper,
            self.filling_helper,
            self.buffer_by_helper,
            self.status,
            self.early_return,
            self.guard,
            self.by_chip,
            self.by_chip,
            self.overloads,
        ]
        if self.depth > 2:
            table = table[:4]
        self.depth += 1
        text = self.rng.choice(table)()
        self.depth -= 1
        early, self.early = self.early, []
        return f"  {{\n{''.join(early)}{text}  }}\n" if early else text

    def assign(self) -> str:
        field = self.pick("dim", "dtype", "mode", "shape[1]")
        return self.pick(
            f"  api.{field} = {self.value()};\n", f"  x = {self.number()};\n", f"  probe ( {self.number()} );\n"
        )

    def assign_address(self) -> str:
        field = self.pick("input", "other", "buffer")
        return self.pick(
            f"  api.{field}_global_addr = {self.address()};\n",
            f"  api.{field}_global_addr = {self.address()};\n",
            f"  {{\n    unsigned long long & slot = api.{field}_global_addr;\n    slot = {self.pick('input', 'bias')}.addr;\n  }}\n",
            "  input.addr = output.addr;\n",
            "  {\n    SgdnnTensor_t none = { .addr = 0 };\n    bias = mode > 3 ? none : bias;\n  }\n",
        )

    def nested(self) -> str:
        outer = self.early
        text = self.statement()
        self.early = outer
        return text

    def conditional(self) -> str:
        head = self.rng.choice(CONDITIONS).replace("{n}", self.n)
        same = self.nested()
        other = same if self.rng.random() < 0.2 else self.nested()
        kind = self.rng.randrange(6)
        if kind == 0:
            return f"{head}\n{same}#endif\n"
        if kind == 1:
            value = f"  api.dim = mode +\n{head}\n    {self.number()}\n#else\n    7\n#endif\n    ;\n"
            return value
        if kind == 2:
            return f"{head}\n{same}#else\n{other}#endif\n"
        if kind == 3:
            return f"#if defined BACKEND_1684X\n{same}#elif defined BACKEND_SG2260\n{other}#else\n  SGDNN_CHECK ( false );\n#endif\n"
        if kind == 4:
            return f"#if defined BACKEND_1684X\n{same}#else\n  SGDNN_CHECK ( false );\n#endif\n"
        same, other = self.assign(), self.assign()  # a declaration behind a label would be jumped over
        return f"  switch ( mode )\n  {{\n    case 1:\n{head}\n{same}#else\n{other}#endif\n      break;\n    default:\n      api.dim = 3;\n  }}\n"

    def governed(self) -> str:
        inner = self.nested()
        return self.pick(
            f"  if ( {self.test()} )\n  {{\n{inner}  }}\n",
            f"  if ( {self.test()} )\n    api.dim = {self.number()};\n  else\n    probe ( 4 );\n",
            f"  if ( {self.test()} )\n  {{\n{inner}  }}\n  else\n  {{\n{self.nested()}  }}\n",
        )

    def loop(self) -> str:
        i = self.name("i")
        body = self.nested()
        return self.pick(
            f"  for ( int {i} = 0; {i} < 2; ++{i} )\n  {{\n{body}  }}\n",
            f"  for ( int {i} = 0; {i} < 3; ++{i} )\n    api.shape[{i}] = input.shape[{i}];\n",
            f"  for ( int {i} = 0; {i} < 2; ++{i} )\n    SAFE_CALL ( {self.call()} );\n",
        )

    def switch(self) -> str:
        return self.pick(
            f"  switch ( mode )\n  {{\n    case 1: probe ( 1 );\n    case 2: api.dim = {self.number()}; break;\n    default: probe ( 3 );\n  }}\n",
            "  switch ( input.dtype )\n  {\n    case SGDNN_DTYPE_FP32: api.dim = 1; break;\n    case SGDNN_DTYPE_FP16: api.dim = 2; break;\n"
            "    default: api.dim = 3;\n  }\n",
            f"  switch ( mode )\n  {{\n    case 3: SAFE_CALL ( {self.call()} );\n    default: probe ( 5 );\n  }}\n",
        )

    def call(self) -> str:
        odd = self.rng.random() < 0.06
        wait = self.pick("!non_blocking", "mode > 2") if odd else self.pick(*["non_blocking"] * 5, "true", "false")
        kernel = self.pick("a", "a", "b")
        return f'sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_{kernel}{self.n}", &api, sizeof ( api ), {wait} )'

    def launch(self) -> str:
        call = self.call()
        return self.pick(
            f"  SAFE_CALL ( {call} );\n",
            f"  SAFE_CALL ( {call} );\n",
            f"  if ( {self.test()} )\n    SAFE_CALL ( {call} );\n",
            f"  {call};\n",
            f"  {{\n    tpu_status_t status = {call};\n    if ( status != SG_SUCCESS ) return status;\n  }}\n",
            f"  if ( {call} != SG_SUCCESS ) return SG_FAILURE;\n",
            "#if defined BACKEND_1684X\n"
            f'  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c{self.n}", &api, sizeof ( api ) ) );\n#else\n'
            f'  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_c{self.n}_multi_core", &api, sizeof ( api ), '
            "non_blocking ) );\n#endif\n",
        )

    def status(self) -> str:
        call = self.call()
        return self.pick(
            f"  {{\n    tpu_status_t status = {call};\n    if ( status ) return status;\n  }}\n",
            f"  {{\n    tpu_status_t status = {call};\n    SGDNN_CHECK ( !status );\n  }}\n",
            f"  {{\n    int rc = {call};\n    probe ( rc == 0 );\n  }}\n",
            f"  if ( {call} ) return SG_FAILURE;\n",
        )

    def buffer(self) -> str:
        mem = self.name("mem")
        storage = self.pick("", "", "", "", "static ")
        size = self.pick("64", "sgdnnTensorBytes ( &input )", "64 + x", "64 + probe ( 2 )")
        alloc = f"    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &{mem}, {size} ) );\n"
        use = f"    api.buffer_global_addr = sgdnnGetDeviceAddr ( {mem} ){self.pick('', '', ' + 32')};\n"
        free = f"    sgdnnFreeDevice ( resource, {mem} );\n"
        run = f"    SAFE_CALL ( {self.call()} );\n"
        declared = f"    {storage}tpu_device_mem_t {mem};\n"
        return self.pick(
            f"  {{\n{declared}{alloc}{use}{run}{free}  }}\n",
            f"  {{\n{declared}{alloc}{use}  }}\n",
            f"  {{\n{declared}{alloc}    tpu_device_mem_t other = {mem};\n{use.replace(mem, 'other')}{run}{free}  }}\n",
            f"  {{\n{declared}    if ( mode > 2 )\n    {{\n{alloc}{use}    }}\n{run}    if ( mode > 2 )\n    {{\n{free}    }}\n  }}\n",
        )

    def print_(self) -> str:
        return self.pick(
            '  printf ( "%d\\n", mode );\n',
            '  printf ( "%d %d\\n", mode, input.dim );\n',
            '  if ( mode > 2 ) printf ( "more %d\\n", x );\n',
            '  printf ( "%d %d\\n", x++, mode );\n',
            '  if ( mode > 2 ) printf ( "%d\\n", probe ( 3 ) );\n',
            '  x = printf ( "four" );\n',
            '  printf ( "%llx\\n", input.addr );\n',
        )

    def check(self) -> str:
        return self.pick(
            "  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 || input.dtype == SGDNN_DTYPE_FP16 );\n",
            "  SGDNN_CHECK ( mode != 4 );\n",
            "  SGDNN_CHECK ( probe ( mode ) != 5 );\n",
            "  if ( mode > 3 ) SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );\n",
            "  SGDNN_CHECK ( input.addr != 0 );\n",
            f"  SGDNN_CHECK ( {self.test()} || mode > 0 );\n",
        )

    def named(self) -> str:
        return self.pick(
            "  {\n    struct { int addr; int dim; } bias = { mode, 3 };\n    api.dim = bias.addr + bias.dim;\n  }\n",
            "  {\n    int resource = mode + 1;\n    api.dim = resource;\n  }\n",
            "  {\n    int non_blocking = mode;\n    api.dim = non_blocking;\n  }\n",
            '  {\n    const char * text = "SG_SUCCESS sgdnnDataSize";\n    api.dim = text[mode & 7];\n  }\n',
            f"#undef LEVEL{self.n}\n#define LEVEL{self.n} 1\n  api.dim = LEVEL{self.n};\n",
            "  {\n    static int calls = 0;\n    api.dim = ++calls;\n  }\n",
        )

    def helper(self) -> str:
        name = self.name("extent")
        if self.rng.random() < 0.4:
            return self.helper_with_conditional(name)
        self.before.append(
            self.pick(
                f"static int {name} ( int n ) {{ return n * 3; }}\n",
                f"static inline int {name} ( int n, int m = 4 ) {{ return n + m; }}\n",
                f"template <class T> static int {name} ( T n ) {{ return ( int ) n + 1; }}\n",
                f"#define {name}(n) ( ( n ) * GEN{self.n} )\n",
                f"#if defined BACKEND_1684X\nstatic int {name} ( int n ) {{ return n; }}\n#else\nstatic int {name} ( int n ) {{ return n * 2; }}\n#endif\n",
            )
        )
        return f"  api.dim = {name} ( {self.number()} );\n"

    def helper_with_conditional(self, name: str) -> str:
        """A helper that each chip sees another way, in a namespace or not, called by its caller or by another helper."""
        head = self.rng.choice(CONDITIONS).replace("{n}", self.n)
        body = self.pick(
            f"{head}\n  return n * 3;\n#else\n  return n * 5;\n#endif\n",
            f"{head}\n  n += 7;\n#endif\n  return n;\n",
            f"  if ( n > 2 )\n  {{\n{head}\n    n += probe ( n );\n#else\n    n = 4;\n#endif\n  }}\n  return n;\n",
            f"{head}\n  SGDNN_CHECK ( n != 3 );\n#else\n  SGDNN_CHECK ( false );\n#endif\n  return n;\n",
            f"{head}\n  n *= 2;\n#else\n  n *= 2;\n#endif\n  return n;\n",
        )
        text, called = f"static int {name} ( int n )\n{{\n{body}}}\n", name
        if self.rng.random() < 0.3:
            space = self.name("space")
            text, called = f"namespace {space}\n{{\n{text}}}\n", f"{space}::{name}"
        if self.rng.random() < 0.3:
            outer = self.name("outer")
            text += f"static int {outer} ( void ) {{ return {called} ( 3 ) + 1; }}\n"
            self.before.append(text)
            return f"  api.dim = {outer} ();\n"
        self.before.append(text)
        return f"  api.dim = {called} ( {self.number()} );\n"

    def filling_helper(self) -> str:
        name, field = self.name("fill"), self.pick("input", "other", "buffer")
        head = self.rng.choice(CONDITIONS).replace("{n}", self.n)
        body = self.pick(
            f"  api->{field}_global_addr = t.addr;\n",
            f"{head}\n  api->{field}_global_addr = t.addr;\n#else\n  api->{field}_global_addr = 0;\n#endif\n",
            f"  if ( t.addr ) api->{field}_global_addr = t.addr + 8;\n",
            f"  SgdnnTensor_t u = t;\n  u.addr = 0;\n  api->{field}_global_addr = t.dim > 2 ? u.addr : t.addr;\n",
        )
        self.before.append(f"static void {name} ( sg_api_one_t * api, SgdnnTensor_t t )\n{{\n{body}}}\n")
        return f"  {name} ( &api, {self.pick('input', 'bias', 'output')} );\n"

    def buffer_by_helper(self) -> str:
        make, mem = self.name("make"), self.name("mem")
        size = self.pick("64", "64 + x", "sgdnnTensorBytes ( &input )")
        alloc = "  tpu_device_mem_t made;\n  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &made, size ) );\n"
        kind = self.rng.randrange(4)
        if kind == 0:
            self.before.append(
                f"static tpu_status_t {make} ( tpu_resource_t resource, sg_api_one_t * api, unsigned long long size )\n{{\n{alloc}"
                "  api->buffer_global_addr = sgdnnGetDeviceAddr ( made );\n  return SG_SUCCESS;\n}\n"
            )
            return f"  SAFE_CALL ( {make} ( resource, &api, {size} ) );\n"
        if kind == 1:
            self.before.append(
                f"static unsigned long long {make} ( tpu_resource_t resource, unsigned long long size )\n{{\n{alloc}"
                "  unsigned long long where = sgdnnGetDeviceAddr ( made );\n  return where;\n}\n"
            )
            return f"  api.buffer_global_addr = {make} ( resource, {size} );\n"
        self.before.append(
            f"static tpu_device_mem_t {make} ( tpu_resource_t resource, unsigned long long size )\n{{\n{alloc}  return made;\n}}\n"
        )
        free = f"    sgdnnFreeDevice ( resource, {mem} );\n"
        if kind == 2:
            release = self.name("release")
            self.before.append(
                f"static void {release} ( tpu_resource_t resource, tpu_device_mem_t mem ) {{ sgdnnFreeDevice ( resource, mem ); }}\n"
            )
            free = f"    {release} ( resource, {mem} );\n"
        use = f"    api.buffer_global_addr = sgdnnGetDeviceAddr ( {mem} );\n    SAFE_CALL ( {self.call()} );\n"
        return f"  {{\n    tpu_device_mem_t {mem} = {make} ( resource, {size} );\n{use}{free}  }}\n"

    def early_return(self) -> str:
        return self.pick(
            "  if ( mode == 0 )\n  {\n    return SG_SUCCESS;\n  }\n", f"  if ( {self.test()} ) return SG_FAILURE;\n"
        )

    def guard(self) -> str:
        name = self.name("Guard")
        self.before.append(f"struct {name} {{ int n; ~{name} () {{ probe ( n ); }} }};\n")
        return f"  {name} {name.lower()} {{ mode }};\n"

    # ---- what differs between the chips within a statement, as a value or as a variable of each branch

    def by_chip(self) -> str:
        head = self.rng.choice(CONDITIONS).replace("{n}", self.n)
        name, first, second = self.name("per"), self.pick("3", "mode", "( 4 )"), self.pick("5", "mode + 2", "-6")
        either = f"\n{head}\n    {first}\n#else\n    {second}\n#endif\n    "
        kind = self.rng.randrange(9)
        if kind == 0:
            word = self.pick("const int", "int", "const auto", "unsigned", "const unsigned long long")
            used = self.pick(
                f"api.dim = ( int ) {name};", f"x += probe ( ( int ) {name} );", f"api.shape[{name} & 3] = 9;"
            )
            return f"  {{\n{head}\n    {word} {name} = {first};\n#else\n    {word} {name} = {second};\n#endif\n    {used}\n  }}\n"
        if kind == 1:
            kinds = self.pick("static const int", "const int", "constexpr int", "static const unsigned")
            self.before.append(f"{head}\n{kinds} {name} = 3;\n#else\n{kinds} {name} = 11;\n#endif\n")
            return self.pick(
                f"  api.dim = {name} * mode;\n",
                f"  for ( int i = 0; i < ( int ) {name}; ++i )\n    probe ( i );\n",
                f"  if ( mode > ( int ) {name} - 8 )\n    api.dim = ( int ) {name};\n",
                f"  {{\n    const auto & kept = {name};\n    api.dim = ( int ) kept;\n  }}\n",
                f"  switch ( mode )\n  {{\n    case {name}: api.dim = 4; break;\n    default: api.dim = 6;\n  }}\n",
            )
        if kind == 2:
            body = self.pick("( ( a ) + 3 )", "( a ) * 2", "probe ( a )")
            self.before.append(f"{head}\n#define {name}(a) {body}\n#else\n#define {name}(a) ( ( a ) - 1 )\n#endif\n")
            return self.pick(
                f"  api.dim = {name} ( mode );\n",
                f"  if ( {name} ( mode ) > 2 )\n    api.dim = 7;\n  else\n    probe ( 2 );\n",
                f"  while ( x < {name} ( 3 ) && x < 4 )\n    x++;\n",
                f"  if ( mode )\n    api.dim = {name} ( {name} ( 2 ) );\n",
            )
        if kind == 3:
            return f"  if ( mode > 1 &&{either} > 4 )\n  {{\n    api.dim = 5;\n  }}\n"
        if kind == 4:
            return f"  probe ({either});\n"
        if kind == 5:
            return f"  if ( {self.test()} )\n{head}\n    api.dim = {first};\n#else\n    probe ( {second} );\n#endif\n"
        if kind == 6:
            call = f'sgdnnTPUKernelLaunch ( resource,\n#if defined BACKEND_1684X\n    "tpu_kernel_api_a{self.n}"\n#else\n    "tpu_kernel_api_b{self.n}"\n#endif\n'
            return f"  SAFE_CALL ( {call}    , &api, sizeof ( api ), non_blocking ) );\n"
        if kind == 7:
            return f"  switch ( mode )\n  {{\n    case 1: api.dim ={either}; break;\n    default: probe ( 1 );\n  }}\n"
        return f"  if ( mode ) x ={either}; else api.dim ={either};\n"

    def overloads(self) -> str:
        name = self.name("over")
        second = self.rng.choice(
            [("float n", "2.5f"), ("SgdnnTensor_t n", "input"), ("int a, int n", "mode, 2"), ("const char * n", '"x"')]
        )
        value = {"SgdnnTensor_t n": "n.dim + 40", "const char * n": "n[0]"}.get(second[0], "( int ) n + 40")
        self.before.append(
            f"static int {name} ( int n ) {{ return n + 1; }}\nstatic int {name} ( {second[0]} ) {{ return {value}; }}\n"
        )
        return f"  api.dim = {name} ( mode ) + {name} ( {second[1]} );\n"


def source(first: int, count: int) -> str:
    return '#include "sgdnn_api.h"\n\n' + "".join(Generator(seed).text() for seed in range(first, first + count))
