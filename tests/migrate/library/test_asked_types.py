"""Which questions about types the checked text marks, and where these stand in the legacy source."""

from __future__ import annotations

import pytest

from migrate.verify.asked_types import ASK, PLAINLY, marked, moved_by

QUESTIONS = {
    b"x = std::is_pointer<T>::value;": b"x = @std::is_pointer<T>>::value;",
    b"return ::a::Kind<T *, 3>::value;": b"return @::a::Kind<T *, 3>>::value;",
    b"typename X<Y<Z>>::type y;": b"typename @X<Y<Z>>>::type y;",
    b"if (std::is_class<T>{}) f(std::has_unique_object_representations<T>());": (
        b"if (@std::is_class<T>>{}) f(@std::has_unique_object_representations<T>>());"
    ),
    b"a = std::is_same_v<T, std::vector<U>> && true;": b"a = std::is_same_v<%T>, %std::vector<U>>> && true;",
    b"a = std::is_base_of_v<T, decltype(f(1, 2))>;": b"a = std::is_base_of_v<%T>, %decltype(f(1, 2))>>;",
    b"a = __is_same(T, int);": b"a = __is_same(%T>, %int>);",
    b"#define ASKS(x) \\\n  Kind<decltype(x)>::value\n": b"#define ASKS(x) \\\n  @Kind<decltype(x)>>::value\n",
    b"enum { a = Kind<T>::value };": b"enum { a = @Kind<T>>::value };",
}
NONE = (
    b"if (i < n && j > ::k) ;",
    b"if (i < n || j > ::k) ;",
    b"std::vector<T>::iterator it;",
    b"std::vector<std::pair<int, T>>::size_type n;",
    b"template <class T> const int Kind<T>::value = 3;",
    b"int a; template <class T> int Kind<T>::get() { return 1; }",
    b"a = static_cast<int>(b) << 3;",
    b"// std::is_pointer<T>::value\n",
    b'puts("std::is_pointer<T>::value");',
)


@pytest.mark.parametrize("text", QUESTIONS, ids=bytes.decode)
def test_questions_are_marked(text):
    assert marked(text)[0] == QUESTIONS[text].replace(b"@", ASK).replace(b"%", PLAINLY)


@pytest.mark.parametrize("text", NONE, ids=bytes.decode)
def test_what_asks_nothing_stays(text):
    assert marked(text) == (text, [])


def test_in_a_function_no_member_is_defined():
    text = b"f(); Kind<T>::run();"
    assert marked(text) == (text, [])
    assert marked(text, function=True)[0] == b"f(); " + ASK + b"Kind<T>>::run();"


@pytest.mark.parametrize("text", QUESTIONS, ids=bytes.decode)
def test_each_place_keeps_its_place_in_the_source(text):
    """Each byte of the text is found again, in its order, where the steps say that it stands."""
    new, moved = marked(text)
    steps = moved_by([(0, 1000)], moved)
    places = []
    for position in range(len(new)):
        here, there = max(step for step in steps if step[0] <= position)
        places.append(there + position - here)
    for offset, byte in enumerate(text):
        assert any(place == 1000 + offset and new[at] == byte for at, place in enumerate(places)), (offset, byte)
