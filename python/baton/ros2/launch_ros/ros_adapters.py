# SPDX-License-Identifier: Apache-2.0
"""A node of rclpy in the process of the launch, for actions that packages write.

No action of Baton's own needs one. It is made when it is first asked for, and ends with the launch.
"""

import os
import threading

from launch.event_handlers import OnShutdown


class ROSAdapter:
    """Between start() and shutdown() the node's callbacks run in a thread of their own."""

    def __init__(self, *, argv: list[str] | None = None, autostart: bool = True) -> None:
        """`argv`: ROS arguments, by default none; those of the launch are not its node's."""
        self.__argv = list(argv or [])
        self.__context = None
        self.__node = None
        self.__executor = None
        self.__thread: threading.Thread | None = None
        if autostart:
            self.start()

    def start(self) -> None:
        import rclpy
        from rclpy.executors import SingleThreadedExecutor

        if self.__thread is not None:
            raise RuntimeError("the ROS adapter is started already")
        self.__context = rclpy.Context()
        rclpy.init(args=self.__argv, context=self.__context)
        self.__node = rclpy.create_node(f"launch_ros_{os.getpid()}", context=self.__context)
        self.__executor = SingleThreadedExecutor(context=self.__context)
        self.__executor.add_node(self.__node)
        self.__thread = threading.Thread(
            target=self.__executor.spin, name="launch_ros", daemon=True
        )
        self.__thread.start()

    def shutdown(self) -> None:
        """Waits for the callback that runs; not to be called by one."""
        if self.__thread is None:
            raise RuntimeError("the ROS adapter is not started, or has been shut down")
        thread, self.__thread = self.__thread, None
        self.__context.try_shutdown()
        thread.join()
        self.__executor.shutdown()
        self.__node.destroy_node()

    @property
    def argv(self) -> list[str]:
        return self.__argv

    @property
    def ros_context(self):
        return self.__context

    @property
    def ros_node(self):
        return self.__node

    @property
    def ros_executor(self):
        return self.__executor


def get_ros_adapter(context) -> ROSAdapter:
    """That of this launch; it is made when there is none."""
    adapter = context.get_locals_as_dict().get("ros_adapter")
    if adapter is None:
        adapter = ROSAdapter()
        context.extend_globals({"ros_adapter": adapter})
        context.register_event_handler(OnShutdown(on_shutdown=lambda *_: adapter.shutdown()))
    return adapter


def get_ros_node(context):
    """The node of rclpy of this launch; it is made when there is none."""
    return get_ros_adapter(context).ros_node
