# SPDX-License-Identifier: Apache-2.0
"""sensor_msgs_py: point clouds as arrays of numpy, and what wrong ones raise."""

import array
import sys

import numpy
import pytest
from programs import run_python, wait_until
from sensor_msgs.msg import Image, PointCloud2, PointField
from std_msgs.msg import Header

import baton.rclpy  # noqa: F401
from sensor_msgs_py import numpy_compat, point_cloud2

NAN = float("nan")
HEADER = Header(frame_id="lidar")
POINTS = [(0.5, 1.5, 2.5), (1.0, NAN, 3.0), (2.0, 4.0, 8.0)]
GOOD = [POINTS[0], POINTS[2]]
LITTLE = sys.byteorder == "little"


def field(name, offset, datatype=PointField.FLOAT32, count=1):
    return PointField(name=name, offset=offset, datatype=datatype, count=count)


XYZ = [field("x", 0), field("y", 4), field("z", 8)]
# As drivers of lidars have them: gaps behind z and at the end, numbers of several types.
LIDAR = [*XYZ, field("ring", 16, PointField.UINT16), field("time", 20, PointField.FLOAT64)]
LIDAR_POINTS = [(1.0, 2.0, 3.0, 7, 0.25), (4.0, 5.0, 6.0, 65535, 1e300)]


def lists(points):
    return [list(each) for each in points.tolist()]


@pytest.fixture
def cloud():
    return point_cloud2.create_cloud_xyz32(HEADER, POINTS)


@pytest.fixture
def pair(node):
    """A publisher and a subscription that is asked by take()."""
    publisher = node.create_publisher(PointCloud2, "points", 5)
    subscription = node.create_subscription(PointCloud2, "points", None, 5)
    assert wait_until(lambda: publisher.get_subscription_count() == 1)
    return publisher, subscription


def test_a_cloud_of_x_y_and_z_has_what_the_definition_says(cloud):
    assert cloud.header == HEADER
    assert (cloud.height, cloud.width, cloud.point_step, cloud.row_step) == (1, 3, 12, 36)
    assert [each.name for each in cloud.fields] == ["x", "y", "z"]
    assert {each.datatype for each in cloud.fields} == {PointField.FLOAT32}
    assert cloud.is_bigendian is not LITTLE
    assert cloud.is_dense is False
    assert isinstance(cloud.data, array.array)
    assert bytes(cloud.data) == numpy.array(POINTS, numpy.float32).tobytes()
    cloud.data.append(1)  # nothing shows the array any more


def test_points_are_read_as_a_structured_array(cloud):
    points = point_cloud2.read_points(cloud)
    assert points.dtype.names == ("x", "y", "z")
    assert points["z"].tolist() == [2.5, 3.0, 8.0]
    assert points[["z", "x"]].shape == (3,)
    chosen = point_cloud2.read_points(cloud, field_names=(name for name in ("z", "x")))
    assert lists(chosen) == [[2.5, 0.5], [3.0, 1.0], [8.0, 2.0]]


def test_points_with_nan_are_left_out_where_the_cloud_may_have_them(cloud):
    assert point_cloud2.read_points(cloud, skip_nans=True).tolist() == GOOD
    assert point_cloud2.read_points_numpy(cloud, skip_nans=True).tolist() == lists(numpy.array(GOOD))
    assert len(point_cloud2.read_points(cloud, ["x", "z"], skip_nans=True)) == 3
    cloud.is_dense = True
    points = point_cloud2.read_points(cloud, skip_nans=True)
    assert numpy.shares_memory(points, cloud.data)


def test_points_are_chosen_by_their_positions(cloud):
    for uvs in ([2, 0], iter([2, 0]), numpy.array([2, -3]), [2, 0, 0][:2]):
        assert point_cloud2.read_points(cloud, uvs=uvs).tolist() == [POINTS[2], POINTS[0]]
    assert point_cloud2.read_points(cloud, uvs=numpy.array([True, False, True])).tolist() == GOOD
    assert point_cloud2.read_points(cloud, skip_nans=True, uvs=[1]).tolist() == [POINTS[2]]
    assert point_cloud2.read_points(cloud, uvs=[]).shape == (0,)
    assert point_cloud2.read_points(cloud, uvs=numpy.array([])[:0].astype(int)).shape == (0,)


def test_a_plain_array_has_a_row_for_each_point_and_shows_the_message(cloud):
    plain = point_cloud2.read_points_numpy(cloud)
    assert plain.shape == (3, 3)
    assert plain.dtype == numpy.float32
    assert numpy.shares_memory(plain, cloud.data)
    turned = point_cloud2.read_points_numpy(cloud, ["z", "y", "x"])
    assert turned[2].tolist() == [8.0, 4.0, 2.0]
    assert numpy.shares_memory(turned, cloud.data)
    assert point_cloud2.read_points_numpy(cloud, iter(["y"]), uvs=[2, 0]).tolist() == [[4.0], [1.5]]


def test_a_list_has_named_tuples_of_numbers_of_numpy(cloud):
    points = point_cloud2.read_points_list(cloud, skip_nans=True)
    assert points == GOOD
    assert points[1].y == 4.0 and type(points[1].y) is numpy.float32
    assert point_cloud2.read_points_list(cloud, ["z"], uvs=[0])[0]._fields == ("z",)
    assert point_cloud2.read_points_list(cloud, []) == []


def test_gaps_types_and_point_steps_are_kept():
    dtype = point_cloud2.dtype_from_fields(LIDAR, point_step=32)
    assert (dtype.itemsize, point_cloud2.dtype_from_fields(LIDAR).itemsize) == (32, 28)
    assert [dtype.fields[name][1] for name in dtype.names] == [0, 4, 8, 16, 20]
    made = [
        point_cloud2.create_cloud(HEADER, LIDAR, LIDAR_POINTS, 32),
        point_cloud2.create_cloud(HEADER, iter(LIDAR), numpy.array(LIDAR_POINTS, dtype), 32),
        point_cloud2.create_cloud(HEADER, LIDAR, numpy.array(LIDAR_POINTS * 2, dtype)[::2][:1], 32),
    ]
    for cloud, expected in zip(made, (LIDAR_POINTS, LIDAR_POINTS, LIDAR_POINTS[:1])):
        assert (cloud.point_step, cloud.row_step) == (32, 32 * len(expected))
        assert point_cloud2.read_points(cloud).dtype == dtype
        assert point_cloud2.read_points(cloud).tolist() == expected
        assert point_cloud2.read_points_list(cloud, ["ring"])[0].ring == 7
    assert bytes(made[0].data[12:16]) == bytes(4), "gaps are zero"
    xyz = point_cloud2.read_points_numpy(made[0], ["x", "y", "z"])
    assert xyz.tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert numpy.shares_memory(xyz, made[0].data)


def test_fields_that_lie_unevenly_become_a_plain_array_by_a_copy():
    fields = [*XYZ, field("intensity", 16)]
    values = numpy.arange(8).reshape(2, 4)
    cloud = point_cloud2.create_cloud(HEADER, fields, values)
    assert cloud.point_step == 20
    assert point_cloud2.read_points_numpy(cloud).tolist() == values.tolist()


def test_plain_arrays_of_any_type_and_layout_become_clouds():
    values = numpy.arange(12.0).reshape(4, 3)
    for each in (
        values,
        values.astype(numpy.float32),
        values.astype(">f4"),
        numpy.asfortranarray(values.astype(numpy.float32)),
        numpy.repeat(values, 2, axis=0)[::2].astype(int),
    ):
        cloud = point_cloud2.create_cloud_xyz32(HEADER, each)
        assert point_cloud2.read_points_numpy(cloud).tolist() == values.tolist()
    source = values.astype(numpy.float32)
    cloud = point_cloud2.create_cloud_xyz32(HEADER, source)
    source[:] = 0
    assert point_cloud2.read_points_numpy(cloud).tolist() == values.tolist(), "of its own"


def test_plain_arrays_become_clouds_with_gaps():
    values = numpy.arange(12, dtype=numpy.float32).reshape(4, 3)
    behind = [field(name, offset) for name, offset in (("x", 4), ("y", 8), ("z", 12))]
    for fields, point_step in ((XYZ, 16), (behind, None), (XYZ[:1], 8)):
        columns = values[:, : len(fields)].copy()
        cloud = point_cloud2.create_cloud(HEADER, fields, columns, point_step)
        assert len(cloud.data) == cloud.width * cloud.point_step == 4 * (point_step or 16)
        assert point_cloud2.read_points_numpy(cloud).tolist() == columns.tolist()


def test_a_field_of_several_numbers_becomes_as_many_fields():
    fields = [field("x", 0, count=2), field("", 8, PointField.INT16, 3), field("", 14, PointField.INT8)]
    names = ("x_0", "x_1", "unnamed_field_1_0", "unnamed_field_1_1", "unnamed_field_1_2", "unnamed_field_2")
    assert point_cloud2.DUMMY_FIELD_PREFIX == "unnamed_field"
    cloud = point_cloud2.create_cloud(HEADER, fields, [(1.0, 2.0, 3, 4, 5, 6)])
    assert point_cloud2.read_points(cloud).dtype.names == names
    assert point_cloud2.read_points(cloud, ["unnamed_field_1_2", "x_1"]).tolist() == [(5, 2.0)]
    assert point_cloud2.read_points_list(cloud)[0].x_1 == 2.0
    three = [field("x", 0, count=3)]
    cloud = point_cloud2.create_cloud(HEADER, three, numpy.arange(6.0).reshape(2, 3))
    assert point_cloud2.read_points_numpy(cloud).tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_every_type_of_numbers_keeps_its_limits():
    kinds = "int8 uint8 int16 uint16 int32 uint32 float32 float64".split()
    for kind in map(numpy.dtype, kinds):
        number = getattr(PointField, kind.name.upper())
        assert point_cloud2.dtype_from_fields([field("a", 0, number)])["a"] == kind
        limits = numpy.finfo(kind) if kind.kind == "f" else numpy.iinfo(kind)
        points = [(limits.min,), (limits.max,)]
        cloud = point_cloud2.create_cloud(HEADER, [field("a", 0, number)], points)
        assert point_cloud2.read_points(cloud).tolist() == points
        assert cloud.point_step == kind.itemsize


def test_another_byte_order_is_read_and_the_message_stays_as_it_is():
    dtype = point_cloud2.dtype_from_fields(LIDAR, 32)
    there = dtype.newbyteorder()
    cloud = point_cloud2.create_cloud(HEADER, LIDAR, LIDAR_POINTS, 32)
    cloud.is_bigendian = LITTLE
    cloud.data = numpy.array(LIDAR_POINTS, there).tobytes()
    before = bytes(cloud.data)
    for _ in range(2):
        points = point_cloud2.read_points(cloud)
        assert points.dtype == dtype
        assert points.tolist() == LIDAR_POINTS
        assert point_cloud2.read_points(cloud, ["time", "ring"]).tolist() == [(0.25, 7), (1e300, 65535)]
    assert bytes(cloud.data) == before


def test_organized_clouds_are_reshaped_to_width_and_height():
    values = numpy.arange(18.0, dtype=numpy.float32).reshape(3, 2, 3)
    cloud = point_cloud2.create_cloud_xyz32(HEADER, values)
    assert (cloud.width, cloud.height, cloud.row_step) == (3, 2, 36)
    assert point_cloud2.read_points(cloud).shape == (6,)
    points = point_cloud2.read_points(cloud, reshape_organized_cloud=True)
    assert points.shape == (3, 2)
    assert numpy.shares_memory(points, cloud.data)
    plain = point_cloud2.read_points_numpy(cloud, reshape_organized_cloud=True)
    assert plain.tolist() == values.tolist()
    structured = point_cloud2.create_cloud(HEADER, XYZ, points)
    assert structured == cloud
    with pytest.raises(ValueError, match="1 of 3 . 2 points are left.*leave out skip_nans and uvs"):
        point_cloud2.read_points(cloud, uvs=[0], reshape_organized_cloud=True)


def test_one_row_stays_one_dimension(cloud):
    assert point_cloud2.read_points(cloud, reshape_organized_cloud=True).shape == (3,)


def test_rows_with_a_gap_behind_them_are_read_where_the_data_has_them():
    rows = numpy.zeros((2, 40), numpy.uint8)
    rows[:, :36] = numpy.arange(18, dtype=numpy.float32).view(numpy.uint8).reshape(2, 36)
    cloud = point_cloud2.create_cloud_xyz32(HEADER, numpy.zeros((3, 2, 3)))
    cloud.row_step, cloud.data = 40, rows.reshape(-1)
    assert point_cloud2.read_points_numpy(cloud).reshape(-1).tolist() == list(range(18))
    # Of a program that has not set row_step properly: points follow each other.
    cloud.data = numpy.ascontiguousarray(rows[:, :36]).reshape(-1)
    for row_step in (0, 36, 40):
        cloud.row_step = row_step
        assert point_cloud2.read_points_numpy(cloud).reshape(-1).tolist() == list(range(18))


def test_empty_clouds_are_made_and_read():
    for points in ([], numpy.zeros((0, 3)), numpy.zeros(0, point_cloud2.dtype_from_fields(XYZ))):
        cloud = point_cloud2.create_cloud_xyz32(HEADER, points)
        assert (cloud.width, cloud.height, len(cloud.data), cloud.point_step) == (0, 1, 0, 12)
        assert point_cloud2.read_points(cloud, skip_nans=True).shape == (0,)
        assert point_cloud2.read_points_numpy(cloud).shape == (0, 3)
        assert point_cloud2.read_points_list(cloud) == []
    assert point_cloud2.read_points(PointCloud2()).shape == (0,)
    assert point_cloud2.read_points_list(PointCloud2()) == []
    assert point_cloud2.create_cloud(HEADER, [], []).point_step == 0


def test_data_longer_than_its_points_is_read_and_shorter_refused(cloud):
    cloud.width = 2
    assert point_cloud2.read_points(cloud).shape == (2,)
    cloud.width = 4
    for read in (
        point_cloud2.read_points,
        point_cloud2.read_points_numpy,
        point_cloud2.read_points_list,
    ):
        with pytest.raises(TypeError, match="has 36 bytes, .*4 . 1 . 12 need 48: set"):
            read(cloud)
    cloud.width, cloud.data = 1, numpy.zeros(24, numpy.uint8)[::2]
    assert point_cloud2.read_points(cloud).tolist() == [(0.0, 0.0, 0.0)]


@pytest.mark.parametrize(
    ("fields", "point_step", "error", "text"),
    [
        ([field("x", 0, 99)], None, KeyError, "datatype 99 of field 'x' .* set PointField.FLOAT32"),
        ([field("x", 0, count=0)], None, AssertionError, "'x' has the count 0: set count=1"),
        ([field("x", 0), field("x", 4)], None, AssertionError, "have the name 'x': rename"),
        ([field("x", 0, count=2), field("x_1", 8)], None, AssertionError, "the name 'x_1': rename"),
        (XYZ, 8, ValueError, "point_step is 8, and the fields end at byte 12: set point_step"),
    ],
)
def test_wrong_fields_raise_with_the_cure(fields, point_step, error, text):
    with pytest.raises(error, match=text):
        point_cloud2.dtype_from_fields(fields, point_step)
    with pytest.raises(error, match=text):
        point_cloud2.create_cloud(HEADER, fields, [], point_step)
    if error is not ValueError:
        with pytest.raises(error, match=text):
            point_cloud2.read_points(PointCloud2(fields=fields, point_step=64))


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"field_names": ["x", "rgb"]}, AssertionError, "no field 'rgb': it has x, y, z"),
        ({"uvs": [3]}, IndexError, "from 3 to 3, and there are 3 points: use positions below 3"),
        ({"uvs": [-4]}, IndexError, "from -4 to -4"),
        ({"uvs": [2], "skip_nans": True}, IndexError, "there are 2 points"),
        ({"uvs": [(0, 1)]}, (TypeError, ValueError), "row . width . column"),
        ({"uvs": ["a"]}, ValueError, "positions of points"),
        ({"uvs": numpy.array([0.0])}, IndexError, "type float64: use integers"),
        ({"uvs": numpy.array([True])}, IndexError, "among 1 points, and there are 3"),
    ],
)
def test_what_is_not_in_the_cloud_raises_with_the_cure(cloud, arguments, error, text):
    with pytest.raises(error, match=text):
        point_cloud2.read_points(cloud, **arguments)


def test_what_is_no_cloud_raises():
    for read in (
        point_cloud2.read_points,
        point_cloud2.read_points_numpy,
        point_cloud2.read_points_list,
    ):
        with pytest.raises(AssertionError, match="PointCloud2 is read here, not a .*Image"):
            read(Image())


def test_fields_of_several_types_make_no_plain_array():
    cloud = point_cloud2.create_cloud(HEADER, LIDAR, LIDAR_POINTS, 32)
    with pytest.raises(AssertionError, match="float32, uint16, float64.* or use read_points"):
        point_cloud2.read_points_numpy(cloud)
    with pytest.raises(AssertionError, match="uint16, float32,"):
        point_cloud2.read_points_numpy(cloud, ["ring", "x"])
    assert point_cloud2.read_points_numpy(cloud, ["ring"]).tolist() == [[7], [65535]]
    with pytest.raises(ValueError, match="no field to read: name some"):
        point_cloud2.read_points_numpy(PointCloud2())


def test_nor_do_fields_of_several_types_under_names_that_were_made_for_them():
    fields = [field("x", 0, count=2), field("", 8, PointField.INT32)]
    cloud = point_cloud2.create_cloud(HEADER, fields, [(0.5, 1.5, 16_777_217)])
    with pytest.raises(AssertionError, match="the types float32, int32, and a plain array"):
        point_cloud2.read_points_numpy(cloud, ["x_1", "unnamed_field_1"])
    assert point_cloud2.read_points_numpy(cloud, ["unnamed_field_1"]).tolist() == [[16_777_217]]


def test_a_name_that_is_no_attribute_is_refused_by_the_list_alone():
    cloud = point_cloud2.create_cloud(HEADER, [field("class", 0)], [(1.0,)])
    assert point_cloud2.read_points(cloud)["class"].tolist() == [1.0]
    with pytest.raises(ValueError, match="'class': use read_points"):
        point_cloud2.read_points_list(cloud)


@pytest.mark.parametrize(
    ("points", "error", "text"),
    [
        ([(1.0, 2.0)], ValueError, "each point needs 3 values, in the order of the fields x, y, z"),
        ([(1.0, 2.0, 3.0), (1.0,)], ValueError, "each point needs 3 values"),
        ([("far", 2.0, 3.0)], ValueError, "each point needs 3 values"),
        ([1.0, 2.0, 3.0], TypeError, "an iterable of values for each point .*for one point"),
        (7, TypeError, "an iterable of values"),
        (numpy.zeros(3), IndexError, "pass points.numpy.newaxis"),
        (numpy.zeros((3, 2)), ValueError, r"shape \(3, 2\), and there are 3 fields"),
        (numpy.zeros((3, 0)), NotImplementedError, "one value for each field"),
        (numpy.array(3.0), ValueError, r"shape \(\), and there are 3 fields"),
        (numpy.zeros((2, 2, 2, 3)), AssertionError, "a width and a height at most: reshape"),
        (numpy.zeros(2, [("x", "f4"), ("y", "f4")]), AssertionError, "correct the fields' order"),
        (numpy.zeros(2, [(name, ">f4") for name in "xyz"]), AssertionError, "dtype_from_fields"),
        (numpy.zeros((), [(name, "f4") for name in "xyz"]), IndexError, "one point without"),
    ],
)
def test_wrong_points_raise_with_the_cure(points, error, text):
    with pytest.raises(error, match=text):
        point_cloud2.create_cloud_xyz32(HEADER, points)


def test_a_plain_array_for_fields_of_several_types_is_refused():
    with pytest.raises(AssertionError, match="the array has one: pass a structured array"):
        point_cloud2.create_cloud(HEADER, LIDAR, numpy.zeros((2, 5)))


def test_padding_at_the_end_is_the_point_step():
    padded = numpy.zeros(2, point_cloud2.dtype_from_fields(XYZ, 20))
    with pytest.raises(AssertionError, match="padding at the end is point_step"):
        point_cloud2.create_cloud(HEADER, XYZ, padded)
    assert point_cloud2.create_cloud(HEADER, XYZ, padded, 20).point_step == 20


def test_a_cloud_goes_over_a_topic_and_is_read_without_a_copy(pair, cloud):
    publisher, subscription = pair
    publisher.publish(cloud)
    got = subscription.take()
    assert got == cloud
    points = point_cloud2.read_points(got, ["x", "z"])
    plain = point_cloud2.read_points_numpy(got)
    for each in (points, plain):
        assert numpy.shares_memory(each, got.data)
        assert not each.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        plain[0, 0] = 1.0
    assert point_cloud2.read_points(got, skip_nans=True).flags.writeable
    assert publisher.get_counters()["pinned_chunks"] == 1
    del got
    assert points["z"].tolist() == [2.5, 3.0, 8.0], "arrays hold the publisher's memory"
    assert publisher.get_counters()["pinned_chunks"] == 1
    del points, plain, each
    assert wait_until(lambda: publisher.get_counters()["pinned_chunks"] == 0)


def test_another_byte_order_is_read_out_of_a_received_message(pair):
    publisher, subscription = pair
    cloud = point_cloud2.create_cloud_xyz32(HEADER, GOOD)
    cloud.is_bigendian = LITTLE
    cloud.data = numpy.array(GOOD, numpy.float32).byteswap().tobytes()
    publisher.publish(cloud)
    assert point_cloud2.read_points(subscription.take()).tolist() == GOOD


def test_points_are_written_in_a_loan(pair):
    publisher, subscription = pair
    loan = publisher.borrow_loaned_message()
    loan.fields, loan.point_step, loan.width, loan.height = XYZ, 12, 1000, 1
    loan.data.resize(12_000)
    columns = point_cloud2.read_points_numpy(loan)
    assert numpy.shares_memory(columns, loan.data)
    assert columns.flags.writeable
    columns[:] = numpy.arange(3000.0).reshape(1000, 3)
    points = point_cloud2.read_points(loan)
    points["y"] = 7.0
    del points, columns
    publisher.publish(loan)
    got = point_cloud2.read_points_numpy(subscription.take())
    assert got[999].tolist() == [2997.0, 7.0, 2999.0]
    assert publisher.get_counters()["compacted"] == 0


def test_older_programs_find_the_functions_of_numpy():
    points = numpy.array(GOOD, [(name, "f4") for name in "xyz"])
    plain = numpy_compat.structured_to_unstructured(points)
    assert plain.tolist() == lists(numpy.array(GOOD))
    again = numpy_compat.unstructured_to_structured(plain, dtype=points.dtype)
    assert again.tolist() == GOOD


@pytest.fixture
def other(tmp_path):
    """A folder with a package of the same name, as a sourced ROS has it."""
    package = tmp_path / "sensor_msgs_py"
    package.mkdir()
    (package / "__init__.py").write_text("WHOSE = 'of a sourced ROS'\n")
    return tmp_path


def test_launch_files_and_their_tests_import_the_own_package(other):
    program = """
    import sys
    sys.path.insert(0, sys.argv[1])
    from baton.cli import own_packages
    own_packages.take_own()
    import sensor_msgs_py
    print(sensor_msgs_py.__doc__)
    """
    assert "by Baton" in run_python(program, other).stdout


def test_the_package_gives_way_to_another_of_its_name(other):
    program = """
    import sys
    sys.path.insert(0, sys.argv[1])
    import baton.rclpy
    import sensor_msgs_py
    print(sensor_msgs_py.WHOSE)
    """
    assert run_python(program, other).stdout == "of a sourced ROS\n"
