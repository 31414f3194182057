# SPDX-License-Identifier: Apache-2.0
import pytest
from baton_msggen.model import Constant, Field, Kind, Shape, TypeName

pytest.importorskip("rosidl_parser.parser", reason="python3-rosidl, which reads .idl, is not installed")

ARRAYS = """
module robot {
  module msg {
    const int32 SIZE = 5;
    typedef octet octet_array[1024];
    typedef sequence<float, 7> floats;
    typedef floats more_floats;
    module Arrays_Constants {
      @verbatim (language="comment", text="what it is for" "\\n" "in two lines")
      const uint8 LIMIT = 10;
      const float RATE = -1.5;
      const string NAME = "a\\"b";
      const boolean ON = TRUE;
    };
    struct Inner {
      double x;
      char letter;
      wchar wide;
    };
    @verbatim (language="comment", text="an array of each kind")
    struct Arrays {
      @key long long id;
      octet_array bytes;
      more_floats few;
      int16 numbers[3], more[SIZE];
      sequence<robot::msg::Inner> inner;
      Inner last;
      sequence<string<4>, 2> names;
      wstring<6> title;
      @default (value=TRUE) boolean on;
      @default (value="(1, 2)") uint8 pair[2];
    };
  };
};
"""


def message_of(package, name):
    return next(one for one in package.messages if one.type.name == name)


def test_structs_typedefs_arrays_and_sequences_are_understood(workspace):
    workspace.write("robot/msg/Arrays.idl", ARRAYS)
    package = workspace.read("robot")
    inner = TypeName("robot", "msg", "Inner")
    assert message_of(package, "Inner").fields == (
        Field("x", Kind.FLOAT64),
        Field("letter", Kind.CHARACTER),
        Field("wide", Kind.WIDE_CHARACTER),
    )
    assert message_of(package, "Arrays").fields == (
        Field("id", Kind.INT64),
        Field("bytes", Kind.BYTE, Shape.ARRAY, 1024),
        Field("few", Kind.FLOAT32, Shape.BOUNDED_SEQUENCE, 7),
        Field("numbers", Kind.INT16, Shape.ARRAY, 3),
        Field("more", Kind.INT16, Shape.ARRAY, 5),
        Field("inner", Kind.MESSAGE, Shape.SEQUENCE, nested=inner),
        Field("last", Kind.MESSAGE, nested=inner),
        Field("names", Kind.STRING, Shape.BOUNDED_SEQUENCE, 2, 4),
        Field("title", Kind.WIDE_STRING, string_bound=6),
        Field("on", Kind.BOOLEAN, default=True),
        Field("pair", Kind.UINT8, Shape.ARRAY, 2, default=(1, 2)),
    )


def test_constants_come_from_the_module_of_the_struct(workspace):
    workspace.write("robot/msg/Arrays.idl", ARRAYS)
    assert message_of(workspace.read("robot"), "Arrays").constants == (
        Constant("LIMIT", Kind.UINT8, 10),
        Constant("RATE", Kind.FLOAT32, -1.5),
        Constant("NAME", Kind.STRING, 'a"b'),
        Constant("ON", Kind.BOOLEAN, True),
    )


def test_all_structs_of_a_file_are_in_the_header_of_the_file(workspace):
    workspace.write("robot/msg/Arrays.idl", ARRAYS)
    (interface,) = workspace.read("robot").interfaces()
    assert str(interface.type) == "robot/msg/Arrays"
    assert [one.type.name for one in interface.messages] == ["Inner", "Arrays"]


def test_a_message_may_contain_a_struct_of_another_packages_idl(workspace):
    workspace.write("robot/msg/Arrays.idl", ARRAYS)
    workspace.write("user/msg/Thing.msg", "robot/Inner inner\nrobot/Arrays[] arrays\n")
    package = workspace.read("user", "robot")
    inner = package.dependencies[TypeName("robot", "msg", "Inner")]
    assert inner.header == TypeName("robot", "msg", "Arrays")


def test_a_service_has_two_structs_and_an_action_three(workspace):
    def idl(folder, *names):
        structs = "".join(f"struct {name} {{ int32 a; }};" for name in names)
        return f"module robot {{ module {folder} {{ {structs} }}; }};"

    workspace.write("robot/srv/Ask.idl", idl("srv", "Ask_Request", "Ask_Response"))
    workspace.write("robot/action/Go.idl", idl("action", "Go_Goal", "Go_Result", "Go_Feedback"))
    package = workspace.read(
        "robot", "service_msgs", "builtin_interfaces", "unique_identifier_msgs"
    )
    assert str(package.services[0].request.type) == "robot/srv/Ask_Request"
    assert str(package.actions[0].feedback.type) == "robot/action/Go_Feedback"


def test_it_means_the_same_as_the_msg_that_ros_translates(workspace):
    idl = """
    #include "builtin_interfaces/msg/Time.idl"
    module robot { module msg {
      typedef builtin_interfaces::msg::Time builtin_interfaces__msg__Time;
      typedef builtin_interfaces__msg__Time builtin_interfaces__msg__Time__2[2];
      struct Thing { builtin_interfaces__msg__Time__2 times; sequence<uint8> data; };
    }; };
    """
    workspace.write("robot/msg/Thing.idl", idl)
    from_idl = workspace.read("robot", "builtin_interfaces").messages[0].fields
    (workspace.folder / "robot/msg/Thing.idl").unlink()
    text = "builtin_interfaces/Time[2] times\nuint8[] data\n"
    assert workspace.read_message(text, "builtin_interfaces").fields == from_idl


def struct_with(line):
    return f"module robot {{\n module msg {{\n  struct Thing {{\n{line}\n  }};\n }};\n}};\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("int32 a b;", 'Thing.idl:4: error: "b" is not expected here'),
        ("Missing a;", 'Thing.idl:4: error: field "a": unknown type "Missing"'),
        (
            "int32 a[2][3];",
            'Thing.idl:4: error: field "a": not understood: Unsupported multidimensional array',
        ),
        ("sequence<sequence<int32>> a;", "arrays and sequences cannot contain each other"),
        ("long double a;", 'type "long double" is not supported by ROS 2: use double'),
        ("int32 a[COUNT];", '"COUNT" is no constant of this file that is'),
        ("int32 class;", 'field "class" is a keyword of C++'),
        ("int32 a; int8 a;", '"a" is defined more than once'),
        ('@default (value="1 2") int32 a[2];', 'write @default (value="(1, 2, 3)")'),
    ],
)
def test_a_wrong_line_is_named_with_reason_and_cure(workspace, line, expected):
    workspace.write("robot/msg/Thing.idl", struct_with(line))
    assert expected in workspace.errors("robot")[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("module robot { module msg { struct Thing { int32 a; };", "ends too early"),
        (
            "module other { module msg { struct Thing { int32 a; }; }; };",
            "struct other::msg::Thing: it belongs into `module robot { module msg {`",
        ),
        (
            "module robot { module msg { struct Other { int32 a; }; }; };",
            "a struct Thing is expected in this file, found: Other",
        ),
    ],
)
def test_a_wrong_file_is_named_with_reason_and_cure(workspace, text, expected):
    workspace.write("robot/msg/Thing.idl", text)
    assert expected in workspace.errors("robot")[0]
