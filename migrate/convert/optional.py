"""Which tensors may be missing: those that a function hands to one which asks whether they are there; an offset is added to no such."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from migrate.convert.field_reads import FieldReads
from migrate.convert.function import Converted
from migrate.convert.translation_unit import TranslationUnit
from migrate.frontend.comments import optional_in
from migrate.frontend.lex import Kind
from migrate.frontend.source import Function, ParameterTokens, Source
from migrate.frontend.statements import behind_value, parenthesis_around
from migrate.model import Refusal
from migrate.rules.address_forms import ZERO
from migrate.rules.address_reads import address_reads, is_of_field, member_chain
from migrate.rules.tensor_uses import changes, is_followed, may_be_set, set_by_macro

_PLAIN = frozenset(["bool", "char", "short", "int", "long", "float", "double", "unsigned", "signed", "const", "size_t"])
_WIDE = re.compile(r"(?:unsigned )?long(?: long)?")
_GIVES = (b"=", b"{", b"(", b"[", b":")


def handed_on(unit: TranslationUnit, items: Sequence[Converted]) -> list[Converted]:
    """The functions with all tensors that may be missing, as many calls away as it takes."""
    hands = _settled(unit, items)
    return [replace(item, optional=hands.listed(item)) for item in items]


def _settled(unit: TranslationUnit, items: Sequence[Converted]) -> _Hands:
    hands = _Hands(unit, items)
    while hands.further():
        pass
    return hands


def with_known_offsets(
    unit: TranslationUnit, items: Sequence[Converted], internal: Collection[str]
) -> Sequence[Converted]:
    """Functions that add an offset to the address of a tensor which may be missing are refused: 0 and an offset would be taken for an address.

    The unified library refuses a missing tensor before an operator's body unless the operator's declaration calls it optional.
    """
    if not any(item.offsets for item in items):
        return items
    offsets = _Offsets(_settled(unit, items), internal)
    while offsets.further():
        pass
    found = offsets.refusals
    return [item.refused(found[n]) if n in found else item for n, item in enumerate(items)]


_NULLS = ZERO | {b"nullptr", b"NULL"}


class _Offsets:
    """What has to be there: tensors that functions add an offset to, or hand to one that does."""

    def __init__(self, hands: _Hands, internal: Collection[str]) -> None:
        self.hands, self.internal = hands, internal
        self.needed: dict[str, set[str]] = {}
        self.refusals: dict[int, Refusal] = {}

    def further(self) -> bool:
        before = (len(self.refusals), sum(map(len, self.needed.values())))
        source = self.hands.source
        for number, item in enumerate(self.hands.items):
            for first, last in item.offsets:
                named = next(i for i in range(first, last) if source.code[i].kind == Kind.IDENT)
                self._need(number, first, {self.hands.word(named)}, source.spell(first, last))
            for index, names, what in self._handed(item.function):
                self._need(number, index, names, what)
        return (len(self.refusals), sum(map(len, self.needed.values()))) > before

    def _need(self, number: int, index: int, names: set[str], what: str) -> None:
        """`names` of the tensors that `what` is made of."""
        hands, item = self.hands, self.hands.items[number]
        function = item.function
        known = stands_for(hands.source, function, names)
        found = known & set(hands.tensors[function.name])
        comment = hands.unit.comments.get(function.name, ())
        missing = found & (hands.optional[function.name] | set(optional_in(comment, hands.tensors[function.name])))
        why = ""
        if other := self._changed_elsewhere(function, known):
            why = f"whether {other} is there is not known, as it is a list, or is changed through another name; add the offset to a tensor of its own"
        if (absent := self._may_be_null(function, known)) and not found <= missing:
            why = f"{absent} may be a tensor that is not there, whose address is 0, and 0 with an offset would be taken for an address; add the offset where it is set"
        if not found:
            why = "of which tensor it is, and whether that is there, is not known"
        elif missing and item.operator and function.name not in self.internal:
            why = f"{', '.join(sorted(missing))} may be a tensor that is not there, whose address is 0, and 0 with an offset would be taken for an address; check the address first, or test it in an `if` around this"
        if why:
            message = f"an offset is added to {what}: {why}"
            span = hands.source.code[index].span
            self.refusals.setdefault(number, Refusal("L124", span, message, None, function.name))
        else:
            self.needed.setdefault(function.name, set()).update(found)

    def _changed_elsewhere(self, function: Function, names: set[str]) -> str:
        """A name of more than one tensor, or of one that something else than an assignment to it may give another address."""
        source, rules = self.hands.source, self.hands.unit.rules
        for name in sorted(names):
            uses = source.where(name.encode(), function.first, function.close_brace)
            decls = [decl for i in uses for decl in source.every_fact(i) if decl.kind in ("param", "variable")]
            named = [any(tensor in decl.type for tensor in rules.tensor_types) for decl in decls]
            kinds = {d.type if direct else d.canonical or d.type for d, direct in zip(decls, named, strict=True)}
            plain = {kind.removeprefix("const ").rstrip("& ") for kind in kinds}
            if not any(tensor in kind for kind in kinds for tensor in rules.tensor_types):
                continue
            if not plain <= set(rules.tensor_types):
                return name
            if set_by_macro(source, rules, function, name.encode()):
                return name
            for index in source.where(name.encode(), *function.body):
                declared = any(decl.offset == source.code[index].start for decl in source.decls(index))
                if not declared and not self._is_set(index) and changes(source, function, index, rules.address_field):
                    return name
        return ""

    def _is_set(self, index: int) -> bool:
        """Whether a statement sets a tensor, or its address."""
        source = self.hands.source
        member = (
            source.text(index + 1) == b"." and source.text(index + 2) == self.hands.unit.rules.address_field.encode()
        )
        equals = source.text(index + 3 if member else index + 1)
        return equals in (b"=", b"+=", b"-=") and source.text(index - 1) in (b";", b"{", b"}", b")", b"else")

    def _may_be_null(self, function: Function, names: set[str]) -> str:
        """A variable of the function among the names that may be null: a call makes it, or it is set to 0."""
        hands, source = self.hands, self.hands.source
        field = hands.unit.rules.address_field.encode()
        for name in sorted(names - set(hands.tensors[function.name])):
            for index in source.where(name.encode(), *function.body):
                member = source.text(index + 1) in (b".", b"->") and source.text(index + 2) == field
                equals = index + 3 if member else index + 1
                declared = any(decl.offset == source.code[index].start for decl in source.decls(index))
                if source.text(equals) == b"{" and declared:
                    return name
                if source.text(equals) != b"=":
                    continue
                end = equals + 1
                while source.text(end) not in (b";", b",", b""):
                    end = source.behind(end)
                inside = {source.text(i) for i in range(equals + 1, end)}
                calls = not member and any(
                    source.text(i + 1) == b"(" for i in range(equals + 1, end - 1) if source.code[i].kind == Kind.IDENT
                )
                if calls or inside & _NULLS or (not member and b"{" in inside):
                    return name
        return ""

    def _handed(self, function: Function) -> Iterator[tuple[int, set[str], str]]:
        """Of each call, or other use, of a function that needs tensors: what it is given for them."""
        hands, source = self.hands, self.hands.source
        for callee, needed in list(self.needed.items()):
            names = [self.hands.word(p.name_index) for p in self.hands.parameters(callee)]
            for index in source.where(callee.encode(), *function.body):
                opener = source.opener(index)
                arguments = source.arguments(opener) if opener >= 0 else []
                if len(arguments) != len(names):  # a pointer to it, or arguments left out
                    yield index, set(), f"what {callee} is given"
                    continue
                for (first, last), name in zip(arguments, names, strict=True):
                    if name in needed:
                        what = f"{source.spell(first, last)} in {callee}"
                        yield index, hands.names(first, last), what
            for macro in hands.macros[function.name]:
                if callee.encode() in source.table.closure([macro]):
                    for index in source.where(macro, *function.body):
                        yield index, set(), f"what {callee} is given by {macro.decode()}"


class _Hands:
    def __init__(self, unit: TranslationUnit, items: Sequence[Converted]) -> None:
        self.unit, self.source, self.items = unit, unit.source, items
        self.optional = {item.function.name: set(item.optional) for item in items}
        self.fields = frozenset(name for item in items for name in item.address_fields)
        self.reads = FieldReads(unit, items, self.fields)
        self.asking = {item.function.name for item in items if item.asks}  # of what it is given, whatever that is
        self.tensors = {item.function.name: self._tensors(item.function) for item in items}
        for item in items:
            if self._mixes(item.function):
                self.optional[item.function.name] |= set(self.tensors[item.function.name])
        self.macros = {item.function.name: self.reads.macros(item.function) for item in items}
        self.structs: dict[str, dict[str, set[bytes]]] = {}  # function -> parameter -> fields of it that are asked
        for item in items:
            for first, field in address_reads(self.source, unit.rules, item.function, self.fields):
                self._ask_struct(item.function, {self.word(first)}, {field})
        self.aliased: dict[str, bool] = {}
        self.types = {item.function.name: [p.type for p in self.source.parameters(item.function)] for item in items}

    def _ask_struct(self, function: Function, names: set[str], fields: set[bytes]) -> None:
        """Notes the parameters, none of them a tensor, by which a function gets the structs whose fields it asks."""
        for name in stands_for(self.source, function, names) & self._holding(function):
            self.structs.setdefault(function.name, {}).setdefault(name, set()).update(fields)

    def _holding(self, function: Function) -> set[str]:
        """Parameters that may be, or refer to, a struct with addresses."""
        rules, found = self.unit.rules, set[str]()
        for parameter in self.source.parameters(function):
            words = parameter.type.replace("*", " ").replace("&", " ").split()
            other = _PLAIN.issuperset(words) or parameter.type.removeprefix("const ") in rules.handle_types
            if not other and self.word(parameter.name_index) not in self.tensors[function.name]:
                found.add(self.word(parameter.name_index))
        return found

    def _given_fields(self, function: Function, fields: set[bytes]) -> set[str]:
        """Tensors that a function gives to fields of these names."""
        source, found = self.source, set[str]()
        for index in (i for field in fields for i in source.where(field, *function.body)):
            _, equals = member_chain(source, index)
            if source.text(equals) == b"=" and is_of_field(source, self.unit.rules, equals + 1):
                return set(self.tensors[function.name])
            if source.text(equals) == b"=":
                found |= stands_for(source, function, self.names(equals + 1, behind_value(source, equals + 1)))
        return found & set(self.tensors[function.name])

    def _asked_structs(self, function: Function) -> Iterator[tuple[set[str], set[bytes]]]:
        """Of each call of a function that asks fields of a struct, of each macro that does, and where a struct's bytes are read: the names of what is
        handed on, and the fields; no field is any."""
        source = self.source
        for callee, asked in list(self.structs.items()):
            names = [self.word(p.name_index) for p in self.parameters(callee)]
            for index in source.where(callee.encode(), *function.body):
                opener = source.opener(index)
                arguments = source.arguments(opener) if opener >= 0 else []
                for (first, last), name in zip(arguments, names, strict=False):
                    if name in asked:
                        yield self.names(first, last), asked[name]
                if opener < 0:
                    yield set(), set().union(*asked.values())
        yield from self.reads.of(function)

    def parameters(self, callee: str) -> Sequence[ParameterTokens]:
        own = next(item.function for item in self.items if item.function.name == callee)
        return self.source.parameters(own)

    def _mixes(self, function: Function) -> bool:
        """Whether a name of a tensor may stand for another one of the function's: it is given another value, or another variable is called so; or
        addresses stand in a list. Then what is asked of one may be asked of any."""
        source, field = self.source, self.unit.rules.address_field.encode()
        for tensor in self.tensors[function.name]:
            own = {p.name_index for p in source.parameters(function)}
            for index in source.where(tensor.encode(), *function.body):
                behind = source.text(index + 1)
                member = behind in (b".", b"->") and source.text(index + 2) == field
                declared = any(d.offset == source.code[index].start and not d.file for d in source.decls(index))
                if behind == b"=" or (member and source.text(index + 3) == b"=") or (declared and index not in own):
                    return True
                if member and self._in_list(index):
                    return True
        return any(source.text(i + 1) == b"(" for i in source.where(b"swap", *function.body))

    def _has_aliases(self, function: Function) -> bool:
        """Whether a tensor may get another one's address in a way that is not followed, or a number that holds an address."""
        source, field = self.source, self.unit.rules.address_field
        own = {p.name_index for p in source.parameters(function)}
        for tensor in self.tensors[function.name]:
            uses = (index for index in source.where(tensor.encode(), *function.body) if index not in own)
            if any(changes(source, function, i, field) and not self._is_handed_to_known(i) for i in uses):
                return True
        for mark in (b"&", b"*", b"&&"):
            for index in source.where(mark, *function.body):
                for decl in source.every_fact(index + 1) if source.code[index + 1].kind == Kind.IDENT else ():
                    kind = decl.canonical or decl.type
                    declared = decl.kind == "variable" and decl.offset == source.code[index + 1].start
                    if declared and not kind.startswith("const ") and _WIDE.fullmatch(kind.rstrip("&* ")):
                        return True
        return False

    def _is_handed_to_known(self, index: int) -> bool:
        """Whether a tensor is an argument of a function that the unified library has as well: none of them changes one."""
        source = self.source
        opener = parenthesis_around(source, index)
        first = index - (source.text(index - 1) == b"&")
        alone = source.text(first - 1) in (b"(", b",") and source.text(index + 1) in (b",", b")")
        return alone and source.text(opener) == b"(" and self.word(opener - 1) in self.unit.rules.provided

    def _in_list(self, index: int) -> bool:
        """Whether a name stands in the braces of an array."""
        source = self.source
        while source.text(index) not in (b";", b"}", b""):
            index -= 1
            if source.text(index) in (b")", b"]", b"}"):
                index = source.pairs.get(index, index)
            elif source.text(index) == b"{":
                at = index - 1 - (source.text(index - 1) == b"=")
                return source.text(at) == b"]"
        return False

    def names(self, first: int, last: int) -> set[str]:
        return {self.word(i) for i in range(first, last) if self.source.code[i].kind == Kind.IDENT}

    def _tensors(self, function: Function) -> list[str]:
        kinds = self.unit.rules.tensor_types
        found = (p for p in self.source.parameters(function) if any(kind in p.type for kind in kinds))
        return [self.word(p.name_index) for p in found]

    def word(self, index: int) -> str:
        return self.source.text(index).decode("utf-8", "replace")

    def listed(self, item: Converted) -> tuple[str, ...]:
        """In the order in which they are declared."""
        found, name = self.optional[item.function.name], item.function.name
        prototype = self.unit.prototypes.get(name)
        names = [p.name for p in prototype.parameters] if prototype else []
        return item.optional if set(item.optional) == found else tuple(n for n in names if n in found)

    def further(self) -> bool:
        """Whether one more function turned out to ask."""
        before = self._count()
        for item in self.items:
            for asked in self._asked(item.function):
                self._ask(item.function, asked)
            for names, fields in self._asked_structs(item.function):
                self._ask_struct(item.function, names, fields)
                self._ask_fields(item.function, names, fields)
            name = item.function.name
            if self.optional[name] and not self.optional[name].issuperset(self.tensors[name]):
                if name not in self.aliased:
                    self.aliased[name] = self._has_aliases(item.function)
                self.optional[name] |= set(self.tensors[name]) if self.aliased[name] else set()
        return self._count() > before

    def _count(self) -> int:
        asked = sum(len(fields) + 1 for structs in self.structs.values() for fields in structs.values())
        return len(self.asking) + sum(map(len, self.optional.values())) + asked

    def _ask_fields(self, function: Function, names: set[str], fields: set[bytes]) -> None:
        found = self._given_fields(function, fields)
        places = [i for name in names for i in self.source.where(name.encode(), *function.body)]
        if any(may_be_set(self.source, self.unit.rules, function, i) for i in places):
            found = set(self.tensors[function.name])
        if not found and not stands_for(self.source, function, names) & self._holding(function):
            found = set(self.tensors[function.name])  # else it is its caller's
        self.optional[function.name] |= found

    def _ask(self, function: Function, given: set[str] | None) -> None:
        """`given`: names in what is handed on; None where that is not known."""
        own, known = set(self.tensors[function.name]), stands_for(self.source, function, given or set())
        locals_ = (name.encode() for name in known - own)
        followed = all(is_followed(self.source, self.unit.rules, function, name) for name in locals_)
        found = own if given is None or not followed else known & own
        self.optional[function.name] |= found
        if not found:
            self.asking.add(function.name)  # what it is given itself, then, if it is given something

    def _asked(self, function: Function) -> Iterator[set[str] | None]:
        """Of each place that hands something to a function which asks, or to a macro that does: the names in it."""
        source = self.source
        callees = [name for name in self.optional if self.optional[name] or name in self.asking]
        asking = {name.encode() for name in callees}
        for macro in self.macros[function.name] if callees else ():
            if not asking.isdisjoint(source.table.closure([macro])):
                for index in source.where(macro, *function.body):
                    opener = source.opener(index)
                    yield None if opener < 0 else self.names(opener + 1, source.pairs[opener])
        for callee in callees:
            for index in source.where(callee.encode(), *function.body):
                decl = source.fact(index)
                if source.text(index - 1) in (b".", b"->") or (decl and decl.kind in ("param", "variable", "field")):
                    continue
                opener = source.opener(index)
                if opener < 0:
                    yield None
                    continue
                if any(source.text(i) in self.macros[function.name] for i in range(opener + 1, source.pairs[opener])):
                    yield None  # which argument is which is not known
                for position, (first, last) in enumerate(source.arguments(opener)):
                    if self._asks(callee, position):
                        yield self.names(first, last)

    def _asks(self, callee: str, position: int) -> bool:
        types, prototype = self.types[callee], self.unit.prototypes.get(callee)
        taken = [p.name for p in prototype.parameters] if prototype else []
        if position < len(taken) and taken[position] in self.optional[callee]:
            return True
        words = types[position].replace("*", " ").replace("&", " ").split() if position < len(types) else []
        plain = bool(words) and _PLAIN.issuperset(words)
        return callee in self.asking and not self.tensors[callee] and not plain


def stands_for(source: Source, function: Function, names: set[str]) -> set[str]:
    """The names and what the locals among them were made of or given."""
    pending, seen = [*names], set[str]()
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        for index in source.where(name.encode(), *function.body):
            begin = _given(source, index)
            end = begin
            while end < function.close_brace and source.text(end) != b";" and source.pairs.get(end, end) >= begin:
                end += 1
            words = (i for i in range(begin, end) if source.code[i].kind == Kind.IDENT)
            pending += [source.text(i).decode("utf-8", "replace") for i in words]
    return seen


def _given(source: Source, index: int) -> int:
    """Where that begins which a name is given: `x = a`, `x { a }`, `x[0] = a`, `x.y = a`, `x.push_back ( a )`; else behind everything."""
    position = index + 1
    if source.text(position) in _GIVES:
        return position
    while source.text(position) in (b".", b"->"):
        position += 2
        while source.text(position) == b"[":
            position = source.pairs[position] + 1
    member = position > index + 1 and source.text(position) in (b"=", b"(")
    return position if member else len(source.code)
