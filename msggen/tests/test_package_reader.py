# SPDX-License-Identifier: Apache-2.0
import pytest
from baton_msggen.model import Field, Kind, Shape, TypeName

SERVICES = ("service_msgs", "builtin_interfaces")
ACTIONS = (*SERVICES, "unique_identifier_msgs", "action_msgs")


def names(messages):
    return [message.type.name for message in messages]


def test_messages_of_dependencies_are_found_at_any_depth(workspace):
    message = workspace.read_message("std_msgs/Header header\n", "std_msgs", "builtin_interfaces")
    package = workspace.read("robot", "std_msgs", "builtin_interfaces")
    assert message.fields[0].nested == TypeName("std_msgs", "msg", "Header")
    assert list(map(str, package.dependencies)) == [
        "builtin_interfaces/msg/Time",
        "std_msgs/msg/Header",
    ]


@pytest.mark.parametrize("folder", ["msg/tracks/near/", ""])
def test_definitions_below_and_beside_the_folder_of_messages_are_found(workspace, folder):
    workspace.write(f"radar/{folder}Track.msg", "int32 number\n")
    message = workspace.read_message("radar/Track track\n", "radar")
    assert message.fields[0].nested == TypeName("radar", "msg", "Track")


def test_only_files_that_are_needed_are_read(workspace):
    path = workspace.write("robot/msg/Thing.msg", "std_msgs/Header header\n")
    reader = workspace.reader("robot", "std_msgs", "builtin_interfaces", "sensor_msgs")
    reader.read([path])
    assert [path.name for path in reader.files_read] == ["Thing.msg", "Header.msg", "Time.msg"]


def test_a_service_has_the_event_that_ros_derives(workspace):
    workspace.write("robot/srv/Dock.srv", "bool fast\n---\nstring text\n")
    (service,) = workspace.read("robot", *SERVICES).services
    request = TypeName("robot", "srv", "Dock_Request")
    response = TypeName("robot", "srv", "Dock_Response")
    assert (service.request.type, service.response.type) == (request, response)
    assert str(service.event.type) == "robot/srv/Dock_Event"
    assert service.event.fields == (
        Field("info", Kind.MESSAGE, nested=TypeName("service_msgs", "msg", "ServiceEventInfo")),
        Field("request", Kind.MESSAGE, Shape.BOUNDED_SEQUENCE, 1, nested=request),
        Field("response", Kind.MESSAGE, Shape.BOUNDED_SEQUENCE, 1, nested=response),
    )
    assert {message.header for message in service.messages} == {TypeName("robot", "srv", "Dock")}


def test_an_action_has_the_services_and_the_message_that_ros_derives(workspace):
    workspace.write("robot/action/Turn.action", "int32 angle\n---\n---\nfloat32 left\n")
    (action,) = workspace.read("robot", *ACTIONS).actions
    assert names(action.messages) == [
        "Turn_Goal",
        "Turn_Result",
        "Turn_Feedback",
        "Turn_SendGoal_Request",
        "Turn_SendGoal_Response",
        "Turn_SendGoal_Event",
        "Turn_GetResult_Request",
        "Turn_GetResult_Response",
        "Turn_GetResult_Event",
        "Turn_FeedbackMessage",
    ]
    shapes = {
        message.type.name: [
            (field.name, str(field.nested or field.kind.name)) for field in message.fields
        ]
        for message in action.messages
    }
    uuid = ("goal_id", "unique_identifier_msgs/msg/UUID")
    assert shapes["Turn_SendGoal_Request"] == [uuid, ("goal", "robot/action/Turn_Goal")]
    assert shapes["Turn_SendGoal_Response"] == [
        ("accepted", "BOOLEAN"),
        ("stamp", "builtin_interfaces/msg/Time"),
    ]
    assert shapes["Turn_GetResult_Request"] == [uuid]
    assert shapes["Turn_GetResult_Response"] == [
        ("status", "INT8"),
        ("result", "robot/action/Turn_Result"),
    ]
    assert shapes["Turn_FeedbackMessage"] == [uuid, ("feedback", "robot/action/Turn_Feedback")]


def test_packages_that_define_what_ros_derives_from_need_no_dependency_on_themselves(workspace):
    workspace.write("service_msgs/msg/ServiceEventInfo.msg", "uint8 event_type\n")
    workspace.write("service_msgs/srv/Ask.srv", "---\n")
    (service,) = workspace.read("service_msgs").services
    assert service.event.fields[0].nested.package == "service_msgs"


@pytest.mark.parametrize(
    ("text", "dependencies", "expected"),
    [
        (
            "std_msgs/Heder header\n",
            ("std_msgs",),
            'unknown type "std_msgs/Heder" in field "header": did you mean "std_msgs/Header"?',
        ),
        (
            "Header header\n",
            ("std_msgs",),
            'unknown type "Header" in field "header": did you mean "std_msgs/Header"?',
        ),
        (
            "Heder header\n",
            ("std_msgs",),
            'unknown type "Heder" in field "header": did you mean "std_msgs/Header"?',
        ),
        ("String a\n", (), 'unknown type "String" in field "a": did you mean "string"?'),
        (
            "Bool a\n",
            ("std_msgs",),
            'unknown type "Bool" in field "a": did you mean "bool", or "std_msgs/Bool"?',
        ),
        ("Partt a\n", (), 'unknown type "Partt" in field "a": did you mean "Part"?'),
        (
            "Zebra a\n",
            (),
            'unknown type "Zebra" in field "a": package robot has no msg/Zebra.msg; a type of'
            ' another package is written "package/Type"',
        ),
        (
            "std_msgs/Header header\n",
            (),
            'field "header" of type "std_msgs/Header": package "std_msgs" is not among the'
            " dependencies: find_package(std_msgs) and add it to DEPENDENCIES of"
            " rosidl_generate_interfaces",
        ),
        (
            "std_msg/Header header\n",
            ("std_msgs",),
            'field "header" of type "std_msg/Header": did you mean "std_msgs/Header"?',
        ),
    ],
)
def test_an_unknown_type_is_named_with_what_was_probably_meant(
    workspace, text, dependencies, expected
):
    workspace.write("robot/msg/Part.msg", "int32 number\n")
    (error,) = workspace.message_errors("int32 first\n" + text, *dependencies)
    assert error.startswith("Thing.msg:2: error: " + expected)


def test_a_file_that_is_there_but_not_listed_is_named(workspace):
    workspace.write("robot/msg/Part.msg", "int32 number\n")
    path = workspace.write("robot/msg/Thing.msg", "Part part\n")
    with pytest.raises(Exception, match="msg/Part.msg exists, but is not among the files"):
        workspace.reader("robot").read([path])


def test_services_and_actions_name_the_package_that_they_need(workspace):
    workspace.write("robot/srv/Dock.srv", "---\n")
    assert workspace.errors("robot") == [
        'Dock.srv: error: services need the package "service_msgs": add it to DEPENDENCIES'
        " (--include service_msgs=FOLDER)"
    ]


def test_messages_that_contain_themselves_are_refused_with_the_circle(workspace):
    workspace.write("robot/msg/A.msg", "B b\n")
    workspace.write("robot/msg/B.msg", "int32 x\nA[] a\n")
    (error,) = workspace.errors("robot")
    assert error.startswith('B.msg:2: error: field "a": A contains itself')
    assert "robot/msg/A -> robot/msg/B -> robot/msg/A" in error


def test_the_same_name_in_two_folders_is_refused(workspace):
    first = workspace.write("one/msg/A.msg", "int32 a\n")
    second = workspace.write("two/msg/A.msg", "int32 a\n")
    with pytest.raises(Exception, match="robot/msg/A is already defined by"):
        workspace.reader("robot").read([first, second])


def test_errors_in_a_dependency_name_its_file(workspace):
    workspace.write("broken/msg/Part.msg", "int33 x\n")
    (error,) = workspace.message_errors("broken/Part part\n", "broken")
    assert error.startswith("Part.msg:1: error: ")


@pytest.mark.parametrize("name", ["Robot", "my__robot", "robot_", "2d", "std", "baton", "class"])
def test_names_of_packages_become_namespaces(workspace, name):
    workspace.write("any/msg/A.msg", "int32 a\n")
    with pytest.raises(Exception, match=f'"{name}" is no name for a package'):
        workspace.reader(name).read([workspace.folder / "any/msg/A.msg"])
