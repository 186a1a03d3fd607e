"""A small language of statements that stand within the shapes of generator_prepared.py: what they name is what their place has.

Effects, early exits, loops that may not run, shadowed names and conditionals on the chips meet in it. No expression has two effects: nothing depends on
an order that compilers choose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from generator import CONDITIONS, Generator


@dataclass(frozen=True)
class Scope:
    """What a statement may name where it stands."""

    reads: tuple[str, ...]
    slots: tuple[str, ...] = ()
    launch: str = ""  # an expression that launches
    leaves: str = ""  # a statement that returns
    loop: bool = False
    deep: int = 0
    chips: bool = True  # conditionals on the chips may stand there

    def inner(self, *reads: str, loop: bool | None = None) -> Scope:
        inside = self.loop if loop is None else loop
        return replace(self, reads=(*self.reads, *reads), deep=self.deep + 1, loop=inside)


class Language(Generator):
    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def local(self, stem: str) -> str:
        """A name of a local variable: one of its own, or one that may hide another."""
        return self.pick(stem, stem, self.name(stem))

    def pure(self, scope: Scope) -> str:
        a, b = self.rng.choice(scope.reads), self.rng.choice((*scope.reads, "2", "3", "7"))
        return self.pick(
            a,
            a,
            b,
            "1",
            "4",
            f"{a} + {b}",
            f"( {a} & 3 ) * 2",
            f"{a} - 1",
            f"( {a} > {b} ? {b} : 5 )",
            f"( 1 << ( {a} & 3 ) )",
        )

    def quiet(self, scope: Scope) -> str:
        """A condition without an effect."""
        a = self.rng.choice(scope.reads)
        return self.pick(
            f"{a} > 1", f"{a} == 2 || {a} > 3", "input.dtype == SGDNN_DTYPE_FP16", f"{self.pure(scope)} != 3"
        )

    def value_of(self, scope: Scope) -> str:
        """Of at most one effect."""
        pure = self.pure(scope)
        if scope.slots and self.chance(0.15):
            slot = scope.slots[0]
            return self.pick(f"{slot}++", f"++{slot}", f"( {slot} += 2, 3 )")
        return self.pick(
            pure, pure, f"probe ( {pure} )", f"probe ( {pure} ) + 1", f"( probe ( {self.rng.randrange(9)} ), {pure} )"
        )

    def asks(self, scope: Scope) -> str:
        a = self.rng.choice(scope.reads)
        return self.pick(
            f"{a} > 1",
            f"{self.pure(scope)} != 3",
            f"{a}",
            f"!{a}",
            f"probe ( {a} ) > 2",
            f"{a} > 1 && probe ( 5 ) == {a}",
            f"{a} < 2 || probe ( 6 )",
        )

    def small(self, scope: Scope, count: int = 0) -> str:
        """A statement, or some."""
        count = count or self.rng.choice((1, 1, 2))
        return "".join(self.one(scope) for _ in range(count))

    def braced(self, scope: Scope) -> str:
        return f"  {{\n{self.small(scope)}  }}\n"

    def branch(self, scope: Scope) -> str:
        """With braces, or one statement without."""
        return self.braced(scope) if self.chance(0.6) else self.plain(scope)

    def plain(self, scope: Scope) -> str:
        value = self.value_of(scope)
        kinds = [f"  probe ( {self.pure(scope)} );\n"]
        if scope.slots:
            slot = self.rng.choice(scope.slots)
            pure = self.pure(scope)
            kinds += [f"  {slot} = {value};\n", f"  {slot} = {value};\n", f"  {slot} += {pure};\n", f"  {slot}++;\n"]
        if scope.loop:
            kinds.append(self.pick("  break;\n", "  continue;\n"))
        return self.rng.choice(kinds)

    def one(self, scope: Scope) -> str:
        kinds: list[Callable[[Scope], str]] = [self.plain, self.plain]
        if scope.deep < 3:
            kinds += [self.plain, self.if_, self.if_, self.loop_, self.choice_, self.shadow, self.print_one]
            kinds += [self.by_chip_] if scope.chips else []
            kinds += [self.check_] if self.chance(0.4) else []
            kinds += [self.leave] if scope.leaves else []
            kinds += [self.launch_] if scope.launch else []
        return self.rng.choice(kinds)(scope)

    def if_(self, scope: Scope) -> str:
        head = f"  if ( {self.asks(scope)} )\n"
        inner = scope.inner()
        if self.chance(0.4):
            return head + self.branch(inner)
        return head + self.braced(inner) + "  else\n" + self.branch(inner)

    def loop_(self, scope: Scope) -> str:
        i = self.pick("i", "i", "x", "k")
        inner = scope.inner(i, loop=True)
        if i == "x":
            inner = replace(inner, slots=tuple(s for s in inner.slots if s != "x"))
        bound = self.pick("2", f"( {scope.reads[0]} & 1 )", "0", "3")
        bound = "2" if i in bound.split() else bound
        body = self.branch(inner)
        return self.pick(
            f"  for ( int {i} = 0; {i} < {bound}; ++{i} )\n{body}",
            f"  for ( int {i} = {bound}; {i} > 0 && probe ( {i} ) < 9; {i}-- )\n{body}",
            f"  {{\n    int {i} = 0;\n    while ( {i}++ < {bound} )\n{body}  }}\n",
            f"  {{\n    int {i} = 0;\n    do\n{self.braced(inner)}    while ( ++{i} < {bound} );\n  }}\n",
        )

    def choice_(self, scope: Scope) -> str:
        inner = scope.inner(loop=False)
        first, second, other = self.plain(inner), self.plain(inner), self.braced(inner)
        stop = self.pick("    break;\n", "")
        return f"  switch ( {self.pure(scope)} )\n  {{\n    case 1:\n{first}{stop}    case 2:\n    case 4:\n{second}    break;\n    default:\n{other}  }}\n"

    def by_chip_(self, scope: Scope) -> str:
        head = self.rng.choice(CONDITIONS).replace("{n}", self.n)
        inner = scope.inner()
        if self.chance(0.3):
            return f"{head}\n{self.small(inner)}#endif\n"
        return f"{head}\n{self.small(inner)}#else\n{self.small(inner)}#endif\n"

    def shadow(self, scope: Scope) -> str:
        name = self.pick("x", "k", "mode", "dim")
        inner = scope.inner(name)
        inner = replace(inner, slots=(name, *(s for s in inner.slots if s != name)))
        return f"  {{\n    {self.pick('int', 'int', 'short', 'unsigned char')} {name} = {self.pick('3', 'probe ( 7 )')};\n{self.small(inner, 2)}  }}\n"

    def print_one(self, scope: Scope) -> str:
        return f'  printf ( "{self.pick("at", "now", "n")} %d\\n", ( int ) ( {self.pure(scope)} ) );\n'

    def check_(self, scope: Scope) -> str:
        return f"  SGDNN_CHECK ( {self.pure(scope)} != {self.rng.randrange(40, 60)} );\n"

    def leave(self, scope: Scope) -> str:
        return f"  if ( {self.asks(scope)} )\n  {{\n    probe ( 8 );\n    {scope.leaves}\n  }}\n"

    def launch_(self, scope: Scope) -> str:
        call = scope.launch
        if "return SG" in scope.leaves:
            return self.pick(
                f"  SAFE_CALL ( {call} );\n",
                f"  if ( {call} != SG_SUCCESS ) return SG_FAILURE;\n",
                f"  {{\n    tpu_status_t s = {call};\n    if ( s != SG_SUCCESS ) return s;\n  }}\n",
            )
        return f"  SAFE_CALL ( {call} );\n"
