"""Seeded generator of legacy operators that compile on both chips and do odd things where the chips differ."""

from __future__ import annotations

import random

A, B = "BACKEND_1684X", "BACKEND_SG2260"
REFUSE = "SGDNN_CHECK ( false );\n"
SIGNATURE = "tpu_status_t sgdnnF{n} ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int flag, bool non_blocking )"
SUFFIXES = {B: "_multi_core", "BACKEND_SG2044": "_second"}  # of a chip's kernels
OPENINGS = (
    # (condition of the first branch, of the second, whether bm_a takes the first)
    (f"#if defined {A}", f"#elif defined {B}", True),
    (f"#if defined({A})", "#else", True),
    (f"#ifdef {B}", f"#elif defined({A})", False),
    (f"#if !defined({B})", "#else", True),
    (f"#ifndef {A}", "#else // bm_a", False),
    (f"#if defined {A} && !defined {B}", f"#elif defined {A} || defined {B}", True),
    (f"#if defined({A}) && defined({B})\nprobe ( 99 );\n#elif defined {A}", f"#elif defined {B}", True),
    (f"#if 0\nnothing here;\n#elif defined {B}", "#else", False),
)


class Writer:
    """Writes one function; `chip` is the branch that is being written: None, A or B."""

    chips: tuple[str, ...] = (A, B)
    openings = OPENINGS

    def __init__(self, seed: int) -> None:
        self.seeing: frozenset[str] | tuple[str, ...] = self.chips  # those that see what is being written
        self.rng = random.Random(f"function {seed}")
        self.number = seed
        self.names = 0
        self.chip: str | None = None
        self.before: list[str] = []  # macros in front of the function

    def name(self, stem: str = "v") -> str:
        self.names += 1
        return f"{stem}{self.number}_{self.names}"

    def function(self) -> str:
        body = self.block(0, self.rng.randint(2, 5))
        signature = SIGNATURE.format(n=f"{self.number:05}")
        return "".join(self.before) + f"{signature}\n{{\n{body}return SG_SUCCESS;\n}}\n\n"

    def block(self, depth: int, count: int | None = None) -> str:
        number = self.rng.randint(1, 2) if count is None else count
        return "".join(self.statement(depth) for _ in range(number))

    def statement(self, depth: int) -> str:
        if self.chip is None and self.rng.random() < 1 / 25:
            return self.rng.choice(ODD)(self, depth)
        table = PLAIN if depth >= 3 else (PLAIN + NESTED)
        if self.chip is None and depth < 3:
            table = table + CHIPWISE * 2
        return self.rng.choice(table)(self, depth)

    def number_(self) -> int:
        return self.rng.randint(0, 4)

    def probe(self, depth: int = 0) -> str:
        return f"probe ( {self.number_()} + flag );\n"

    def launch(self, depth: int = 0) -> str:
        api = self.name("api")
        chip = self.chip
        multi = chip == B and self.rng.random() < 0.7
        call = "sgdnnTPUKernelLaunchMultiCore" if multi else "sgdnnTPUKernelLaunch"
        kernel = f"tpu_kernel_api_f{self.number:05}" + SUFFIXES.get(chip, "")
        last = "" if chip == A else ", non_blocking"
        address = self.rng.choice(ADDRESSES).format(x=self.name("x"))
        return (
            f"{{\nsg_api_one_t {api};\n{address.replace('api', api)}{api}.mode = flag;\n"
            f'SAFE_CALL ( {call} ( resource, "{kernel}", &{api}, sizeof ( {api} ){last} ) );\n}}\n'
        )

    def local(self, depth: int = 0) -> str:
        taken = self.rng.choice(("stream", "pimpl", "memory", "status", "tensor", "shape"))
        value = self.name(taken)
        return self.rng.choice(LOCALS).format(v=value, w=taken, k=self.number_())

    def leave(self, depth: int = 0) -> str:
        return f"if ( flag == {self.number_()} ) return SG_SUCCESS;\n"

    def check(self, depth: int = 0) -> str:
        return f"SGDNN_CHECK ( flag != {self.number_() + 3} );\n"

    def macro(self, depth: int = 0) -> str:
        name = self.name("M")
        if self.rng.random() < 0.5:
            self.before.append(f"#define {name}(t) ( (unsigned long long) (t).addr + 1 )\n")
            return (
                f"probe ( {name} ( input ) - input.dim );\n"
                if self.rng.random() < 0.2
                else f"probe ( {name} ( Other {{5}} ) );\n"
            )
        self.before.append(f"#define {name} if ( flag == {self.number_()} ) return SG_SUCCESS\n")
        return f"{name};\n"

    def when(self, depth: int) -> str:
        text = f"if ( flag > {self.number_()} )\n{{\n{self.block(depth + 1)}}}\n"
        return text + (f"else\n{{\n{self.block(depth + 1)}}}\n" if self.rng.random() < 0.5 else "")

    def loop(self, depth: int) -> str:
        i = self.name("i")
        stop = self.rng.choice(("", f"if ( {i} == 1 ) break;\n", f"if ( {i} == 0 ) continue;\n"))
        return f"for ( int {i} = 0; {i} < 2; ++{i} )\n{{\n{stop}{self.block(depth + 1)}}}\n"

    def lambda_(self, depth: int) -> str:
        name = self.name("f")
        inner = self.chipwise(depth) if self.chip is None and self.rng.random() < 0.2 else self.probe()
        return f"auto {name} = [&] ( int x )\n{{\n{inner.replace('return SG_SUCCESS', 'return 7')}return x + 1;\n}};\nprobe ( {name} ( flag ) );\n"

    def switch(self, depth: int) -> str:
        inner = self.block(depth + 1)
        label = f"case 2:\n{self.probe()}"
        if self.chip is None and self.rng.random() < 0.4:
            opening, middle, _ = self.rng.choice(self.openings)
            label = f"{opening}\n{label}{middle}\n{self.probe()}#endif\n"
        return f"switch ( flag )\n{{\ncase 1:\n{{\n{inner}}}\nbreak;\n{label}break;\ndefault: ;\n}}\n"

    def jump(self, depth: int) -> str:
        name = self.name("done")
        return f"if ( flag == {self.number_()} ) goto {name};\n{{\n{self.block(depth + 1)}}}\n{name}: ;\n"

    def branches(self, depth: int) -> tuple[str, str]:
        """Texts for bm_a and sg_b."""
        kind = self.rng.random()
        texts = []
        state = self.rng.getstate()
        names = self.names
        for chip in (A, B):
            if kind < 0.5:  # the same statements on both chips, but for what the chip makes of them
                self.rng.setstate(state)
                self.names = names
            self.chip = chip
            texts.append(self.block(depth + 1))
        self.chip = None
        if kind > 0.85:
            texts[self.rng.randrange(2)] = self.rng.choice((REFUSE, REFUSE, ""))
        return texts[0], texts[1]

    def chipwise(self, depth: int) -> str:
        opening, middle, first = self.rng.choice(self.openings)
        one, two = self.branches(depth)
        closing = (
            f"#else\n{REFUSE}#endif\n" if not middle.startswith("#else") and self.rng.random() < 0.7 else "#endif\n"
        )
        return f"{opening}\n{one if first else two}{middle}\n{two if first else one}{closing}"

    def governed(self, depth: int) -> str:
        """The conditional is the statement of an if without braces."""
        return f"if ( flag > {self.number_()} )\n{self.chipwise(depth)}{self.probe()}"

    def cut(self, depth: int) -> str:
        opening, middle, _ = self.rng.choice(self.openings)
        k = self.number_()
        return self.rng.choice(
            (
                f"{opening}\nif ( flag > {k} ) {{\n{middle}\nif ( flag > {k + 1} ) {{\n#endif\n{self.probe()}}}\n",
                f"if ( flag > {k} ) {{ probe ( 50 ); }}\n{opening}\nelse {{ probe ( 51 ); }}\n{middle}\nelse {{ probe ( 52 ); }}\n#endif\n",
                f"{opening}\nif ( flag > {k} ) probe ( 53 );\n{middle}\nif ( flag > 1 ) {{ probe ( 54 ); }}\n#endif\nelse probe ( 55 );\n",
                f"probe (\n{opening}\n60\n{middle}\n61\n#endif\n);\n",
                f"{opening}\nfor ( int q = 0; q < 2; ++q )\n{middle}\nwhile ( false )\n#endif\nprobe ( 56 );\n",
            )
        )

    def escaping(self, depth: int) -> str:
        """A name that is declared or defined in a branch and used behind it."""
        opening, middle, _ = self.rng.choice(self.openings)
        v = self.name()
        declare = self.rng.choice(
            (
                "int {v} = {k};\n",
                "enum {{ {v} = {k} }};\n",
                "const int {v} = flag + {k};\n",
                "\n#define {v} {k}\n",
                "struct {v} {{ int f = {k}; }};\n",
            )
        )
        use = f"probe ( {v} ().f );\n" if "struct" in declare else f"probe ( {v} );\n"
        extra = self.rng.choice(("", self.probe()))
        one, two = declare.format(v=v, k=70), declare.format(v=v, k=self.rng.choice((70, 71)))
        return f"{opening}\n{one}{extra}{middle}\n{two}#endif\n{use}"

    def shadowing(self, depth: int) -> str:
        opening, middle, _ = self.rng.choice(self.openings)
        v = self.name()
        return f"int {v} = 80;\n{{\n{opening}\nint {v} = 81;\nprobe ( {v} );\n{middle}\nprobe ( 82 );\n#endif\nprobe ( {v} );\n}}\n"


ADDRESSES = (
    "api.input_global_addr = input.addr;\n",
    "api.input_global_addr = input.addr; api.output_global_addr = output.addr;\n",
    "api.other_global_addr = input.addr != 0 ? input.addr : 0;\n",
    "api.other_global_addr = flag > 1 ? input.addr : output.addr;\n",
    "api.output_global_addr = ( output.addr );\n",
    "api.output_global_addr = (unsigned long long) output.addr + 8 * flag;\n",
    "if ( input.addr != 0 ) api.other_global_addr = input.addr; else api.size = 1;\n",
    "unsigned long long {x} = output.addr;\napi.output_global_addr = {x} + 4;\n",
    "SgdnnTensor_t {x} = input;\n{x}.addr = output.addr;\napi.other_global_addr = {x}.addr;\n",
    "Other {x} = {{ 9 }};\napi.other_global_addr = {x}.addr;\n",
    "api.size = input.addr == 0 ? 3 : 4, api.input_global_addr = output.addr;\n",
    "const SgdnnTensor_t *{x} = &input;\napi.input_global_addr = {x}->addr;\n",
    "api.input_global_addr = ( touch ( 3 ), input.addr );\n",
    "auto {x} = input.addr;\napi.input_global_addr = {x};\n",
    "api.input_global_addr = flag == 1 ? ( flag > 5 ? input.addr : output.addr ) : input.addr;\n",
    "SgdnnTensor_t {x}[2] = {{ input, output }};\napi.input_global_addr = {x}[flag & 1].addr;\n",
    "api.size = ! input.addr ? 1 : 2;\n",
    "api.input_global_addr = input.addr; // output.addr\n/* api.mode = output.addr; */\n",
)
LOCALS = (
    "int {v} = flag + {k};\nprobe ( {v} );\n",
    "{{ int {w} = flag; {w} += {k}; probe ( {w} ); }}\n",
    "{{ Other {w} = {{ {k} }}; {w}.addr += 1; probe ( {w}.addr ); }}\n",
    "{{ struct {{ int resource, non_blocking; }} {w} = {{ {k}, 2 }}; probe ( {w}.resource + {w}.non_blocking ); }}\n",
    "{{ int resource = {k}; probe ( resource ); }}\n",
    'probe ( sizeof ( "#if defined BACKEND_1684X // input.addr" ) );\n',
    'probe ( sizeof ( R"x(\n#endif\n)x" ) );\n',
    "#if 0\n  input.addr ( sgdnnGone ( ;\n#endif\n",
    "probe ( ( touch ( {k} ), flag ) );\n",
    "int {v} = \\\n  {k}; probe ( {v} );\n",
)
PLAIN = (Writer.probe, Writer.launch, Writer.launch, Writer.local, Writer.leave, Writer.check)
NESTED = (Writer.when, Writer.loop, Writer.switch)
ODD = (Writer.lambda_, Writer.jump, Writer.macro, Writer.cut, Writer.escaping, Writer.shadowing, Writer.governed)
CHIPWISE = (Writer.chipwise,)


def library(first: int, count: int) -> str:
    return "".join(Writer(n).function() for n in range(first, first + count))
