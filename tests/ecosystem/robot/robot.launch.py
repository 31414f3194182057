# SPDX-License-Identifier: Apache-2.0
"""A simulated robot and the packages of others that drive it: lidar, estimate, transforms, camera, Nav2.

use_composition:=True: the same nodes as components of two containers, one of them for Nav2.
"""

import pathlib
import sys
import tempfile

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess, GroupAction
from launch.conditions import IfCondition, UnlessCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import ComposableNodeContainer, Node
from launch_ros.descriptions import ComposableNode

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from simulated_robot import ROOM_M  # noqa: E402

CELL_M = 0.05
SERVERS = [
    "map_server",
    "controller_server",
    "planner_server",
    "behavior_server",
    "bt_navigator",
    "waypoint_follower",
    "velocity_smoother",
]


def map_of_the_room():
    """A map whose walls are where the simulated lidar sees them; the origin is in the middle."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="baton-room-"))
    side = round(ROOM_M / CELL_M) + 2
    wall, free = b"\x00", b"\xfe"
    rows = [wall * side, *[wall + free * (side - 2) + wall] * (side - 2), wall * side]
    (folder / "room.pgm").write_bytes(b"P5\n%d %d\n255\n" % (side, side) + b"".join(rows))
    corner = -ROOM_M / 2 - CELL_M
    (folder / "room.yaml").write_text(
        f"image: room.pgm\nresolution: {CELL_M}\norigin: [{corner}, {corner}, 0.0]\n"
        "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n"
    )
    return str(folder / "room.yaml")


def perception():
    """(package, executable, component, name, parameters, remappings) of each node."""
    calibration = get_package_share_directory("velodyne_pointcloud") + "/params/VLP16db.yaml"
    driver = {"device_ip": "127.0.0.1", "model": "VLP16", "rpm": 600.0, "frame_id": "velodyne"}
    cloud = {"calibration": calibration, "model": "VLP16", "organize_cloud": True}
    description = {"robot_description": (HERE / "robot.urdf").read_text()}
    return [
        ("velodyne_driver", "velodyne_driver_node", "velodyne_driver::VelodyneDriver",
         "velodyne_driver_node", [driver], []),
        ("velodyne_pointcloud", "velodyne_transform_node", "velodyne_pointcloud::Transform",
         "velodyne_transform_node", [cloud], []),
        ("velodyne_laserscan", "velodyne_laserscan_node", "velodyne_laserscan::VelodyneLaserScan",
         "velodyne_laserscan_node", [{"ring": -1, "resolution": 0.007}], []),
        ("robot_state_publisher", "robot_state_publisher", "robot_state_publisher::RobotStatePublisher",
         "robot_state_publisher", [description], []),
        ("image_tools", "cam2image", "image_tools::Cam2Image", "cam2image",
         [{"burger_mode": True, "frequency": 5.0, "width": 320, "height": 240}], []),
    ]  # fmt: skip


def navigation():
    nav2 = str(HERE / "nav2.yaml")
    commands = [("cmd_vel", "cmd_vel_nav")]
    smoothed = [*commands, ("cmd_vel_smoothed", "cmd_vel")]
    return [
        ("nav2_map_server", "map_server", "nav2_map_server::MapServer", "map_server",
         [{"yaml_filename": map_of_the_room()}], []),
        ("nav2_controller", "controller_server", "nav2_controller::ControllerServer",
         "controller_server", [nav2], commands),
        ("nav2_planner", "planner_server", "nav2_planner::PlannerServer", "planner_server", [nav2], []),
        ("nav2_behaviors", "behavior_server", "behavior_server::BehaviorServer", "behavior_server",
         [nav2], commands),
        ("nav2_bt_navigator", "bt_navigator", "nav2_bt_navigator::BtNavigator", "bt_navigator",
         [nav2], []),
        ("nav2_waypoint_follower", "waypoint_follower", "nav2_waypoint_follower::WaypointFollower",
         "waypoint_follower", [nav2], []),
        ("nav2_velocity_smoother", "velocity_smoother", "nav2_velocity_smoother::VelocitySmoother",
         "velocity_smoother", [nav2], smoothed),
        ("nav2_lifecycle_manager", "lifecycle_manager", "nav2_lifecycle_manager::LifecycleManager",
         "lifecycle_manager", [{"autostart": True, "node_names": SERVERS}], []),
    ]  # fmt: skip


def as_node(package, executable, component, name, parameters, remappings):
    return Node(
        package=package,
        executable=executable,
        # The costmaps inside of Nav2's servers would get the name too; theirs is in their source.
        name=None if executable == "controller_server" else name,
        parameters=parameters,
        remappings=remappings,
        output="screen",
    )


def as_component(package, executable, component, name, parameters, remappings):
    return ComposableNode(
        package=package, plugin=component, name=name, parameters=parameters, remappings=remappings
    )


def container(name, nodes, executable):
    return ComposableNodeContainer(
        name=name,
        namespace="",
        package="rclcpp_components",
        executable=executable,
        composable_node_descriptions=[as_component(*node) for node in nodes],
        parameters=[str(HERE / "nav2.yaml")],  # for the costmaps, which components make themselves
        output="screen",
    )


def generate_launch_description():
    composed = LaunchConfiguration("use_composition")
    simulation = ExecuteProcess(
        cmd=[sys.executable, str(HERE / "simulated_robot.py")], output="screen"
    )
    still = Node(
        package="tf2_ros",
        executable="static_transform_publisher",
        arguments="--frame-id map --child-frame-id odom".split(),
    )
    estimate = Node(
        package="robot_localization",
        executable="ekf_node",
        name="ekf_filter_node",
        parameters=[str(HERE / "ekf.yaml")],
        output="screen",
    )
    republished = Node(
        package="image_transport",
        executable="republish",
        arguments=["raw", "raw"],
        remappings=[("in", "image"), ("out", "image/again")],
    )
    aggregator = Node(package="diagnostic_aggregator", executable="aggregator_node")
    seen, driven = perception(), navigation()
    return LaunchDescription(
        [
            DeclareLaunchArgument("use_composition", default_value="False"),
            simulation,
            still,
            estimate,
            republished,
            aggregator,
            GroupAction(
                [as_node(*node) for node in [*seen, *driven]], condition=UnlessCondition(composed)
            ),
            GroupAction(
                [
                    container("perception", seen, "component_container"),
                    container("navigation", driven, "component_container_isolated"),
                ],
                condition=IfCondition(composed),
            ),
        ]
    )
