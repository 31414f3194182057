# SPDX-License-Identifier: Apache-2.0
"""Sends the robot of robot.launch.py to a pose, then past two more; fails when a goal does."""

import sys
import time

import rclpy
from action_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import FollowWaypoints, NavigateToPose
from rclpy.action import ActionClient
from rclpy.node import Node
from std_srvs.srv import Trigger


def pose(x, y):
    made = PoseStamped()
    made.header.frame_id = "map"
    made.pose.position.x = x
    made.pose.position.y = y
    made.pose.orientation.w = 1.0
    return made


def is_active(node, timeout_s=60.0):
    """Waits until Nav2's lifecycle manager has brought up all of its servers."""
    client = node.create_client(Trigger, "lifecycle_manager/is_active")
    end = time.monotonic() + timeout_s
    while client.wait_for_service(timeout_sec=max(0.0, end - time.monotonic())):
        answer = client.call_async(Trigger.Request())
        rclpy.spin_until_future_complete(node, answer, timeout_sec=1.0)
        if answer.done() and answer.result().success:
            return True
    print("Nav2 is not active")
    return False


def send(node, kind, name, goal, timeout_s=120.0):
    """Waits for the server, then for the result; prints what came, and whether the goal succeeded."""
    client = ActionClient(node, kind, name)
    if not client.wait_for_server(timeout_sec=60.0):
        print(f"{name}: no server")
        return False
    feedback = []
    began = time.monotonic()
    accepted = client.send_goal_async(goal, feedback_callback=feedback.append)
    rclpy.spin_until_future_complete(node, accepted, timeout_sec=30.0)
    handle = accepted.result()
    if handle is None or not handle.accepted:
        print(f"{name}: the goal was not accepted")
        return False
    ended = handle.get_result_async()
    rclpy.spin_until_future_complete(node, ended, timeout_sec=timeout_s)
    status = ended.result().status if ended.done() else None
    succeeded = status == GoalStatus.STATUS_SUCCEEDED
    words = "succeeded" if succeeded else f"status {status}"
    print(f"{name}: {words} after {time.monotonic() - began:.1f} s, {len(feedback)} feedbacks", flush=True)
    return succeeded


def main():
    rclpy.init()
    node = Node("go")
    to_pose = NavigateToPose.Goal(pose=pose(1.0, 0.5))
    past = FollowWaypoints.Goal(poses=[pose(1.5, 1.0), pose(0.5, 0.0)])
    arrived = (
        is_active(node)
        and send(node, NavigateToPose, "navigate_to_pose", to_pose)
        and send(node, FollowWaypoints, "follow_waypoints", past)
    )
    sys.exit(not arrived)


if __name__ == "__main__":
    main()
