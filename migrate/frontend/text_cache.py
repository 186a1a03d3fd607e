"""A cache of what is computed from texts, bounded by the texts' size: some are one name, some a whole source."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
LIMIT = 4 << 20  # bytes of text; what is made of it takes up to 40 times as much


class TextCache(Generic[T]):
    """Decorates a function of one text. The texts used longest ago go first; the last one always stays."""

    def __init__(self, call: Callable[[bytes], T]) -> None:
        self.__wrapped__ = call
        self.__doc__ = call.__doc__
        self._known: OrderedDict[bytes, T] = OrderedDict()
        self._size = 0

    def __call__(self, text: bytes) -> T:
        if text in self._known:
            self._known.move_to_end(text)
            return self._known[text]
        found = self._known[text] = self.__wrapped__(text)
        self._size += len(text)
        while self._size > LIMIT and len(self._known) > 1:
            self._size -= len(self._known.popitem(last=False)[0])
        return found

    def cache_clear(self) -> None:
        self._known.clear()
        self._size = 0
