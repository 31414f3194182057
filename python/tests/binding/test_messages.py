# SPDX-License-Identifier: Apache-2.0
"""Classes of messages: fields, rules, copies, texts."""

import array
import copy
import gc
import pickle
import weakref

import numpy
import pytest
from diagnostic_msgs.msg import DiagnosticStatus
from example_interfaces.action import Fibonacci
from geometry_msgs.msg import Point, PoseStamped, PoseWithCovariance
from nav_msgs.msg import Path
from sensor_msgs.msg import Image, JointState, LaserScan, NavSatStatus, PointCloud2, PointField
from std_msgs.msg import Empty, Float64MultiArray, Header, String
from std_srvs.srv import Empty as EmptyService
from std_srvs.srv import SetBool
from values import generate

from baton import definitions
from baton.interfaces import get_interface, message_class
from baton.native import _native

EVERY = sorted(
    f"{package}/msg/{name}"
    for package in definitions.list_packages()
    if package not in ("performance_test", "sharedmem_msgs", "ros2_demos")
    for name in definitions.list_definitions(package, "msg")
)


@pytest.mark.parametrize("type_name", EVERY)
def test_every_message_keeps_its_values_as_bytes_copy_yaml_and_pickle(type_name):
    message = generate(type_name)
    cls = type(message)
    again = _native.deserialize(cls, _native.serialize(message))
    assert again == message
    assert message.copy() == message == copy.deepcopy(message)
    assert pickle.loads(pickle.dumps(message)) == message
    if "WString" not in type_name and "wstring" not in str(cls.get_fields_and_field_types()):
        assert again.to_yaml() == message.to_yaml()
    assert set(message.to_dict()) == set(cls.get_fields_and_field_types())
    assert repr(message)
    assert cls() != message or message == cls()


def test_constructor_takes_fields_by_name():
    assert Point(x=1.0, y=2.0).y == 2.0
    with pytest.raises(AssertionError, match="Invalid arguments passed to constructor: w"):
        Point(w=1.0)
    with pytest.raises(TypeError, match="keyword"):
        Point(1.0)


def test_constants_and_defaults_come_from_the_definition():
    assert NavSatStatus.STATUS_GBAS_FIX == 2
    assert NavSatStatus.STATUS_NO_FIX == -1
    assert DiagnosticStatus.STALE == b"\x03"
    assert PointField.FLOAT32 == 7
    assert message_class("test_msgs/msg/Defaults")().int32_value == -30000


@pytest.mark.parametrize(
    ("message", "field", "value", "text"),
    [
        (Image(), "height", "a", "The 'height' field must be of type 'int'"),
        (Image(), "height", -1, r"'height' field must be an unsigned integer in \[0, 4294967295\]"),
        (Image(), "height", 1 << 32, r"an unsigned integer in \[0, 4294967295\]"),
        (Image(), "height", 1.0, "of type 'int'"),
        (Image(), "encoding", 3, "The 'encoding' field must be of type 'str'"),
        (Image(), "header", 3, "The 'header' field must be a sub message of type 'Header'"),
        (Image(), "header", Point(), "a sub message of type 'Header'"),
        (Image(), "data", [1, 256], "'data' field must be a set or sequence and each value"),
        (Image(), "data", "text", "must be a set or sequence"),
        (Image(), "data", numpy.zeros(3, numpy.float32), "dtype of 'uint8', and has 'float32'"),
        (Point(), "x", 1, "The 'x' field must be of type 'float'"),
        (Path(), "poses", [Point()], "each value of type 'PoseStamped'"),
        (PoseWithCovariance(), "covariance", [0.0] * 35, "with length 36 and each value"),
        (JointState(), "name", [1], "each value of type 'str'"),
    ],
)
def test_wrong_values_raise_what_rclpy_raises(message, field, value, text):
    before = message.copy()
    with pytest.raises(AssertionError, match=text):
        setattr(message, field, value)
    assert message == before


def test_what_is_wrong_deep_inside_is_named_by_its_path():
    path = Path(poses=[PoseStamped(), PoseStamped()])
    path.poses.append("no pose")
    with pytest.raises(AssertionError, match="'poses' field must be a set or sequence"):
        path.copy()
    fields = PointCloud2(fields=[PointField(), PointField()])
    fields.fields[1] = "x"
    with pytest.raises(AssertionError, match="fields"):
        fields.copy()


def test_unknown_attributes_are_refused():
    with pytest.raises(AttributeError):
        Image().heigth = 3


def test_lists_and_nested_messages_are_kept_by_reference_as_in_rclpy():
    state = JointState()
    state.position.append(1.5)
    state.name.append("elbow")
    assert list(state.copy().position) == [1.5]
    assert state.copy().name == ["elbow"]
    header = Header(frame_id="map")
    image = Image(header=header)
    header.frame_id = "odom"
    assert image.header is header
    assert image.copy().header.frame_id == "odom"


def test_sequences_of_numbers_take_what_has_numbers():
    image = Image()
    for value in (
        [1, 2, 3],
        (1, 2, 3),
        b"\1\2\3",
        bytearray(b"\1\2\3"),
        array.array("B", [1, 2, 3]),
        numpy.array([1, 2, 3], numpy.uint8),
        numpy.array([[1, 2, 3]], numpy.uint8),
        numpy.array([1, 9, 2, 9, 3, 9], numpy.uint8)[::2],
    ):
        image.data = value
        assert bytes(image.data) == b"\1\2\3"
        assert bytes(image.copy().data) == b"\1\2\3"
    scan = LaserScan(ranges=numpy.linspace(0, 1, 5, dtype=numpy.float32))
    assert scan.copy().ranges.dtype == numpy.float32


def test_an_array_of_numpy_is_kept_without_a_copy():
    data = numpy.zeros(1000, numpy.uint8)
    image = Image(data=data)
    assert image.data is data


def test_fixed_arrays_are_arrays_of_numpy():
    pose = PoseWithCovariance()
    assert pose.covariance.shape == (36,)
    pose.covariance[7] = 2.0
    assert pose.copy().covariance[7] == 2.0
    assert PoseWithCovariance().covariance[7] == 0.0, "each message has defaults of its own"


def test_numbers_of_numpy_become_numbers_of_python():
    image = Image(height=numpy.uint32(7))
    assert type(image.height) is int
    assert type(Point(x=numpy.float32(0.5)).x) is float


def test_equality_compares_values_and_types():
    assert Point(x=1.0) == Point(x=1.0)
    assert Point(x=1.0) != Point(x=2.0)
    assert Point() != Header()
    assert Point() != 3


def test_services_and_actions_have_their_parts():
    assert SetBool.Request(data=True).data is True
    assert SetBool.Response().message == ""
    assert Fibonacci.Goal(order=3).order == 3
    assert hasattr(Fibonacci.Impl.SendGoalService.Request(), "goal_id")
    assert get_interface("std_srvs/srv/SetBool") is SetBool
    assert get_interface("std_msgs/msg/String") is String


def test_unknown_types_say_where_they_were_looked_for():
    with pytest.raises(RuntimeError, match="no library of types"):
        message_class("no_such_msgs/msg/Thing")
    with pytest.raises(RuntimeError, match="has no message"):
        message_class("std_msgs/msg/NoSuch")
    with pytest.raises(ImportError):
        from std_msgs.msg import NoSuch  # noqa: F401


def test_a_message_may_be_part_of_a_cycle_and_be_collected():
    message = Float64MultiArray()
    held = weakref.ref(message)
    message.layout.dim.append  # a field in use  # noqa: B018
    values = [message]
    values.append(values)
    del message, values
    gc.collect()
    assert held() is None


def test_classes_are_imported_from_the_modules_that_ros_has():
    import std_srvs.srv._set_bool as own
    from diagnostic_msgs.msg._diagnostic_status import DiagnosticStatus as Status
    from sensor_msgs.msg._point_cloud2 import PointCloud2 as Cloud
    from std_msgs.msg._u_int8_multi_array import UInt8MultiArray

    assert Cloud is PointCloud2 and Status is DiagnosticStatus
    assert UInt8MultiArray.__name__ == "UInt8MultiArray"
    assert own.SetBool is SetBool and own.SetBool_Request is SetBool.Request
    with pytest.raises(ImportError, match="Trigger"):
        from std_srvs.srv._set_bool import Trigger  # noqa: F401
    with pytest.raises(ImportError, match="_no_such"):
        import std_srvs.srv._no_such  # noqa: F401


def test_what_has_no_field_shows_none():
    assert repr(EmptyService.Request()) == "std_srvs.srv.Empty_Request()"
    assert Empty.get_fields_and_field_types() == {} == Empty().to_dict()
    assert Empty().to_yaml().strip() == "{}"
    assert _native.deserialize(Empty, _native.serialize(Empty())) == Empty()
