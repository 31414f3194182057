# SPDX-License-Identifier: Apache-2.0
import pytest
from baton_msggen.model import TypeName
from baton_msggen.names import cpp_name, detail_path, header_path, snake_case


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Image", "image"),
        ("PointCloud2", "point_cloud2"),
        ("MultiDOFJointState", "multi_dof_joint_state"),
        ("NavSatFix", "nav_sat_fix"),
        ("UInt8MultiArray", "u_int8_multi_array"),
        ("UUID", "uuid"),
        ("ColorRGBA", "color_rgba"),
        ("Array1k", "array1k"),
        ("TFMessage", "tf_message"),
        ("Point32", "point32"),
    ],
)
def test_file_names_follow_the_rule_of_ros(name, expected):
    assert snake_case(name) == expected


def test_paths_and_qualified_names_of_an_interface():
    name = TypeName("sensor_msgs", "msg", "PointCloud2")
    assert header_path(name) == "sensor_msgs/msg/point_cloud2.hpp"
    assert detail_path(name, "struct.hpp") == "sensor_msgs/msg/detail/point_cloud2__struct.hpp"
    assert cpp_name(name) == "::sensor_msgs::msg::PointCloud2"
