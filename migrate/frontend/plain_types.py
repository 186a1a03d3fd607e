"""The words that fundamental types are spelled with, the usual names of integers, and lists of types."""

FUNDAMENTAL = frozenset(
    b"int unsigned signed long short char bool float double void const size_t ssize_t ptrdiff_t intptr_t uintptr_t wchar_t char16_t char32_t "
    b"__int128 int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t".split()
)
PLAIN = frozenset(
    ("void", "bool", "int", "long", "unsigned", "char", "short")
)  # what a function's status may be that says so by no name
TYPE_OF = frozenset(
    (b"decltype", b"typeof", b"__typeof__", b"__typeof", b"typeof_unqual")
)  # what asks for the type of an expression
STRINGS = frozenset(("std::string", "std::basic_string<char>"))  # as the compiler spells the standard library's string


def listed_types(text: str) -> list[str]:
    """The parts of a list of types, of a template's arguments or a function's parameters, as the compiler spells it."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "(<[") - (letter in ")>]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
