"""Data types as numbers and as keys, and macros that list, paste and launch."""

from __future__ import annotations

from generator_language import Scope
from generator_objects import Objects


class Types(Objects):
    def dtype_number(self) -> str:
        one, two = self.rng.sample(["input.dtype", "output.dtype", "bias.dtype", "SGDNN_DTYPE_FP16"], 2)
        table, mask, pick = self.name("table"), self.name("kMask"), self.name("pick")
        static = f"static const int {table}[] = {{ 0, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8 }};\n"
        kind = self.rng.choice((0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9, 10, 10, 11))
        slot, inner = self.rng.choice(self.scope.slots), self.scope.inner("i")
        if kind == 0:
            self.before.append(static)
            return self.pick(
                f"  {slot} = {table}[{one}];\n",
                f"  {slot} = {table}[( x++, {one} )];\n",
                f"  probe ( {table}[( int ) {one}] );\n",
            )
        if kind == 1:
            self.before.append(
                f"static const unsigned {mask} = 1u << SGDNN_DTYPE_FP32 | 1u << SGDNN_DTYPE_FP16 | 1u << SGDNN_DTYPE_INT8;\n"
            )
            return self.pick(
                f"  if ( {mask} & ( 1u << {one} ) )\n{self.branch(self.scope)}",
                f"  if ( ( {mask} >> {one} ) & 1 && {self.asks(self.scope)} )\n{self.braced(self.scope)}",
                f"  SGDNN_CHECK ( ( {mask} >> {one} & 1 ) || probe ( 4 ) );\n",
            )
        if kind == 2:
            return f"  if ( {one} {self.pick('<', '>', '<=', '>=')} {two} )\n{self.braced(self.scope)}  else\n{self.branch(self.scope)}"
        if kind == 3:
            return self.pick(
                f"  {slot} = 1 << {one};\n",
                f"  x = {one} * 4 + 1;\n",
                f"  {slot} = ( int ) {one} % 3;\n",
                f"  x = {self.asks(self.scope)} ? ( int ) {one} : 2;\n",
            )
        if kind == 4:
            return f"  for ( int i = 0; i < {self.pick(one, '( int ) ' + one)} && i < 3; ++i )\n{self.branch(inner)}"
        if kind == 5:
            return f"  switch ( ( int ) {one} )\n  {{\n    case SGDNN_DTYPE_FP32:\n{self.plain(self.scope)}    case SGDNN_DTYPE_INT8:\n{self.plain(self.scope)}    break;\n    default:\n{self.plain(self.scope)}  }}\n"
        if kind == 6:
            kind_ = self.pick("int", "const int", "unsigned", "short", "auto")
            name = self.pick("d", "dim")
            given = f"static_cast<int> ( {one} )" if kind_ == "auto" else one
            return f"  {{\n    {kind_} {name} = {given};\n{self.small(self.scope.inner(name), 2)}    api.dtype = {name};\n  }}\n"
        if kind == 7:
            self.before.append(
                f"static SgdnnDataType_t {pick} ( SgdnnDataType_t a, SgdnnDataType_t b )\n{{\n{self.small(Scope(('a > b', '3'), deep=2))}  return a > b ? a : b;\n}}\n"
            )
            return self.pick(
                f"  api.dtype = sgdnnTPUKernelDType ( {pick} ( {one}, {two} ) );\n",
                f"  {slot} = 1 << {pick} ( {one}, {two} );\n",
                f"  probe ( {pick} ( {one}, {two} ) );\n",
            )
        if kind == 8:
            self.before.append(
                f"static int {pick} ( int d, int n )\n{{\n{self.small(Scope(('d', 'n'), ('n',), leaves='return d;', deep=1))}  return d + n;\n}}\n"
            )
            return f"  {slot} = {pick} ( {one}, {self.value_of(self.scope)} );\n"
        if kind == 9:
            return f"  {{\n    SgdnnDataType_t d = {self.asks(self.scope)} ? {one} : {two};\n    if ( d > SGDNN_DTYPE_INT8 ) d = {one};\n    api.dtype = sgdnnTPUKernelDType ( d );\n    x = d;\n  }}\n"
        if kind == 10:
            local = "    static const int sizes[] = { 0, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8 };\n"
            return f"  {{\n{local}    if ( sizes[{one}] > {self.pick('1', 'probe ( 2 )')} )\n{self.branch(self.scope)}    api.shape[sizes[{two}] & 3] = sizes[{one}];\n  }}\n"
        return f'  printf ( "%d %d\\n", {one}, mode );\n'

    def dtype_map(self) -> str:
        name, one = self.name("kMap"), self.pick("input.dtype", "output.dtype", "bias.dtype")
        kind = self.pick("int", "int", "unsigned char", "const char *")
        values = (
            ('"a"', '"bc"', '"d"') if "char *" in kind else (self.pick("1", "300") if kind == "int" else "1", "4", "2")
        )
        keys = self.rng.sample(["SGDNN_DTYPE_INT8", "SGDNN_DTYPE_FP32", "SGDNN_DTYPE_FP16", "SGDNN_DTYPE_BF16"], 3)
        rows = ", ".join(f"{{ {k}, {v} }}" for k, v in zip(keys, values, strict=True))
        local = self.chance(0.3)
        declared = f"static const std::map<SgdnnDataType_t, {kind}> {name} = {{ {rows} }};\n"
        if not local:
            self.before.append(declared)
        read = (lambda text: f"( int ) {text}[0]") if "char *" in kind else (lambda text: text)
        at = f"{name}.at ( {one} )"
        found = f"    auto it = {name}.find ( {one} );\n"
        missing = self.pick("return SG_FAILURE;", "probe ( 3 );")
        body = self.pick(
            f"    SGDNN_CHECK ( {name}.count ( {one} ) );\n    x = {read(at)};\n",
            f"    if ( {name}.count ( {one} ) && {self.asks(self.scope)} )\n      api.dim = {read(at)};\n    else\n      probe ( 2 );\n",
            f"{found}    if ( it == {name}.end () )\n    {{\n      {missing}\n    }}\n    else\n    {{\n{self.small(self.scope)}      api.mode = {read('it->second')};\n    }}\n",
            f"{found}{self.small(self.scope)}    if ( it != {name}.end () )\n      probe ( {read('it->second')} );\n",
            f"    if ( {name}.find ( {one} ) == {name}.end () )\n    {{\n{self.small(self.scope)}      {missing}\n    }}\n",
            f"    if ( {name}.find ( {one} ) != {name}.end () && {name}.at ( {one} ) != 0 ) x++;\n",
        )
        return f"  {{\n{'    ' + declared if local else ''}{body}  }}\n"

    # ---- macros

    def list_macro(self) -> str:
        name, kind = self.name("LIST"), self.rng.choice((0, 0, 0, 1, 1, 2, 2, 3))
        rows = self.rng.sample(["MAX", "AVG", "LP", "SUM"], self.rng.randint(2, 3))
        entries = " ".join(f"X ( {row}, {number * 2 + 1} )" for number, row in enumerate(rows))
        text = f"#define {name}(X) {entries}\n"
        if kind == 0:
            enum = self.name("E")
            text += f"enum {enum}\n{{\n#define MAKE(name, v) {enum}_##name = v,\n  {name} ( MAKE )\n#undef MAKE\n  {enum}_END\n}};\n"
            self.before.append(text)
            return self.pick(
                f"  if ( mode < {enum}_END )\n{self.braced(self.scope)}",
                f"  switch ( mode )\n  {{\n#define CASE(name, v) case {enum}_##name: x += v; probe ( v ); break;\n    {name} ( CASE )\n#undef CASE\n    default: break;\n  }}\n",
                f"  for ( int i = 0; i < {enum}_END; ++i )\n{self.braced(self.scope.inner('i'))}",
            )
        if kind == 1:
            helper = self.name("value")
            inner = self.small(Scope(("m",), ("m",), leaves="return 2;", deep=1))
            text += f"#define DEFINE(name, v) static int {helper}##name ( int m ) \\\n{{ \\\n  if ( m > v ) return probe ( v ); \\\n  return m + v; \\\n}}\n{name} ( DEFINE )\n#undef DEFINE\n"
            self.before.append(text)
            return f"  x = {helper}{self.rng.choice(rows)} ( {self.value_of(self.scope)} );\n" if inner else ""
        if kind == 2:
            self.before.append(text)
            return f'  switch ( mode )\n  {{\n#define CASE(name, v) case v: SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name "{self.n}", &api, sizeof ( api ), non_blocking ) ); break;\n    {name} ( CASE )\n#undef CASE\n    default:\n{self.braced(self.scope)}  }}\n'
        self.before.append(text)
        table = self.name("kNames")
        self.before.append(
            f"static const char * const {table}[] = {{\n#define TEXT(name, v) #name,\n  {name} ( TEXT )\n#undef TEXT\n}};\n"
        )
        return f"  x = {table}[{self.pure(self.scope)} > 2][0];\n"

    def launch_macro(self) -> str:
        name, kind = self.name("RUN"), self.rng.randrange(5)
        call = f'sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #k "{self.n}", &( a ), sizeof ( a ), non_blocking )'
        if kind == 0:
            self.before.append(f"#define {name}(k, a) SAFE_CALL ( {call} )\n")
            return self.pick(
                f"  {name} ( one, api );\n",
                f"  if ( {self.asks(self.scope)} )\n    {name} ( one, api );\n  else\n    {name} ( two, api );\n",
                f"  for ( int i = 0; i < 2; ++i )\n    {name} ( one, api );\n",
            )
        if kind == 1:
            self.before.append(
                f"#define {name}(k, a, n) do {{ ( a ).dim = ( n ); probe ( n ); SAFE_CALL ( {call} ); }} while ( 0 )\n"
            )
            return self.pick(
                f"  {name} ( one, api, {self.value_of(self.scope)} );\n",
                f"  if ( {self.asks(self.scope)} ) {name} ( one, api, {self.value_of(self.scope)} ); else probe ( 3 );\n",
            )
        if kind == 2:
            multi = f'sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_" #k "{self.n}_mc", &( a ), sizeof ( a ), non_blocking )'
            self.before.append(
                f"#if defined BACKEND_1684X\n#define {name}(k, a) SAFE_CALL ( {call} )\n#else\n#define {name}(k, a) SAFE_CALL ( {multi} )\n#endif\n"
            )
            return self.pick(
                f"  {name} ( three, api );\n",
                f"  if ( {self.asks(self.scope)} )\n    {name} ( three, api );\n",
                f"  {{\n{self.small(self.scope)}    {name} ( three, api );\n  }}\n",
            )
        if kind == 3:
            self.before.append(f"#define {name}(f, v) api.f = ( v ); x += ( v )\n")
            return f"  {name} ( dim, {self.value_of(self.scope)} );\n"
        self.before.append(f"#define {name}(t, f) api.f##_global_addr = t.addr\n")
        return self.pick(
            f"  {name} ( bias, other );\n",
            f"  if ( {self.asks(self.scope)} )\n    {name} ( input, other );\n  else\n    {name} ( bias, other );\n",
        )
