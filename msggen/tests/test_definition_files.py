# SPDX-License-Identifier: Apache-2.0
import pytest
from baton_msggen.model import Constant, Field, Kind, Shape, TypeName


def fields_of(workspace, text):
    return workspace.read_message(text).fields


@pytest.mark.parametrize(
    ("type_name", "kind"),
    [
        ("bool", Kind.BOOLEAN),
        ("byte", Kind.BYTE),
        ("char", Kind.UINT8),
        ("int8", Kind.INT8),
        ("uint8", Kind.UINT8),
        ("int16", Kind.INT16),
        ("uint16", Kind.UINT16),
        ("int32", Kind.INT32),
        ("uint32", Kind.UINT32),
        ("int64", Kind.INT64),
        ("uint64", Kind.UINT64),
        ("float32", Kind.FLOAT32),
        ("float64", Kind.FLOAT64),
        ("string", Kind.STRING),
        ("wstring", Kind.WIDE_STRING),
    ],
)
def test_a_primitive_type_has_its_kind(workspace, type_name, kind):
    assert fields_of(workspace, f"{type_name} value\n") == (Field("value", kind),)


def test_arrays_and_sequences_have_their_shape_and_count(workspace):
    text = "int32[3] a\nint32[<=4] b\nint32[] c\nstring<=5[<=6] d\nwstring<=7 e\n"
    assert fields_of(workspace, text) == (
        Field("a", Kind.INT32, Shape.ARRAY, 3),
        Field("b", Kind.INT32, Shape.BOUNDED_SEQUENCE, 4),
        Field("c", Kind.INT32, Shape.SEQUENCE),
        Field("d", Kind.STRING, Shape.BOUNDED_SEQUENCE, 6, 5),
        Field("e", Kind.WIDE_STRING, string_bound=7),
    )


def test_default_values_are_read(workspace):
    text = (
        "int8 a -5\nfloat64 b 1.5\nbool c true\nstring d 'it''s'\nstring e \"x y\"\n"
        "int32[2] f [1, -2]\nstring[] g ['a, b', \"c\"]\nuint8[<=3] h []\nuint16 i 0x10\n"
    )
    defaults = {field.name: field.default for field in fields_of(workspace, text.replace("''", ""))}
    assert defaults == {
        "a": -5,
        "b": 1.5,
        "c": True,
        "d": "its",
        "e": "x y",
        "f": (1, -2),
        "g": ("a, b", "c"),
        "h": (),
        "i": 16,
    }


def test_escapes_mean_in_single_strings_what_ros_makes_of_them(workspace):
    text = "string a 'x\\ty'\nstring[] b ['x\\ty']\nstring C='\\\\'\nstring d 'é\\n'\n"
    message = workspace.read_message(text)
    assert [field.default for field in message.fields] == ["x\ty", ("x\\ty",), "é\n"]
    assert message.constants[0].value == "\\"


def test_constants_of_all_kinds_are_read(workspace):
    text = "int32 MIN=-2147483648\nfloat32 G = 9.81\nstring NAME='a b'\nbool ON=1\nbyte B=0xff\n"
    assert workspace.read_message(text).constants == (
        Constant("MIN", Kind.INT32, -2147483648),
        Constant("G", Kind.FLOAT32, 9.81),
        Constant("NAME", Kind.STRING, "a b"),
        Constant("ON", Kind.BOOLEAN, True),
        Constant("B", Kind.BYTE, 255),
    )


def test_comments_tabs_and_empty_lines_are_ignored(workspace):
    text = "# of the file\n\n\tint32\ta\t# metres\n   # indented\nint32 b#c\r\n"
    assert [field.name for field in fields_of(workspace, text)] == ["a", "b"]


def test_a_structure_without_fields_has_the_placeholder_of_ros(workspace):
    (field,) = fields_of(workspace, "int32 A=1\n")
    assert field == Field("structure_needs_at_least_one_member", Kind.UINT8)


def test_types_without_a_package_are_of_this_one(workspace):
    workspace.write("robot/msg/Part.msg", "int32 number\n")
    assert fields_of(workspace, "Part[] parts\n")[0].nested == TypeName("robot", "msg", "Part")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("int32", '"int32" has no field name: write `int32 name`'),
        ("int23 a", 'unknown type "int23": did you mean "int32"?'),
        ("double a", 'unknown type "double": did you mean "float64"?'),
        ("time stamp", 'unknown type "time": did you mean "builtin_interfaces/Time"?'),
        ("point a", 'unknown type "point": '),
        ("int32[0] a", 'type "int32[0]": "[0]" is no size: write [] for any number'),
        ("int32[-1] a", '"[-1]" is no size'),
        ("int32[<3] a", '"[<3]" is no size'),
        ("int32[3][3] a", "arrays have one dimension"),
        ("string<=0 a", '"0" is no bound: write string<=N, with N from 1'),
        ("geometry_msgs/msg/Point a", 'write it without "msg/": "geometry_msgs/Point"'),
        ("std_msgs::Header a", 'write it with a slash: "std_msgs/Header"'),
        ("Std/Header a", '"Std" is no package name'),
        ("int32 fooBar", 'field "fooBar": names are lower case'),
        ("int32 fooBar", 'for example "foo_bar"'),
        ("int32 a__b", 'for example "a_b"'),
        ("int32 class", 'field "class" is a keyword of C++: rename it'),
        ("int8 a 128", '"128" is out of range: int8 has -128 to 127'),
        ("int8 a x", '"x" is no whole number: write it like 31, -31 or 0x1f'),
        ("bool a yes", '"yes" is no bool: write true, false, 1 or 0'),
        ("float32 a 1,5", '"1,5" is no number: write it with a point'),
        ("string<=2 a 'abc'", '"abc" has 3 characters, and the string holds at most 2'),
        ("int32[2] a [1]", "1 element given, and the array has exactly 2: list as many"),
        ("int32[<=1] a [1, 2]", "2 elements given, and the sequence holds at most 1: list fewer"),
        ("int32[] a 1", "1 is no list: the default value of an array or sequence is written in brackets"),
        ("Other a 1", "a field of a message type has no default value"),
        ("int32 a = 1", 'constant "a": constants are upper case'),
        ("int32 a = 1", "a default value of a field is written without `=`: `int32 a 1`"),
        ("uint8 A=256", '"uint8 A=256": "256" is out of range: uint8 has 0 to 255'),
        ("Header A=1", 'its type "Header" is not a primitive one'),
        ("string a 'x=y'", "a default value is written without"),
    ],
)
def test_a_wrong_line_is_named_with_reason_and_cure(workspace, line, expected):
    errors = workspace.message_errors(f"int32 fine\n\n{line}\n")
    assert len(errors) == 1
    assert errors[0].startswith("Thing.msg:3: error: ")
    assert expected in errors[0]


def test_all_errors_of_all_files_are_reported_together(workspace):
    workspace.write("robot/msg/Other.msg", "int32 good\nint33 bad\n")
    errors = workspace.message_errors("a b\nint32 B\n")
    assert [error.partition(" error")[0] for error in errors] == [
        "Other.msg:2:",
        "Thing.msg:1:",
        "Thing.msg:2:",
    ]


def test_a_name_that_is_used_twice_is_named_with_both_lines(workspace):
    assert workspace.message_errors("int32 a\nint32 A=1\nstring a\nint8 A=2\n") == [
        'Thing.msg:3: error: "a" is already defined in line 1: rename or remove one of them',
        'Thing.msg:4: error: "A" is already defined in line 2: rename or remove one of them',
    ]


def test_file_names_are_camel_case(workspace):
    workspace.write("robot/msg/my_thing.msg", "int32 a\n")
    assert (
        'my_thing.msg: error: "my_thing" is no name for an interface'
        in workspace.errors("robot")[0]
    )
    assert "for example MyThing.msg" in workspace.errors("robot")[0]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("srv/A.srv", "int32 a\n", "0 lines `---` found, 1 expected: a .srv has request and"),
        ("srv/A.srv", "---\n---\n", "A.srv:2: error: 2 lines `---` found, 1 expected"),
        ("action/A.action", "---\n", "one line `---` found, 2 expected: a .action has goal"),
        ("msg/A.msg", "int32 a\n---\n", "services are .srv files, actions .action files"),
    ],
)
def test_parts_are_separated_as_often_as_the_file_has_parts(workspace, name, text, expected):
    workspace.write(f"robot/{name}", text)
    assert expected in workspace.errors("robot", "service_msgs")[0]


def test_lines_of_a_service_are_counted_from_the_top_of_the_file(workspace):
    workspace.write("robot/srv/A.srv", "int32 a\n---\nint32 b\nint33 c\n")
    assert workspace.errors("robot")[0].startswith("A.srv:4: error: ")


def test_what_is_not_utf_8_is_refused(workspace):
    path = workspace.write("robot/msg/Thing.msg", "")
    path.write_bytes(b"int32 a # \xff\n")
    assert workspace.errors("robot") == [
        "Thing.msg: error: not UTF-8 (byte 10): save the file as UTF-8"
    ]
