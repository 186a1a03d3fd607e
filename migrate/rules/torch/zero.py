"""What the language clears: a data type that is 0, and a tensor or struct with one, are others in the unified library, whose 0 is another data type."""

from __future__ import annotations

from migrate.frontend.lex import split_arguments
from migrate.frontend.torch.flow import Variable
from migrate.rules.torch.refused import Refused
from migrate.rules.torch.uses import Uses

_LISTS = frozenset(
    (b"vector", b"ArrayRef", b"span", b"initializer_list")
)  # none makes an element by being asked for it


class Zeros(Uses):
    def container(self, variable: Variable) -> bytes:
        """The template that a variable is one of, with the type of the rules as its first argument; `?` for any other, empty for none."""
        unit, at = self.unit, variable.type_index
        if at is None:
            return b""
        behind = at + 1
        while unit.text(behind) in (b"const", b"*", b"&"):
            behind += 1
        if unit.text(behind) not in (b">", b">>"):
            return b""
        before = at - 1
        while unit.text(before) in (b"const", b"::"):
            before -= 1
        name = unit.text(before - 1) if unit.text(before) == b"<" else b""
        return name if name in _LISTS else b"?"

    def cleared_fields(self, brace: int, type_: str) -> str:
        """What an initialiser of a struct of the rules leaves 0 that is something else then; empty where there is nothing."""
        members = self.records.get(type_.encode())
        if members is None:
            return "no fields are known of it"
        unit = self.unit
        starts = [first for first, _ in split_arguments(unit.tokens, brace, unit.pairs[brace])]
        named = {unit.text(first + 1) for first in starts}
        for name, words in members.items():
            if name not in named and any(self.own.role_of_word(word) for word in words):
                return f"its field {name.decode('utf-8', 'replace')} is left 0"
        return ""

    def check_braced_argument(self, first: int, end: int, kinds: str) -> None:
        """`f ( {} )`: an argument in braces makes what the parameter is; `kinds`: the words of its type."""
        unit = self.unit
        if unit.text(first) != b"{" or unit.pairs.get(first) != end - 1:
            return
        words = (
            kinds.replace("const", " ").replace("<", " ").replace(">", " ").replace("*", " ").replace("&", " ").split()
        )
        roles = [role for word in words if (role := self.own.role_of_word(word))]
        if not roles and kinds:
            return
        elements = split_arguments(unit.tokens, first, end - 1)
        fields = all(unit.text(a) == b"." for a, _ in elements)
        if len(words) == 1 and fields and roles == ["typed"] and not self.cleared_fields(first, words[0]):
            return
        listed = "vector" in kinds or not kinds
        if listed and (elements or kinds) and all(self._is_element(a, b - 1) for a, b in elements):
            return
        raise Refused(
            "T119" if roles != ["typed"] else "T124",
            first,
            "what is made here by braces alone has the data type 0, or another one that is not understood, which is another in the "
            "unified library; write what is meant",
        )

    def _is_element(self, first: int, last: int) -> bool:
        raise NotImplementedError
