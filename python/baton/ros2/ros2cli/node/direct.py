# SPDX-License-Identifier: Apache-2.0
"""A node of rclpy's default context, for the length of a block."""

import os
import time

import rclpy
import rclpy.action
from rclpy.parameter import Parameter

from . import NODE_NAME_PREFIX


class DirectNode:
    """`with DirectNode(args) as node`: what it does not have itself is its node's, `node.node`.

    Of `args` these count, where it has them: argv, node_name_suffix, start_parameter_services,
    use_sim_time, and spin_time, for which it looks at an open network first."""

    def __init__(self, args, *, node_name: str | None = None) -> None:
        rclpy.init(args=list(getattr(args, "argv", None) or []))
        suffix = getattr(args, "node_name_suffix", f"_{os.getpid()}")
        sim_time = bool(getattr(args, "use_sim_time", False))
        self.node = rclpy.create_node(
            node_name or NODE_NAME_PREFIX + suffix,
            start_parameter_services=getattr(args, "start_parameter_services", False),
            parameter_overrides=[Parameter("use_sim_time", value=sim_time)],
        )
        end = time.monotonic() + (getattr(args, "spin_time", None) or 0)
        while (left := end - time.monotonic()) > 0:
            rclpy.spin_once(self.node, timeout_sec=left)

    def get_action_names_and_types(self):
        return rclpy.action.get_action_names_and_types(self.node)

    def get_action_client_names_and_types_by_node(self, remote_node_name, remote_node_namespace):
        return rclpy.action.get_action_client_names_and_types_by_node(
            self.node, remote_node_name, remote_node_namespace
        )

    def get_action_server_names_and_types_by_node(self, remote_node_name, remote_node_namespace):
        return rclpy.action.get_action_server_names_and_types_by_node(
            self.node, remote_node_name, remote_node_namespace
        )

    def __getattr__(self, name: str):
        if name == "node":
            raise AttributeError("the node is not made yet")
        return getattr(self.node, name)

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.node.destroy_node()
        rclpy.try_shutdown()


def add_arguments(parser) -> None:
    parser.add_argument(
        "--spin-time", type=float, metavar="S", help="look at an open network for S seconds first"
    )
    parser.add_argument(
        "-s", "--use-sim-time", action="store_true", help="take the time from /clock"
    )
