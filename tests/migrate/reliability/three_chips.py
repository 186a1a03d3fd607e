"""Generated operators for three chips: chains of conditions over their macros, which group the chips in every way."""

from __future__ import annotations

from functions import REFUSE, A, B, Writer

C = "BACKEND_SG2044"
MACROS = (A, B, C)
# A condition with macros {0}, {1}, {2} in any order, and which of the three take it.
CONDITIONS = (
    ("ifdef {0}", (True, False, False)),
    ("ifndef {0}", (False, True, True)),
    ("if defined {0}", (True, False, False)),
    ("if defined({0}) || defined({1})", (True, True, False)),
    ("if defined {0} || defined {1} || defined({2})", (True, True, True)),
    ("if !defined {0}", (False, True, True)),
    ("if !defined({0}) && !defined({1})", (False, False, True)),
    ("if ! ( defined {0} || defined {1} )", (False, False, True)),
    ("if defined({0}) && !defined({1})", (True, False, False)),
    ("if !defined({0}) || defined({1})", (False, True, True)),
    ("if defined({0}) && defined({1})", (False, False, False)),
)


class ThreeChips(Writer):
    chips = MACROS
    openings = tuple(
        (f"#{first}".format(*order), second.format(*order), True)
        for order in ((A, B, C), (C, A, B), (B, C, A))
        for first, second in (
            ("if defined {0}", "#else"),
            ("if defined {0} || defined {1}", "#elif defined {2}"),
            ("ifdef {0}", "#elif defined({1}) || defined({2})"),
            ("ifndef {0}", "#else // {0}"),
            ("if !defined({0}) && !defined({1})", "#else"),
        )
    )

    def condition(self, opening: bool) -> tuple[str, frozenset[str]]:
        """Directive of a branch, and the chips whose macro makes it true."""
        text, taken = self.rng.choice(CONDITIONS)
        order = list(MACROS)
        self.rng.shuffle(order)
        if not opening:
            while not text.startswith("if "):
                text, taken = self.rng.choice(CONDITIONS)
            text = "el" + text
        return "#" + text.format(*order), frozenset(m for m, t in zip(order, taken, strict=True) if t)

    def chipwise(self, depth: int) -> str:
        left = frozenset(self.seeing)
        alike = self.rng.random() < 0.3  # the same statements in every branch, but for what the chip makes of them
        state, names = self.rng.getstate(), self.names
        parts, last = [], self.rng.getstate()
        for number in range(self.rng.randint(1, 3)):
            directive, taken = self.condition(number == 0)
            last = self.rng.getstate()
            if alike:
                self.rng.setstate(state)
                self.names = names
            parts += [directive + "\n", self.branch(left & taken, depth)]
            left -= taken
            if alike:
                self.rng.setstate(last)
        ending = self.rng.random()
        if ending < 0.4:
            parts += ["#else\n", REFUSE]
        elif ending < 0.7:
            parts += ["#else\n", self.branch(left, depth)]
        return "".join([*parts, "#endif\n"])

    def branch(self, chips: frozenset[str], depth: int) -> str:
        """Text that only `chips` see; one chip's own, or with further conditionals in it."""
        outer, before = self.seeing, self.chip
        self.seeing = chips
        self.chip = next(iter(chips)) if len(chips) == 1 else None
        text = REFUSE if self.rng.random() < 0.1 else self.block(depth + 1)
        self.seeing, self.chip = outer, before
        return text

    def branches(self, depth: int) -> tuple[str, str]:
        return self.branch(frozenset(self.seeing), depth), self.branch(frozenset(self.seeing), depth)
