# SPDX-License-Identifier: Apache-2.0
"""Tells of each shelf that is published, and answers where an item lies."""
import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from warehouse_interfaces.msg import Item, Shelf
from warehouse_interfaces.srv import FindItem
from warehouse_labels.labels import rack_of


def describe(shelf):
    """One line: the label and what lies there."""
    names = [('bottle ' if i.kind == Item.KIND_BOTTLE else 'box ') + i.name for i in shelf.items]
    return '%s holds %s' % (shelf.label, ', '.join(names) or 'nothing')


class Report(Node):

    def __init__(self):
        super().__init__('report')
        self.shelves = {}
        qos = QoSProfile(
            depth=10,
            reliability=ReliabilityPolicy.RELIABLE,
            durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.subscription = self.create_subscription(Shelf, 'shelves', self.on_shelf, qos)
        self.service = self.create_service(FindItem, 'find_item', self.on_find)

    def on_shelf(self, shelf):
        self.shelves[shelf.label] = shelf
        self.get_logger().info('%s: %s' % (rack_of(shelf), describe(shelf)))

    def on_find(self, request, response):
        for shelf in self.shelves.values():
            if request.name in [item.name for item in shelf.items]:
                response.found = True
                response.shelf = shelf
        return response


def main(args=None):
    rclpy.init(args=args)
    report = Report()
    try:
        rclpy.spin(report)
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        report.destroy_node()
        rclpy.try_shutdown()
