"""`sizeof ( a ) / sizeof ( a[0] )`: how many elements an array has, whatever the size of one is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from migrate.frontend.lex import Token


def element_counts(
    tokens: Sequence[Token], pairs: Mapping[int, int], places: Iterable[int]
) -> Iterator[tuple[int, int]]:
    """Where both `sizeof` of such a quotient stand, of those at `places`; also `sizeof ( a ) / sizeof ( *a )`, and with `( a )` for `a`.
    `pairs`: of brackets."""
    for index in places:
        if index + 1 not in pairs:
            continue
        array = [t.text for t in tokens[index + 2 : pairs[index + 1]]]
        second = pairs[index + 1] + 2
        if not array or [t.text for t in tokens[second - 1 : second + 1]] != [b"/", b"sizeof"]:
            continue
        behind = [t.text for t in tokens[second + 1 : second + len(array) + 8]]
        spelled = (array, [b"(", *array, b")"])
        elements = [form for one in spelled for form in ([*one, b"[", b"0", b"]"], [b"*", *one])]
        for element in elements:
            bare = behind[: len(element)] == element and behind[len(element) : len(element) + 1] not in ([b"["], [b"."])
            if bare or behind[: len(element) + 2] == [b"(", *element, b")"]:
                yield index, second
                break
