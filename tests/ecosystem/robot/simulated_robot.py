# SPDX-License-Identifier: Apache-2.0
"""A robot with two driven wheels in an empty square room: its odometry, and its VLP-16 by UDP.

It moves by cmd_vel, and says on odom where it is. The lidar's packets go to port 2368 of this host,
754 a second at 10 turns, in the format of the VLP-16 user manual (63-9243), section 9.
"""

import math
import socket
import struct
import threading
import time

import numpy as np
import rclpy
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from rclpy.node import Node

ROOM_M = 10.0
LIDAR_M = 0.4  # above the floor
TURN_S = 0.1
FIRINGS = 1800  # of all 16 lasers in a turn, two in a block, 24 in a packet
# Degrees above the horizon in the order in which the lasers are fired.
LASERS = np.radians([-15, 1, -13, 3, -11, 5, -9, 7, -7, 9, -5, 11, -3, 13, -1, 15])


class Robot(Node):
    def __init__(self):
        super().__init__("simulated_robot")
        self.x = self.y = self.yaw = 0.0
        self.speed = self.turn = 0.0
        self.publisher = self.create_publisher(Odometry, "odom", 10)
        self.create_subscription(Twist, "cmd_vel", self.hear, 10)
        self.create_timer(0.02, self.move)

    def hear(self, command):
        self.speed, self.turn = command.linear.x, command.angular.z

    def move(self):
        self.yaw += self.turn * 0.02
        self.x += self.speed * math.cos(self.yaw) * 0.02
        self.y += self.speed * math.sin(self.yaw) * 0.02
        message = Odometry()
        message.header.stamp = self.get_clock().now().to_msg()
        message.header.frame_id = "odom"
        message.child_frame_id = "base_link"
        message.pose.pose.position.x = self.x
        message.pose.pose.position.y = self.y
        message.pose.pose.orientation.z = math.sin(self.yaw / 2)
        message.pose.pose.orientation.w = math.cos(self.yaw / 2)
        message.twist.twist.linear.x = self.speed
        message.twist.twist.angular.z = self.turn
        message.pose.covariance = np.diag([1e-3] * 6).ravel()
        message.twist.covariance = np.diag([1e-3] * 6).ravel()
        self.publisher.publish(message)


def distances(x, y, yaw):
    """Metres to the walls or to the floor, of each firing and laser: (FIRINGS, 16)."""
    # The lidar turns clockwise, seen from above.
    heading = yaw - np.arange(FIRINGS) * (2 * math.pi / FIRINGS)
    with np.errstate(divide="ignore"):
        to_wall = np.minimum(
            (ROOM_M / 2 - x * np.sign(np.cos(heading))) / np.abs(np.cos(heading)),
            (ROOM_M / 2 - y * np.sign(np.sin(heading))) / np.abs(np.sin(heading)),
        )
    floor = np.where(LASERS < 0, LIDAR_M / np.sin(np.maximum(-LASERS, 1e-9)), np.inf)
    return np.minimum(to_wall[:, None] / np.cos(LASERS), floor)


def packets(x, y, yaw):
    """The data packets of one turn, 1206 bytes each."""
    returns = np.zeros((FIRINGS, 16), dtype=[("distance", "<u2"), ("intensity", "u1")])
    returns["distance"] = np.clip(distances(x, y, yaw) / 0.002, 0, 65535)
    returns["intensity"] = 100
    microseconds = int(time.time() * 1e6) % 3_600_000_000
    for first in range(0, FIRINGS, 24):
        data = b"".join(
            struct.pack("<HH", 0xEEFF, firing * 36000 // FIRINGS) + returns[firing : firing + 2].tobytes()
            for firing in range(first, first + 24, 2)
        )
        yield data + struct.pack("<IBB", microseconds, 0x37, 0x22)  # strongest return, VLP-16


def turn_lidar(robot, ending):
    port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    due = time.monotonic()
    while not ending.is_set():
        for packet in packets(robot.x, robot.y, robot.yaw):
            port.sendto(packet, ("127.0.0.1", 2368))
            due += TURN_S * 24 / FIRINGS
            ending.wait(max(0.0, due - time.monotonic()))


def main():
    rclpy.init()
    robot = Robot()
    ending = threading.Event()
    lidar = threading.Thread(target=turn_lidar, args=(robot, ending))
    lidar.start()
    try:
        rclpy.spin(robot)
    except (KeyboardInterrupt, rclpy.executors.ExternalShutdownException):
        pass
    finally:
        ending.set()
        lidar.join()
        robot.destroy_node()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
