# SPDX-License-Identifier: Apache-2.0
"""The ways by which bytes go from one process of Python to another. Each sends and receives in its
own words; stamps, pace and the work of the callback are the same for all (role.py)."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy

# Gets a message's bytes; returns whether it was the last.
Take = Callable[[Any], bool]
# Is called for each message: fill(array) writes it and stamps it, just before it is sent.
Fill = Callable[["numpy.ndarray"], None]

TOPIC = "perf_in_python"
DEPTH = 30


def _is_installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


class Way:
    """Base of these."""

    module = ""

    @classmethod
    def why_not(cls) -> str:
        """What it takes to have it here; empty: it is here."""
        return "" if _is_installed(cls.module) else f"pip install {cls.distribution()}"

    @classmethod
    def distribution(cls) -> str:
        return cls.module

    def send(self, size: int, messages: Callable[[], Any]) -> None:
        """For each that `messages` yields, a function that fills an array: sends one."""
        raise NotImplementedError

    def receive(self, size: int, take: Take, ready: Callable[[], None]) -> None:
        """Calls take() for each message until it returns true; ready() when messages may come."""
        raise NotImplementedError


class Floor(Way):
    """Bare shared memory and an eventfd: what waking a thread of Python costs."""


    @classmethod
    def why_not(cls) -> str:
        return ""

    def _map(self, size: int) -> Any:
        import mmap

        return mmap.mmap(int(os.environ["PERF_MEMORY"]), size)

    def send(self, size: int, messages: Callable[[], Any]) -> None:
        import numpy

        array = numpy.frombuffer(self._map(size), numpy.uint8)
        for fill in messages():
            fill(array)
            os.eventfd_write(int(os.environ["PERF_EVENT"]), 1)

    def receive(self, size: int, take: Take, ready: Callable[[], None]) -> None:
        memory = self._map(size)
        ready()
        last = False
        while not last:
            os.eventfd_read(int(os.environ["PERF_EVENT"]))
            last = take(memory)


class Baton(Way):
    module = "baton"

    def __init__(self) -> None:
        import baton
        import baton.native  # noqa: F401  before the messages, as it says what to do where it is not built
        from sensor_msgs.msg import Image

        self.baton, self.image = baton, Image
        baton.init(args=[])
        self.node = baton.Node(f"{TOPIC}_{os.getpid()}")

    def send(self, size: int, messages: Callable[[], Any]) -> None:
        publisher = self.node.create_publisher(self.image, TOPIC, DEPTH)
        while publisher.get_subscription_count() == 0:
            self.node.wait_for_graph_change(0.1)
        for fill in messages():
            loan = publisher.borrow_loaned_message()
            fill(loan.data.resize(size))
            publisher.publish(loan)

    def receive(self, size: int, take: Take, ready: Callable[[], None]) -> None:
        executor = self.baton.SingleThreadedExecutor()
        done = self.baton.Future()

        def callback(image: Any) -> None:
            if take(image.data):
                done.set_result(None)

        self.node.create_subscription(self.image, TOPIC, callback, DEPTH)
        executor.add_node(self.node)
        ready()
        while not done.done():
            executor.spin_once()


class Rclpy(Way):
    """The rclpy of a sourced ROS."""

    module = "rclpy"

    @classmethod
    def why_not(cls) -> str:
        from baton.rclpy import FOLDER

        found = importlib.util.find_spec("rclpy")
        own = found is None or Path(found.origin or "").is_relative_to(FOLDER)
        return "source the setup.bash of a ROS 2" if own else ""

    def send(self, size: int, messages: Callable[[], Any]) -> None:
        import numpy
        import rclpy
        from sensor_msgs.msg import Image

        rclpy.init()
        node = rclpy.create_node("sender")
        publisher = node.create_publisher(Image, TOPIC, DEPTH)
        while publisher.get_subscription_count() == 0:
            rclpy.spin_once(node, timeout_sec=0.1)
        image = Image(data=bytes(size))
        for fill in messages():
            fill(numpy.frombuffer(image.data, numpy.uint8))
            publisher.publish(image)

    def receive(self, size: int, take: Take, ready: Callable[[], None]) -> None:
        import rclpy
        from sensor_msgs.msg import Image

        rclpy.init()
        node = rclpy.create_node("receiver")
        last = False

        def callback(image: Any) -> None:
            nonlocal last
            last = take(image.data)

        node.create_subscription(Image, TOPIC, callback, DEPTH)
        ready()
        while not last:
            rclpy.spin_once(node)


class Iceoryx2(Way):
    module = "iceoryx2"

    def __init__(self) -> None:
        import iceoryx2

        self.iox = iceoryx2
        iceoryx2.set_log_level(iceoryx2.LogLevel.Error)
        self.node = iceoryx2.NodeBuilder.new().create(iceoryx2.ServiceType.Ipc)
        name = f"{TOPIC}_{os.environ['PERF_RUN']}"
        self.data = (
            self.node.service_builder(iceoryx2.ServiceName.new(name))
            .publish_subscribe(iceoryx2.Slice[ctypes.c_uint8])
            .open_or_create()
        )
        self.event = (
            self.node.service_builder(iceoryx2.ServiceName.new(name)).event().open_or_create()
        )

    def send(self, size: int, messages: Callable[[], Any]) -> None:
        import numpy

        publisher = self.data.publisher_builder().initial_max_slice_len(size).create()
        notifier = self.event.notifier_builder().create()
        for fill in messages():
            sample = publisher.loan_slice_uninit(size)
            fill(numpy.frombuffer(sample.payload().as_memory_view(), numpy.uint8))
            sample.assume_init().send()
            notifier.notify()

    def receive(self, size: int, take: Take, ready: Callable[[], None]) -> None:
        subscriber = self.data.subscriber_builder().create()
        listener = self.event.listener_builder().create()
        ready()
        last = False
        while not last:
            listener.timed_wait(self.iox.Duration.from_secs(1))
            while not last and (sample := subscriber.receive()) is not None:
                last = take(sample.payload().as_memory_view())


class Zenoh(Way):
    """With its shared memory: the array is written into it at once, and read out of it at once."""

    module = "zenoh"

    @classmethod
    def distribution(cls) -> str:
        return "eclipse-zenoh"

    def _open(self, settings: dict[str, Any]) -> Any:
        import zenoh

        config = zenoh.Config()
        settings |= {"scouting/multicast/enabled": False, "transport/shared_memory/enabled": True}
        for name, value in settings.items():
            config.insert_json5(name, json.dumps(value))
        return zenoh.open(config)

    def _endpoint(self) -> list[str]:
        return [f"tcp/127.0.0.1:{os.environ['PERF_PORT']}"]

    def send(self, size: int, messages: Callable[[], Any]) -> None:
        import numpy
        import zenoh

        session = self._open({"connect/endpoints": self._endpoint()})
        publisher = session.declare_publisher(
            TOPIC,
            congestion_control=zenoh.CongestionControl.BLOCK,
            priority=zenoh.Priority.REAL_TIME,
            express=True,
        )
        provider = zenoh.shm.ShmProvider.default_backend(max(size * 20, 1 << 20))
        policy = zenoh.shm.BlockOn(zenoh.shm.GarbageCollect())
        array = numpy.empty(size, numpy.uint8)
        while not publisher.matching_status.matching:
            threading.Event().wait(0.01)
        for fill in messages():
            buffer = provider.alloc(size, policy=policy)
            fill(array)
            buffer[:] = array.tobytes()
            publisher.put(buffer)
        session.close()

    def receive(self, size: int, take: Take, ready: Callable[[], None]) -> None:
        session = self._open({"listen/endpoints": self._endpoint()})
        done = threading.Event()

        def callback(sample: Any) -> None:
            if take(sample.payload.to_bytes()):
                done.set()

        subscriber = session.declare_subscriber(TOPIC, callback)
        ready()
        done.wait()
        subscriber.undeclare()
        session.close()


class Dora(Way):
    """Started by `dora run`, which needs no network; role.py is both of its nodes."""

    module = "dora"

    @classmethod
    def why_not(cls) -> str:
        import shutil
        import sys

        found = shutil.which("dora", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        return super().why_not() or ("" if found else "pip install dora-rs-cli")

    @classmethod
    def distribution(cls) -> str:
        return "dora-rs"

    def send(self, size: int, messages: Callable[[], Any]) -> None:
        import dora
        import numpy
        import pyarrow

        node = dora.Node()
        for fill in messages():
            array = numpy.empty(size, numpy.uint8)
            fill(array)
            node.send_output("data", pyarrow.array(array))

    def receive(self, size: int, take: Take, ready: Callable[[], None]) -> None:
        import dora

        node = dora.Node()
        ready()
        for event in node:
            if event["type"] == "INPUT" and take(event["value"].to_numpy(zero_copy_only=True)):
                return


WAYS = {
    each.__name__.lower(): each for each in (Floor, Baton, Iceoryx2, Zenoh, Dora, Rclpy)
}
