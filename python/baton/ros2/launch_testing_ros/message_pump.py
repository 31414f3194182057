# SPDX-License-Identifier: Apache-2.0
"""A node that spins in a thread of its own."""

import threading

from rclpy.executors import SingleThreadedExecutor


class MessagePump:
    """Between start() and stop() the node's callbacks run."""

    def __init__(self, node, *, context=None) -> None:
        self._executor = SingleThreadedExecutor(context=context or node.context)
        self._node = node
        self._running = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._executor.add_node(self._node)
        self._running = True
        self._thread = threading.Thread(target=self._spin, name="message_pump", daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        while self._running:
            # Ends now and then, so that stop() is noticed.
            self._executor.spin_once(timeout_sec=0.1)

    def stop(self, timeout: float = 5.0) -> None:
        self._running = False
        self._executor.wake()
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise TimeoutError(f"a callback of the node did not return within {timeout:g} s")
        self._executor.remove_node(self._node)
        self._executor.shutdown()
