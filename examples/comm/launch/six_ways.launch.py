# SPDX-License-Identifier: Apache-2.0
"""4 MB at 25 Hz from a talker to a listener, in one of six ways; the listener reports latencies.

baton launch ros2_comm_examples six_ways.launch.py way:=loan
"""

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, GroupAction
from launch.conditions import LaunchConfigurationEquals
from launch_ros.actions import ComposableNodeContainer, Node
from launch_ros.descriptions import ComposableNode
from launch_ros.substitutions import FindPackagePrefix

PACKAGE = "ros2_comm_examples"
WAYS = {
    "copy": "two processes, a std::unique_ptr, copied once",
    "loan": "two processes, a loan, not copied",
    "linked": "one process, by pointer, linked into it",
    "linked_without_pointers": "one process, through shared memory as between two",
    "start_up": "one process, libraries that are named when it starts",
    "run_time": "one process, a container that both are loaded into",
}


def program(name, **options):
    return Node(package=PACKAGE, executable=name, output="screen", **options)


def component(class_name):
    return ComposableNode(
        package=PACKAGE,
        plugin=f"ros2_demos::{class_name}",
        extra_arguments=[{"use_intra_process_comms": True}],
    )


def library(name):
    return [FindPackagePrefix(PACKAGE), f"/lib/lib{name}.so"]


def generate_launch_description():
    linked = "demo_manual_composition"
    actions = {
        "copy": [program("demo_listener"), program("demo_talker")],
        "loan": [program("demo_listener"), program("demo_talker_loan")],
        "linked": [program(linked, additional_env={"USE_IPC": "1"})],
        "linked_without_pointers": [program(linked, additional_env={"USE_IPC": "0"})],
        "start_up": [
            program("demo_dlopen_composition", arguments=[library("listener"), library("talker")])
        ],
        "run_time": [
            ComposableNodeContainer(
                package="rclcpp_components",
                executable="component_container",
                name="ComponentManager",
                namespace="",
                output="screen",
                composable_node_descriptions=[
                    component("MinimalSubscriber"),
                    component("MinimalPublisher"),
                ],
            )
        ],
    }
    described = "\n".join(f"{name}: {text}" for name, text in WAYS.items())
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "way", default_value="loan", choices=list(WAYS), description=described
            ),
            *(
                GroupAction(actions[name], condition=LaunchConfigurationEquals("way", name))
                for name in WAYS
            ),
        ]
    )
