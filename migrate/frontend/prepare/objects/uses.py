"""Where the objects of a class that is taken apart are declared, and how a function uses them."""

from __future__ import annotations

from migrate.frontend.lex import Kind
from migrate.frontend.prepare.objects.ends import ends
from migrate.frontend.prepare.objects.members import Members, Object
from migrate.frontend.source import Function
from migrate.frontend.statements import CHANGES, block_around, parenthesis_around, qualified_start
from migrate.model import Span


class Uses:
    """The objects of a class, and their uses."""

    def __init__(self, members: Members) -> None:
        self.members, self.rules, self.source, self.made = members, members.rules, members.source, members.made
        self.usings: list[Span] = []  # declarations that name the class without its namespace

    def objects(self) -> list[Object] | None:
        """The objects of the class; None where it is named for anything else."""
        source, made, found = self.source, self.made, list[Object]()
        for index in source.places.get(made.name, ()):
            if made.first < index < made.end:
                continue
            if self._is_named_there(index):
                self.usings.append(source.span_of(qualified_start(self.source, index) - 1, index + 2))
                continue
            function = source.function_at(source.code[index].start)
            inside = function is not None and function.open_brace < index < function.close_brace
            if function is None or not inside or not self.members.is_named(index):
                return None
            if source.text(index + 1) == b"::" and source.text(index + 2) in made.methods:
                if not made.methods[source.text(index + 2)].static or source.text(index + 3) != b"(":
                    return None
                continue
            if found and found[-1].first < index < found[-1].end:
                continue  # `Buffer work = Buffer ( 64 )`
            known = self._declared(function, index)
            if known is None or (made.destructor and source.where(b"goto", *function.body)):
                return None
            kinds = {decl.kind for decl in source.decls(known.name)}
            if source.has_directive(known.first, known.end + 1) or kinds != {"variable"}:
                return None
            chain = self.members.constructors(known)
            if chain is None:
                return None
            known.chain = chain
            if made.destructor and block_around(source, index) != function.open_brace:
                places = ends(source, known)
                if places is None or b"end" in made.methods:
                    return None
                known.ends, self.members.ends_in_blocks = places, True
            found.append(known)
        return found

    def _is_named_there(self, index: int) -> bool:
        """Whether it is all of `using detail::Buffer;`."""
        source, first = self.source, qualified_start(self.source, index)
        scope = b"".join(source.text(i) for i in range(first, index)).removeprefix(b"::")
        own = first < index and scope == self.members.scope
        return own and source.text(first - 1) == b"using" and source.text(index + 1) == b";"

    def _declared(self, function: Function, index: int) -> Object | None:
        """The object that a statement declares where the class is named first in it."""
        source, name, made = self.source, index + 1, self.made.name
        index = qualified_start(self.source, index)
        if source.text(index - 1) == b"=" and source.text(name) in (b"(", b"{"):  # `auto work = Buffer ( 64 )`
            name = index - 2
            index = name - 1 - (source.text(name - 1) == b"const")
            if source.text(index) != b"auto":
                return None
        name += source.text(name) == b"const"
        first = index - (source.text(index - 1) == b"struct")
        first -= source.text(first - 1) == b"const"
        if source.code[name].kind != Kind.IDENT or source.text(first - 1) not in (b";", b"{", b"}"):
            return None
        opener = name + 1 + (source.text(name + 1) == b"=")
        if opener > name + 1 and source.code[opener].kind == Kind.IDENT:
            while source.text(opener + 1) == b"::":
                opener += 2
        if opener > name + 1 and source.text(opener) == made:
            opener += 1
            whole = source.text(opener) in (b"(", b"{")
        else:
            whole = source.text(opener) == b"{" or opener == name + 1
        end = source.pairs[opener] + 1 if source.text(opener) in (b"(", b"{") else opener
        if not whole or source.text(end) != b";" or end >= function.close_brace:
            return None
        return Object(function, first, name, opener, end)

    def of_fields(self, objects: list[Object]) -> list[int]:
        """Where the class names its fields, and where its objects' are used."""
        source, made = self.source, self.made
        found = [i for i in range(made.brace, made.end) if source.text(i) in made.fields and self.members.is_field(i)]
        for one in objects:
            found += [i + 2 for i in self.places(one) or () if source.text(i + 2) in made.fields]
        return found

    def places(self, one: Object) -> list[int] | None:
        """Where an object is named in its function; None where it is more than the object of a member."""
        source, made = self.source, self.made
        start, found = source.code[one.name].start, list[int]()
        for index in source.where(source.text(one.name), *one.function.body):
            if index == one.name:
                continue
            decls = list(source.decls(index))
            if not decls:
                return None
            if all(decl.offset != start for decl in decls):
                continue
            if any(decl.offset != start for decl in decls) or source.text(index + 1) != b".":
                return None
            name = source.text(index + 2)
            if name in made.methods:
                if source.text(index + 3) != b"(" or made.methods[name].static or not self._is_sequence(index):
                    return None
                if self.members.buffer_of(name) and self.members.is_copied(name) and not self._asks_rule(index):
                    return None
            elif name not in made.fields or (name in self.members.bound and self._changes(index)):
                return None
            found.append(index)
        return found

    def _asks_rule(self, index: int) -> bool:
        """Whether the answer of a call without arguments is an argument of a function of the rules, which keeps nothing of it."""
        source, opener = self.source, parenthesis_around(self.source, index)
        alone = source.text(index - 1) in (b"(", b",") and source.text(index + 5) in (b")", b",")
        rule = self.rules.calls.get(source.text(opener - 1).decode("utf-8", "replace"))
        named = source.text(opener) == b"(" and source.text(opener - 1) not in source.table.names
        return alone and named and rule is not None and not rule.allocates

    def _changes(self, index: int) -> bool:
        """Whether a field that stands for the handle or a flag is set, or pointed to, where an object is used."""
        source, reference = self.source, self.made.fields[self.source.text(index + 2)].reference
        return not reference and (source.text(index - 1) == b"&" or source.text(index + 3) in CHANGES)

    def _is_sequence(self, index: int) -> bool:
        """Whether a chain of calls can be calls one after the other: it is a statement, or begins a condition."""
        source, made, chain = self.source, self.made, self.chain(index)
        last = source.pairs[chain[-1] + 1]
        if made.methods[source.text(chain[-1])].fluent and source.text(last + 1) in (b".", b"->", b"["):
            return False
        if any(source.text(i + 1) != b"(" or made.methods[source.text(i)].static for i in chain):
            return False
        if len(chain) == 1:
            return True
        before = source.text(index - 1)
        if before == b"(" and source.text(index - 2) in (b"if", b"switch"):
            end = source.pairs[index - 1]
            return source.text(last + 1) in b") < > <= >= == != && || + -".split() and self._is_first(last, end)
        start = self.start(index)
        if start < index:  # the value of the last call is used first of what stands behind
            used = not made.methods[source.text(chain[-1])].fluent
            behind = b"; < > <= >= == != && || + - * / % ?".split()
            if source.text(start + 1) == b"(":
                behind = [b")", *behind[1:]]
            if not used or source.text(last + 1) not in behind or not self._ends_statement(start, last):
                return False
            if not self._is_first(last, self.semicolon(last)):
                return False
            before = source.text(start - 1)
            plain = before in (b";", b"{", b"}") or (before == b":" and self._is_case(start))
            return plain or self.is_branch(start)
        if self.is_branch(index):
            return source.text(last + 1) == b";"
        plain = before in (b";", b"{", b"}") or (before == b":" and self._is_case(index))
        return plain and source.text(last + 1) in (b";", b",")

    def start(self, index: int) -> int:
        """Where a statement begins that returns, keeps or checks what a chain of calls answers; the chain's own place where there is none."""
        source, rules = self.source, self.rules
        before = source.text(index - 1)
        if before == b"return":
            return index - 1
        known = source.text(index - 2).decode("utf-8", "replace") in rules.checks | rules.safe_calls
        if before == b"(" and known:
            return index - 2
        start = index - 1
        if before != b"=":
            return index
        while source.text(start - 1) not in (b";", b"{", b"}", b")", b":", b"else", b"do"):
            start -= 1
            plain = source.code[start].kind == Kind.IDENT or source.text(start) in b". -> :: & *".split()
            if not plain or source.text(start) in (b"static", b"return", b"case", b"thread_local"):
                return index
        return start

    def _ends_statement(self, start: int, last: int) -> bool:
        """Whether what stands from the one to behind the other is a statement: not a part of a list or of a loop's head."""
        return self.semicolon(last) > last and self.source.text(start - 1) != b"("

    def semicolon(self, last: int) -> int:
        """Of the statement; -1 where a bracket closes around it ahead of that, but for that of a check."""
        source, at, closed = self.source, last + 1, 0
        while source.text(at) != b";":
            chosen = source.text(at) == b":" and bool(source.where(b"?", last, at))
            if source.text(at) in (b"{", b"}", b"]", b",", b"", b"=", b":") and not closed and not chosen:
                return -1
            closed += source.text(at) == b")"
            at = source.pairs[at] + 1 if source.text(at) in (b"(", b"[") else at + 1
            if closed > 1:
                return -1
        return at

    def is_branch(self, index: int) -> bool:
        """Whether a statement is the only one of a branch or a loop, without braces."""
        source, before = self.source, self.source.text(index - 1)
        if before == b")":
            return source.text(source.pairs[index - 1] - 1) in (b"if", b"for", b"while")
        return before in (b"else", b"do")

    def _is_case(self, index: int) -> bool:
        """Whether a label of a switch's own block stands before a statement."""
        source, first = self.source, index - 1
        while source.text(first - 1) not in (b";", b"{", b"}"):
            first -= 1
        words = {source.text(i) for i in range(first, index)}
        others = {b"?", b"if", b"for", b"while", b"switch", b"else", b"do"}
        return source.text(first) in (b"case", b"default") and words.isdisjoint(others)

    def chain(self, index: int) -> list[int]:
        """The names of the member functions that are called on an object one behind the other."""
        source, made, found = self.source, self.made, [index + 2]
        while made.methods[source.text(found[-1])].fluent:
            closer = source.pairs[found[-1] + 1]
            if source.text(closer + 1) != b"." or source.text(closer + 2) not in made.methods:
                break
            found.append(closer + 2)
        return found

    def _is_first(self, last: int, end: int) -> bool:
        """Whether nothing behind a call may run ahead of it: no calls, but for those behind an operator that runs its left side first."""
        ordered = [i for i in range(last + 1, end) if self.source.text(i) in (b"&&", b"||", b"?")]
        return not self.effects(last + 1, ordered[0] if ordered else end)

    def effects(self, first: int, last: int) -> bool:
        """Whether an expression may do more than to answer."""
        source, rules = self.source, self.rules
        pure = {*rules.calls, "sizeof"}
        calls = (source.text(i - 1) for i in source.where(b"(", first, last) if source.code[i - 1].kind == Kind.IDENT)
        sets = any(source.text(i) in CHANGES for i in range(first, last))
        return sets or any(name.decode("utf-8", "replace") not in pure for name in calls)
