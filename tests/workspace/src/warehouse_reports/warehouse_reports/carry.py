# SPDX-License-Identifier: Apache-2.0
"""Has the thing of its command line carried: carry NAME DISTANCE."""
import sys

import rclpy
from rclpy.action import ActionClient
from warehouse_interfaces.action import Carry
from warehouse_interfaces.msg import Item


def main(args=None):
    rclpy.init(args=args)
    name, distance = rclpy.utilities.remove_ros_args(sys.argv)[1:3]
    node = rclpy.create_node('carry_py')
    client = ActionClient(node, Carry, 'carry')
    if not client.wait_for_server(timeout_sec=20.0):
        return 'no node carries things'
    goal = Carry.Goal(item=Item(name=name))
    goal.target.position.x = float(distance)
    steps = []
    accepted = client.send_goal_async(goal, lambda msg: steps.append(msg.feedback.distance_m))
    rclpy.spin_until_future_complete(node, accepted, timeout_sec=20.0)
    done = accepted.result().get_result_async()
    rclpy.spin_until_future_complete(node, done, timeout_sec=20.0)
    print('%s: %s after %d steps' % (
        name, 'delivered' if done.result().result.delivered else 'lost', len(steps)))
    node.destroy_node()
    rclpy.shutdown()
