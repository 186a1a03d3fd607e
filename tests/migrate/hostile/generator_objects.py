"""Local classes and lambdas, with what the small language has in their members and bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator_language import Language, Scope

TYPES = ("int", "int", "int", "unsigned", "short", "unsigned char", "long long", "bool", "float", "const int")


class Objects(Language):
    scope: Scope

    def object_(self) -> str:
        return self.with_objects(owns=False)

    def owner(self) -> str:
        return self.with_objects(owns=True)

    def with_objects(self, owns: bool) -> str:
        name = self.name("Thing")
        names = self.rng.sample(["n", "count_", "x", "mode", "dim", "k_"], self.rng.choice((1, 2, 2)))
        fields = [(self.pick(*TYPES), one) for one in names]
        made = (
            self.rng.choice(("list", "list", "list", "body", "body", "values"))
            if not owns
            else self.pick("list", "body")
        )
        tensor = self.pick("", "", "SgdnnTensor_t t_;", "const SgdnnTensor_t & t_;")
        api = self.pick("sg_api_one_t api_;", "sg_api_one_t & api_;", "")
        runs = self.chance(0.5)
        slots = tuple(one for kind, one in fields if "const" not in kind and kind not in ("bool", "float"))
        if made == "body" or not slots:
            fields = [("int" if "const" in kind else kind, one) for kind, one in fields]
            slots = tuple(one for kind, one in fields if kind not in ("bool", "float"))
            fields, slots = (
                (fields, slots) if slots else ([("int", one) for _, one in fields], tuple(one for _, one in fields))
            )
        reads = tuple(one for kind, one in fields if kind != "float")
        reads = reads or slots
        given = [(f"a{i}", kind.removeprefix("const "), one) for i, (kind, one) in enumerate(fields)]
        if self.chance(0.25) and made == "list":
            given = [(one, kind, one) for _, kind, one in given]  # parameters that are called like fields
        members, starts, body, parameters, arguments = "", [], "", [], []
        for number, (kind, one) in enumerate(fields):
            at = given[number][0]
            if made == "values":
                members += f"  {kind} {one} = {self.pick('2', '0', '300')};\n"
                continue
            members += f"  {kind} {one};\n"
            default = (
                f" = {self.pick('3', '0')}"
                if number == len(fields) - 1 and not (tensor or api or runs or owns) and self.chance(0.3)
                else ""
            )
            parameters.append(f"int {at}{default}")
            arguments.append("" if default and self.chance(0.5) else self.pure(self.scope))
            if made == "list":
                starts.append(f"{one} ( {at} )")
            else:
                body += f"    {one} = {self.pick(at, at + ' + 1', f'probe ( {at} )')};\n"
        if made == "values":
            tensor, api, runs = "", "", False
        for text, at, argument in (
            (tensor, "tensor", self.pick("input", "bias")),
            (api if "&" in api else "", "api", "api"),
        ):
            if text:
                members += f"  {text}\n"
                field = text.split()[-1].rstrip(";")
                parameters.append(f"{'const SgdnnTensor_t &' if at == 'tensor' else 'sg_api_one_t &'} {at}")
                starts.append(f"{field} ( {at} )")
                arguments.append(argument)
        if api and "&" not in api:
            members += f"  {api}\n"
            if made != "values":
                body += "    api_ = {};\n"
        if runs or owns:
            members += "  tpu_resource_t resource_;\n"
            parameters.append("tpu_resource_t r")
            starts.append("resource_ ( r )")
            arguments.append("resource")
        if runs:
            members += "  bool wait_;\n"
            parameters.append("bool w")
            starts.append("wait_ ( w )")
            arguments.append("non_blocking")
        if owns:
            members += "  tpu_device_mem_t mem_;\n"
            body += f"    SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, {self.pick('64', '64 + ' + (reads[0]), '128')} ) );\n"
        scope = Scope(reads, slots, deep=1, chips=self.chance(0.2))
        if made != "values" and self.chance(0.5):
            body += self.small(replace(scope, deep=2))
        methods, uses = self.methods(name, scope, api, tensor, runs, owns)
        ends = ""
        if owns:
            extra = self.small(replace(scope, deep=3), 1) if self.chance(0.15) else ""
            ends = f"  ~{name} ()\n  {{\n{extra}    sgdnnFreeDevice ( resource_, mem_ );\n  }}\n"
        elif self.chance(0.1):
            ends = f"  ~{name} ()\n  {{\n{self.small(replace(scope, deep=3), 1)}  }}\n"
        start = f" : {', '.join(starts)}" if starts else ""
        constructor = f"  {name} ( {', '.join(parameters)} ){start}\n  {{\n{body}  }}\n" if made != "values" else ""
        self.before.append(
            f"{self.pick('struct', 'struct')} {name}\n{{\n{members}{constructor}{ends}{''.join(methods)}}};\n"
        )
        arguments = [one for one in arguments if one]
        text = ""
        objects = [self.pick("one", "thing", "made"), "two"][: self.rng.choice((1, 1, 2))]
        for one in objects:
            text += f"  {name} {one}{' ( ' + ', '.join(arguments) + ' )' if arguments else ''};\n"
            if self.chance(0.4):
                text += self.small(self.scope)
        for _ in range(self.rng.randint(1, 3)):
            text += self.rng.choice(uses)(self.rng.choice(objects))
            if self.chance(0.3):
                text += self.small(self.scope)
        if not owns and self.chance(0.4):
            outer = self.pick(
                "  {\n", f"  if ( {self.asks(self.scope)} )\n  {{\n", "  for ( int i = 0; i < 2; ++i )\n  {\n"
            )
            return outer + text + "  }\n"
        return text

    def methods(
        self, name: str, scope: Scope, api: str, tensor: str, runs: bool, owns: bool
    ) -> tuple[list[str], list[Callable[[str], str]]]:
        """Member functions, and statements that use them."""
        field, other = scope.slots[0], scope.reads[-1]
        methods: list[str] = []
        uses: list[Callable[[str], str]] = []
        given = replace(scope, reads=(*scope.reads, "v"))
        kinds = self.rng.sample(["add", "put", "sum", "find", "next", "fill", "twice"], self.rng.randint(1, 3))
        if tensor or not (api or runs or owns):
            kinds.append("fill")
        for kind in dict.fromkeys(kinds):
            if kind == "add":
                methods.append(
                    f"  void add ( int v )\n  {{\n{self.small(replace(given, leaves='return;'))}    {field} += v;\n  }}\n"
                )
                uses.append(lambda o: f"  {o}.add ( {self.value_of(self.scope)} );\n")
                uses.append(lambda o: f"  if ( {self.asks(self.scope)} ) {o}.add ( 2 ); else probe ( 1 );\n")
            elif kind == "put":
                methods.append(
                    f"  {name} & put ( int v )\n  {{\n{self.small(replace(given, leaves='return *this;'))}    return *this;\n  }}\n"
                )
                uses.append(lambda o: f"  {o}.put ( {self.pure(self.scope)} ).put ( 3 );\n")
                uses.append(
                    lambda o: f"  for ( int i = 0; i < 2; ++i ) {o}.put ( i ).put ( {self.value_of(self.scope)} );\n"
                )
            elif kind == "sum":
                methods.append(f"  int sum () const {{ return ( int ) ( {field} * 3 + {other} ); }}\n")
                uses.append(lambda o: f"  api.dim = {o}.sum ();\n")
                uses.append(lambda o: f"  if ( {o}.sum () > 3 && {self.asks(self.scope)} ) probe ( {o}.sum () );\n")
            elif kind == "find":
                inner = replace(given, leaves="return 7;")
                methods.append(f"  int find ( int v )\n  {{\n{self.small(inner)}    return {self.pure(given)};\n  }}\n")
                uses.append(lambda o: f"  x = {o}.find ( {self.value_of(self.scope)} );\n")
                uses.append(lambda o: f"  while ( x < 3 && {o}.find ( 2 ) > 1 ) {{ x++; }}\n")
            elif kind == "next":
                methods.append(f"  int next () {{ return ( int ) {self.pick('++' + field, field + '++')}; }}\n")
                uses.append(lambda o: f"  probe ( {o}.next () );\n")
                uses.append(lambda o: f"  api.shape[{o}.next () & 3] = 4;\n")
                uses.append(lambda o: f"  for ( int i = 0; i < {o}.next () && i < 3; ++i ) probe ( i );\n")
            elif kind == "fill":
                sets = f"    a.other_global_addr = {'t_.addr' if tensor else '0'};\n"
                methods.append(
                    f"  void fill ( sg_api_one_t & a )\n  {{\n{self.small(scope)}{sets}    a.mode = ( int ) {self.pure(scope)};\n  }}\n"
                )
                uses.append(lambda o: f"  {o}.fill ( api );\n")
            else:
                methods.append("  static int twice ( int v ) { return probe ( v ) * 2; }\n")
                uses.append(lambda o: f"  x = {name}::twice ( {self.pure(self.scope)} );\n")
                if self.chance(0.5):
                    methods.append(f"  int all () {{ return twice ( ( int ) {field} ) + 1; }}\n")
                    uses.append(lambda o: f"  api.mode = {o}.all ();\n")
        if api:
            methods.append(
                f"  void set ( const SgdnnTensor_t & t )\n  {{\n    api_.input_global_addr = t.addr;\n    api_.dim = ( int ) {field};\n  }}\n"
            )
            uses.append(lambda o: f"  {o}.set ( {self.pick('input', 'bias')} );\n")
        if owns:
            methods.append(
                f"  unsigned long long addr () const {{ return sgdnnGetDeviceAddr ( mem_ ){self.pick('', ' + 16')}; }}\n"
            )
            uses.append(lambda o: f"  api.buffer_global_addr = {o}.addr ();\n")
        if runs:
            what = "api_" if api and "&" not in api else "a"
            parameter = "" if what == "api_" else " sg_api_one_t & a "
            call = f'sgdnnTPUKernelLaunch ( resource_, "tpu_kernel_api_o{self.n}", &{what}, sizeof ( {what} ), wait_ )'
            inner = self.small(replace(scope, leaves="return SG_SUCCESS;"))
            methods.append(f"  tpu_status_t run ({parameter})\n  {{\n{inner}    return {call};\n  }}\n")
            argument = "" if what == "api_" else " api "
            uses.append(lambda o: f"  SAFE_CALL ( {o}.run ({argument}) );\n")
            uses.append(lambda o: f"  if ( {o}.run ({argument}) != SG_SUCCESS ) return SG_FAILURE;\n")
        return methods, uses

    # ---- lambdas

    def lambda_(self) -> str:
        name, kind = self.local("f"), self.rng.randrange(5)
        copies = self.chance(0.4)
        reads = ("mode", "x", "v", "input.dim")
        scope = Scope(reads, () if copies else ("x", "api.dim"), "" if copies else self.scope.launch, deep=1)
        if copies:
            scope = replace(scope, slots=("api.mode",) if self.chance(0.5) else ())
        scope = replace(scope, chips=self.chance(0.2))
        capture = (
            self.pick("&", "&", "&api, &x, &input, mode, resource, non_blocking")
            if not copies
            else self.pick("=", "=, &api")
        )
        if kind == 0 and "&" in capture:
            text = f"  auto {name} = [{capture}] ( int v ) {{\n{self.small(replace(scope, leaves='return;'))}    api.mode = v;\n  }};\n"
            uses = [f"  {name} ( {self.value_of(self.scope)} );\n", f"  for ( int i = 0; i < 2; ++i ) {name} ( i );\n"]
        elif kind == 1 and "&" in capture:
            inner = self.small(replace(scope, leaves="return SG_SUCCESS;"))
            call = self.scope.launch
            capture = capture if copies is False else "&"
            text = f"  auto {name} = [{capture}] ( int v ) {self.pick('-> tpu_status_t ', '')}{{\n    api.dim = v;\n{inner}    return {call};\n  }};\n"
            text = (
                text
                if "->" in text or "SG_SUCCESS;" not in inner
                else text.replace("( int v ) {", "( int v ) -> tpu_status_t {")
            )
            uses = [
                f"  SAFE_CALL ( {name} ( {self.pure(self.scope)} ) );\n",
                f"  if ( {name} ( 3 ) != SG_SUCCESS ) return SG_FAILURE;\n",
                f"  for ( int i = 0; i < 2; ++i )\n    SAFE_CALL ( {name} ( i ) );\n",
            ]
        elif kind == 2:
            text = f"  auto {name} = [{capture if copies else '&'}] ( const SgdnnTensor_t & t ) {{ return t.addr; }};\n"
            uses = [f"  api.other_global_addr = {name} ( {self.pick('input', 'bias', 'output')} );\n"]
        else:
            inner = self.small(replace(scope, leaves="return 9;"))
            known = self.pick(
                "sgdnnTPUKernelDType ( input.dtype )",
                "( int ) sgdnnDataSize ( input.dtype )",
                "( int ) sgdnnTensorBytes ( &input )",
            )
            known = self.pick("( api.mode = v )", "( ++api.shape[2] )") if copies else known
            capture = "=, &api" if copies else capture
            text = f"  auto {name} = [{capture}] ( int v ) -> int {{\n    if ( {known} > 2 )\n      return {self.pure(scope)};\n{inner}    return {self.pure(scope)};\n  }};\n"
            uses = [
                f"  api.dim = {name} ( {self.pure(self.scope)} );\n",
                f"  if ( {name} ( 2 ) > 3 )\n{self.braced(self.scope)}",
                f"  probe ( {name} ( {self.value_of(self.scope)} ) );\n",
                f"  for ( int k = 0; k < 2 && {name} ( x ); ++k ) ++x;\n",
                f"  api.shape[{name} ( 1 ) & 3] = 2;\n",
            ]
        for _ in range(self.rng.randint(1, 3)):
            text += self.rng.choice(uses)
            text += self.small(self.scope) if self.chance(0.4) else ""
        if name == "f" or self.chance(0.2):
            return f"  {{\n{text}  }}\n"
        return text
