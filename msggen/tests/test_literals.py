# SPDX-License-Identifier: Apache-2.0
import math

import pytest
from baton_msggen.literals import LiteralError, read_default, read_value
from baton_msggen.model import Field, Kind, Shape, TypeName


def default(kind, text, *, shape=Shape.SINGLE, count=0, bound=0):
    return read_default(Field("a", kind, shape, count, bound), text)


def strings(text, **more):
    return default(Kind.STRING, text, shape=Shape.SEQUENCE, **more)


@pytest.mark.parametrize("text", ["true", "True", "TRUE", "1"])
def test_true_is_written_in_any_case_or_as_1(text):
    assert read_value(Kind.BOOLEAN, text) is True
    assert read_value(Kind.BOOLEAN, {"1": "0"}.get(text, "fAlse")) is False


@pytest.mark.parametrize("text", ["", "2", "yes", "truee", "'true'"])
def test_other_bools_are_refused(text):
    with pytest.raises(LiteralError, match="is no bool: write true, false, 1 or 0"):
        read_value(Kind.BOOLEAN, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("-5", -5),
        ("+5", 5),
        ("010", 10),
        ("0x10", 16),
        ("-0X1f", -31),
        ("0b101", 5),
        ("0o17", 15),
        ("1_0", 10),
    ],
)
def test_whole_numbers_are_decimal_unless_a_prefix_says_otherwise(text, value):
    assert read_value(Kind.INT8, text) == value


@pytest.mark.parametrize("text", ["", "x", "1.0", "0x", "- 1", "1__0", "1e3", "0b2", "true"])
def test_other_whole_numbers_are_refused(text):
    with pytest.raises(LiteralError, match="is no whole number: write it like 31, -31 or 0x1f"):
        read_value(Kind.INT32, text)


@pytest.mark.parametrize(
    ("kind", "low", "high"),
    [
        (Kind.BYTE, 0, 255),
        (Kind.INT8, -128, 127),
        (Kind.UINT8, 0, 255),
        (Kind.INT16, -32768, 32767),
        (Kind.UINT16, 0, 65535),
        (Kind.INT32, -(2**31), 2**31 - 1),
        (Kind.UINT32, 0, 2**32 - 1),
        (Kind.INT64, -(2**63), 2**63 - 1),
        (Kind.UINT64, 0, 2**64 - 1),
    ],
)
def test_whole_numbers_are_within_the_range_of_their_type(kind, low, high):
    for value in (low, high):
        assert read_value(kind, str(value)) == value
        assert read_value(kind, hex(value)) == value
    for value in (low - 1, high + 1):
        for text in (str(value), hex(value)):
            with pytest.raises(LiteralError, match=f"is out of range: .* has {low} to {high}"):
                read_value(kind, text)


@pytest.mark.parametrize(
    ("text", "value"), [("1", 1.0), ("-1.5e3", -1500.0), (".5", 0.5), ("inf", math.inf)]
)
def test_floats_are_what_python_understands(text, value):
    assert read_value(Kind.FLOAT32, text) == value
    assert math.isnan(read_value(Kind.FLOAT64, "nan"))


@pytest.mark.parametrize("text", ["", "1,5", "1.5f", "0x10", "'1'"])
def test_other_floats_are_refused(text):
    with pytest.raises(LiteralError, match="is no number: write it with a point, like 1.5"):
        read_value(Kind.FLOAT64, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        ("a b", "a b"),
        ("'a '", "a "),
        ('"a\'b"', "a'b"),
        (r'"a\"b"', 'a"b'),
        (r"'a\"b'", 'a"b'),
        (r"a\tb", "a\tb"),
        (r"a\x41é", "aAé"),
        (r"\xe9", r"\xe9"),
        (r"ends in \x", r"ends in \x"),
        ("'a", "'a"),
        ("\"a'", "\"a'"),
        ('"', ""),
    ],
)
def test_quotes_around_a_string_are_taken_away_and_escapes_understood(text, value):
    assert read_value(Kind.STRING, text) == value
    assert read_value(Kind.WIDE_STRING, text) == value


def test_a_quote_within_quotes_needs_a_backslash():
    with pytest.raises(LiteralError, match="ends the string too early: write"):
        read_value(Kind.STRING, "'it's'")


def test_a_bounded_string_is_not_longer_than_its_bound():
    assert default(Kind.STRING, "'éé'", bound=2) == "éé"
    with pytest.raises(LiteralError, match='"abc" has 3 characters, and the string holds at most 2'):
        default(Kind.STRING, "abc", bound=2)
    with pytest.raises(LiteralError, match='element 2: "abc" has 3 characters'):
        strings("[a, abc]", bound=2)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[]", ()),
        ("[a]", ("a",)),
        ("[a b , c]", ("a b", "c")),
        ("['a, b', \"c\"]", ("a, b", "c")),
        ("['a' 'b'c]", ("a", "b", "c")),
        ("['a',]", ("a",)),
        ("[a,]", ("a",)),
        ("['', \"\"]", ("", "")),
        ("[' a ']", ("a",)),
        (r"['x\ty']", (r"x\ty",)),
        (r'["a\"b", c]', ('a"b', "c")),
        (r'["a\"b\"c", d]', ('a"b"c', "d")),
        (r'["say \"a\"", d]', ('say "a"', "d")),
        ("['\"a\"']", ("a",)),
    ],
)
def test_lists_of_strings_may_contain_commas_between_quotes(text, values):
    assert strings(text) == values


@pytest.mark.parametrize("text", ["[,]", "[,a]", "[a,,b]", "['a', ]", "[ ]", "['a' , , b]"])
def test_lists_of_strings_have_no_empty_place(text):
    with pytest.raises(LiteralError, match="nothing between two commas, or behind the last: remove"):
        strings(text)


@pytest.mark.parametrize("text", ["['a]", '["]', r"['a\']", "['a', \"b]"])
def test_strings_in_lists_are_closed(text):
    with pytest.raises(LiteralError, match="is not closed: end it with ['\"]"):
        strings(text)


def test_lists_of_numbers_are_separated_by_commas():
    assert default(Kind.INT32, "[1, 0x10 ,-3]", shape=Shape.SEQUENCE) == (1, 16, -3)
    assert default(Kind.BOOLEAN, "[true,0]", shape=Shape.ARRAY, count=2) == (True, False)
    assert default(Kind.FLOAT32, "[]", shape=Shape.SEQUENCE) == ()
    for text in ("[1,]", "[ ]", "[1 2]", "[,1]"):
        with pytest.raises(LiteralError, match="element [12]: .* is no whole number"):
            default(Kind.INT32, text, shape=Shape.SEQUENCE)


@pytest.mark.parametrize("text", ["1", "[1", "1]", "(1)", "'[1]'"])
def test_lists_are_written_in_brackets(text):
    with pytest.raises(LiteralError, match="is no list: .* written in brackets"):
        default(Kind.INT32, text, shape=Shape.SEQUENCE)


def test_lists_have_as_many_elements_as_their_type_allows():
    assert default(Kind.INT8, "[1]", shape=Shape.BOUNDED_SEQUENCE, count=2) == (1,)
    with pytest.raises(LiteralError, match="3 elements given, and the sequence holds at most 2"):
        default(Kind.INT8, "[1, 2, 3]", shape=Shape.BOUNDED_SEQUENCE, count=2)
    with pytest.raises(LiteralError, match="1 element given, and the array has exactly 2"):
        default(Kind.STRING, "[a]", shape=Shape.ARRAY, count=2)


def test_fields_of_message_types_have_no_default_value():
    field = Field("a", Kind.MESSAGE, nested=TypeName("robot", "msg", "Part"))
    with pytest.raises(LiteralError, match="a field of a message type has no default value: remove"):
        read_default(field, "1")
