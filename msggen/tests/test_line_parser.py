# SPDX-License-Identifier: Apache-2.0
import pytest
from baton_msggen.errors import LineError
from baton_msggen.line_parser import parse_line
from baton_msggen.model import Constant, Field, Kind, Shape, TypeName


def parse(line):
    return parse_line(line, "robot")


def error_of(line):
    with pytest.raises(LineError) as caught:
        parse(line)
    return str(caught.value)


@pytest.mark.parametrize("line", ["", "  ", "\t", "# int32 a", "   # int32 a", "#"])
def test_a_line_without_anything_but_a_comment_defines_nothing(line):
    assert parse(line) is None


def test_a_comment_ends_a_line_even_between_quotes():
    assert parse("string a 'b' # c").default == "b"
    assert parse("string a 'b#c'").default == "'b"


@pytest.mark.parametrize(
    ("type_text", "expected"),
    [
        ("int32", Field("a", Kind.INT32)),
        ("int32[]", Field("a", Kind.INT32, Shape.SEQUENCE)),
        ("int32[2]", Field("a", Kind.INT32, Shape.ARRAY, 2)),
        ("int32[<=2]", Field("a", Kind.INT32, Shape.BOUNDED_SEQUENCE, 2)),
        ("int32[02]", Field("a", Kind.INT32, Shape.ARRAY, 2)),
        ("int32[1_000]", Field("a", Kind.INT32, Shape.ARRAY, 1000)),
        ("string<=7", Field("a", Kind.STRING, string_bound=7)),
        ("wstring<=7[2]", Field("a", Kind.WIDE_STRING, Shape.ARRAY, 2, 7)),
        ("Part[]", Field("a", Kind.MESSAGE, Shape.SEQUENCE, nested=TypeName("robot", "msg", "Part"))),
        ("arm/Part", Field("a", Kind.MESSAGE, nested=TypeName("arm", "msg", "Part"))),
        ("String", Field("a", Kind.MESSAGE, nested=TypeName("robot", "msg", "String"))),
    ],
)
def test_a_type_has_a_kind_a_shape_and_bounds(type_text, expected):
    assert parse(f"{type_text} a") == expected


@pytest.mark.parametrize(
    ("type_text", "expected"),
    [
        ("int32<=5", "only strings have a bound of their own: a sequence of at most N is written"),
        ("Part<=5", "only strings have a bound of their own"),
        ("string<=", '"" is no bound: write string<=N'),
        ("string<=x", '"x" is no bound'),
        ("string<5", "is not understood: write a bound as string<=N"),
        ("int32[3", "is not understood"),
        ("int32]", 'unknown type "int32]": did you mean "int32"?'),
        ("int32[3]x", "is not understood"),
        ("int32[<=]", '"[<=]" is no size'),
        ("int32[x]", '"[x]" is no size'),
        ("[3]", 'unknown type ""'),
        ("/Part", '"" is no package name'),
        ("arm__/Part", '"arm__" is no package name'),
        ("Part_Request", 'unknown type "Part_Request"'),
        ("a/b/Part", 'a type of another package is written "package/Type"'),
    ],
)
def test_a_wrong_type_is_named_with_reason_and_cure(type_text, expected):
    assert expected in error_of(f"{type_text} a")


@pytest.mark.parametrize("name", ["a", "a1", "a_b", "a_1_b"])
def test_names_of_fields_are_lower_case_with_single_underscores(name):
    assert parse(f"int32 {name}").name == name


@pytest.mark.parametrize("name", ["A", "1a", "_a", "a_", "a__b", "aB", "a-b", "é"])
def test_other_names_of_fields_are_refused(name):
    assert f'field "{name}": names are lower case' in error_of(f"int32 {name}")


@pytest.mark.parametrize("name", ["A", "A1", "A_B", "A_1_B"])
def test_names_of_constants_are_upper_case_with_single_underscores(name):
    assert parse(f"int32 {name}=1") == Constant(name, Kind.INT32, 1)


@pytest.mark.parametrize("name", ["a", "1A", "_A", "A_", "A__B", "Ab", "A-B", ""])
def test_other_names_of_constants_are_refused(name):
    assert f'constant "{name}": constants are upper case' in error_of(f"int32 {name}=1")


def test_the_example_for_a_wrong_constant_is_one_that_can_be_written():
    assert "for example A_B;" in error_of("int32 a-b=1")
    for name in ("1a", "_", ""):
        assert "for example" not in error_of(f"int32 {name}=1")
    assert "without `=`: `int32 name 1`" in error_of("int32 =1")


def test_a_long_wrong_name_is_refused_at_once():
    assert "constants are upper case" in error_of(f"int32 {'A' * 5000}_=1")


def test_blanks_may_be_many_and_surround_the_sign_of_a_constant():
    assert parse("int32    A   =   1") == Constant("A", Kind.INT32, 1)
    assert parse("\tint32\t a\t 1 \t") == Field("a", Kind.INT32, default=1)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("string A=", ""),
        ("string A=b c", "b c"),
        ("string A='b c '", "b c "),
        ('string A="it\'s"', "it's"),
        ("string A=x=y", "x=y"),
        ("string A=[1]", "[1]"),
    ],
)
def test_constants_of_strings_need_no_quotes(line, value):
    assert parse(line).value == value


def test_constants_have_primitive_types_without_bounds():
    for type_text in ("string<=5", "int32[]", "Part"):
        assert f'its type "{type_text}" is not a primitive one' in error_of(f"{type_text} A=1")


def test_an_error_in_a_value_quotes_the_line():
    assert error_of("int8 a 300 # c").startswith('"int8 a 300": "300" is out of range')
    assert error_of("int8 A=").startswith('"int8 A=": "" is no whole number')
