# SPDX-License-Identifier: Apache-2.0
"""What `source setup.bash` gives to a program in Python: rclpy, and the types of a workspace."""

import rclpy
from robot_msgs.action import Drive
from robot_msgs.msg import Battery
from robot_msgs.srv import Dock
from sensor_msgs_py.point_cloud2 import create_cloud_xyz32, read_points_numpy
from std_msgs.msg import Header

rclpy.init()
node = rclpy.create_node("robot_user")
heard = []
node.create_subscription(Battery, "battery", heard.append, 1)
publisher = node.create_publisher(Battery, "battery", 1)
assert Battery().charge == 1.0 and Dock.Request().fast and Drive.Goal().distance == 0.0
cloud = create_cloud_xyz32(Header(), [(1.0, 2.0, 3.0)])
assert read_points_numpy(cloud).tolist() == [[1.0, 2.0, 3.0]]
battery = Battery(header=Header(frame_id="base"), cells=[3.5, 3.25])
publisher.publish(Drive.Result(battery=battery).battery)
while not heard:
    rclpy.spin_once(node)
print(f"{heard[0].header.frame_id}: {heard[0].cells.tolist()} of {Battery.CELLS_MOST}")
rclpy.shutdown()
