# SPDX-License-Identifier: Apache-2.0
"""Publishers and subscriptions: views of shared memory, loans, lifetimes."""

import gc
import os
import threading
import weakref

import numpy
import pytest
from programs import run_python, start_python, wait_until
from geometry_msgs.msg import Point
from sensor_msgs.msg import Image, PointCloud2, PointField
from std_msgs.msg import Header, String, UInt8MultiArray
from values import generate

from baton.exceptions import InvalidHandle, InvalidTopicNameException
from baton.interfaces import message_class

LARGE = 4_000_000


def address(array):
    return array.__array_interface__["data"][0]


@pytest.fixture
def pair(node):
    """A publisher and a subscription that is asked by take()."""

    def make(cls=Image, depth=10):
        publisher = node.create_publisher(cls, "topic", depth)
        subscription = node.create_subscription(cls, "topic", None, depth)
        assert wait_until(lambda: publisher.get_subscription_count() == 1)
        return publisher, subscription

    return make


def test_a_published_message_arrives(pair):
    publisher, subscription = pair(String)
    publisher.publish(String(data="héllo"))
    assert subscription.take().data == "héllo"
    assert subscription.take() is None


def test_a_received_array_is_a_read_only_view_that_no_byte_was_copied_for(pair):
    publisher, subscription = pair()
    loan = publisher.borrow_loaned_message()
    loan.data.resize(LARGE)
    loan.data[:] = 7
    written = address(loan.data)
    publisher.publish(loan)
    image = subscription.take()
    assert len(image.data) == LARGE
    assert image.data.sum() == 7 * LARGE
    assert not image.data.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        image.data[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        image.data.flags.writeable = True
    # The same pages, mapped twice: the offset within a page is the same.
    assert address(image.data) % 4096 == written % 4096
    assert subscription.get_counters()["copied"] == 0
    assert publisher.get_counters()["compacted"] == 0


def test_a_received_sequence_is_true_and_searched_as_a_list_is(pair):
    publisher, subscription = pair(UInt8MultiArray)
    for data, full in (([], False), ([0], True), ([3, 5, 5], True)):
        publisher.publish(UInt8MultiArray(data=data))
        assert wait_until(lambda: subscription.get_counters()["received"] or True)
        received = None
        while received is None:
            received = subscription.take()
        assert bool(received.data) is full
    assert (received.data.index(5), received.data.count(5)) == (1, 2)
    assert received.data.index(5, 2) == 2
    with pytest.raises(ValueError, match="7 is not in the sequence"):
        received.data.index(7)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(received.data > 3)
    assert type(received.data + 1) is numpy.ndarray and received.data.sum() == 13


def test_views_keep_their_memory_and_survive_message_subscription_and_publisher(node, pair):
    publisher, subscription = pair()
    publisher.publish(Image(data=numpy.full(LARGE, 5, numpy.uint8)))
    image = subscription.take()
    view = image.data[100:200]
    assert publisher.get_counters()["pinned_chunks"] == 1
    del image
    gc.collect()
    assert publisher.get_counters()["pinned_chunks"] == 1
    for i in range(40):  # more than the pool would have without reuse
        publisher.publish(Image(data=numpy.full(LARGE, i, numpy.uint8)))
    assert (view == 5).all()
    node.destroy_subscription(subscription)
    node.destroy_publisher(publisher)
    assert (view == 5).all()
    del view
    gc.collect()


def test_the_pin_goes_with_the_last_view(pair):
    publisher, subscription = pair()
    publisher.publish(Image(data=bytes(LARGE)))
    image = subscription.take()
    view = image.data
    nested = image.header
    del image
    assert publisher.get_counters()["pinned_chunks"] == 1
    del view
    assert publisher.get_counters()["pinned_chunks"] == 1, "the header shows that memory too"
    del nested
    assert publisher.get_counters()["pinned_chunks"] == 0


def test_a_message_as_a_context_manager_is_given_back(pair):
    publisher, subscription = pair()
    publisher.publish(Image(height=3))
    with subscription.take() as image:
        assert image.height == 3
    assert publisher.get_counters()["pinned_chunks"] == 0
    with pytest.raises(RuntimeError, match="released"):
        _ = image.width


def test_a_copy_holds_nothing(pair):
    publisher, subscription = pair()
    publisher.publish(Image(height=3, data=[1, 2]))
    image = subscription.take().copy()
    assert publisher.get_counters()["pinned_chunks"] == 0
    assert image == Image(height=3, data=[1, 2])
    image.data[0] = 9
    assert bytes(image.data) == b"\x09\x02"


def test_a_received_message_can_be_changed_and_published_again(pair):
    publisher, subscription = pair()
    publisher.publish(Image(height=3, header=Header(frame_id="a"), data=[1, 2]))
    image = subscription.take()
    image.header.frame_id = "b"
    image.data = [3]
    publisher.publish(image)
    again = subscription.take()
    assert (again.height, again.header.frame_id, bytes(again.data)) == (3, "b", b"\x03")
    publisher.publish(again)
    assert subscription.take().header.frame_id == "b"


def test_a_loan_is_written_in_place_at_any_depth(pair):
    publisher, subscription = pair(PointCloud2)
    cloud = publisher.borrow_loaned_message()
    cloud.header.frame_id = "lidar"
    cloud.header.stamp.sec = 3
    cloud.fields = [PointField(name="x", offset=0), PointField(name="y", offset=4)]
    cloud.fields[1].name = "z" * 1000
    data = cloud.data.resize(100_000)
    data[:] = numpy.arange(100_000) % 251
    cloud.data.resize(50_000)
    publisher.publish(cloud)
    got = subscription.take()
    assert got.header.frame_id == "lidar"
    assert got.header.stamp.sec == 3
    assert [field.name for field in got.fields] == ["x", "z" * 1000]
    assert (got.data == numpy.arange(50_000) % 251).all()


def test_what_shows_a_loan_is_of_no_use_after_it_was_published(pair):
    publisher, subscription = pair(PointCloud2)
    cloud = publisher.borrow_loaned_message()
    cloud.fields = [PointField(name="x")]
    array, header, field = cloud.data.resize(10), cloud.header, cloud.fields[0]
    publisher.publish(cloud)
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
    for use in (
        lambda: cloud.data,
        lambda: setattr(header, "frame_id", "x"),
        lambda: field.name,
        lambda: publisher.publish(cloud),
    ):
        with pytest.raises(RuntimeError, match="was published"):
            use()


def test_arrays_of_a_loan_that_moved_are_read_only_and_elements_refuse(pair):
    publisher, _ = pair(PointCloud2)
    cloud = publisher.borrow_loaned_message()
    small = cloud.data.resize(4)
    cloud.fields = [PointField(name="x")]
    field = cloud.fields[0]
    cloud.fields = [PointField(name="y")]
    with pytest.raises(RuntimeError, match="may have moved"):
        field.name = "z"
    cloud.data.resize(LARGE)
    with pytest.raises(ValueError, match="read-only"):
        small[0] = 1
    cloud.data[0] = 1


def test_a_loan_that_is_not_published_is_given_back(pair):
    publisher, _ = pair()
    for _ in range(100):
        loan = publisher.borrow_loaned_message()
        loan.data.resize(LARGE)
        del loan
    assert publisher.get_counters()["committed_bytes"] < 64 << 20


def test_a_loan_may_take_parts_of_itself(pair):
    publisher, subscription = pair(PointCloud2)
    cloud = publisher.borrow_loaned_message()
    cloud.fields = [PointField(name="a"), PointField(name="b")]
    cloud.fields = list(reversed(cloud.fields))
    cloud.data = [1, 2, 3]
    cloud.data = cloud.data[1:]
    cloud.header = cloud.header
    publisher.publish(cloud)
    got = subscription.take()
    assert [field.name for field in got.fields] == ["b", "a"]
    assert bytes(got.data) == b"\x02\x03"


def test_a_resize_above_the_bound_and_of_a_part_are_refused(pair):
    publisher, _ = pair()
    loan = publisher.borrow_loaned_message()
    part = loan.data.resize(10)[2:]
    with pytest.raises(TypeError, match="resize the field itself"):
        part.resize(3)


def test_publishing_the_wrong_class_says_both(pair):
    publisher, _ = pair()
    with pytest.raises(TypeError, match="publishes sensor_msgs/msg/Image, not .*String"):
        publisher.publish(String())
    with pytest.raises(TypeError, match="not .*int"):
        publisher.publish(3)


def test_a_use_after_destroy_raises(node, pair):
    publisher, subscription = pair()
    node.destroy_publisher(publisher)
    node.destroy_subscription(subscription)
    for use in (lambda: publisher.publish(Image()), subscription.take, publisher.get_matches):
        with pytest.raises(InvalidHandle, match="was destroyed"):
            use()
    node.destroy_node()
    with pytest.raises(InvalidHandle):
        node.create_publisher(Image, "x", 1)
    with pytest.raises(InvalidHandle):
        node.get_name()


def test_names_that_ros_forbids_are_refused(node):
    with pytest.raises(InvalidTopicNameException, match="a b"):
        node.create_publisher(Image, "a b", 1)
    with pytest.raises(TypeError, match="no message class"):
        node.create_publisher(int, "x", 1)
    with pytest.raises(TypeError, match="QoSProfile or int"):
        node.create_publisher(Image, "x", "10")


def test_a_callback_may_want_to_know_where_a_message_came_from(baton, node):
    got = []
    node.create_subscription(String, "topic", lambda m, info: got.append((m, info)), 10)
    publisher = node.create_publisher(String, "topic", 10)
    publisher.publish(String(data="x"))
    assert wait_until(lambda: got, lambda: baton.spin_once(node, timeout_sec=1))
    assert got[0][1]["publication_sequence_number"] == 1
    assert got[0][1]["publisher_gid"]


def test_raw_subscriptions_and_publishers_speak_cdr(baton, node):
    got = []
    node.create_subscription(String, "topic", got.append, 10, raw=True)
    publisher = node.create_publisher(String, "topic", 10)
    publisher.publish(b"\0\1\0\0\3\0\0\0hi\0")
    assert wait_until(lambda: got, lambda: baton.spin_once(node, timeout_sec=1))
    assert got == [b"\0\1\0\0\3\0\0\0hi\0"]
    with pytest.raises(ValueError, match="are not a std_msgs/msg/String"):
        publisher.publish(b"\0\1\0\0\xff\0\0\0hi\0")


def test_a_view_is_taken_by_dlpack_and_the_buffer_protocol(pair):
    publisher, subscription = pair()
    publisher.publish(Image(data=[1, 2, 3]))
    image = subscription.take()
    assert bytes(memoryview(image.data)) == b"\1\2\3"
    assert numpy.from_dlpack(image.data).tolist() == [1, 2, 3]
    own = Image()
    own.data = image.data
    assert bytes(own.copy().data) == b"\1\2\3"


def test_reference_cycles_with_callbacks_are_collected(baton):
    class Listener(baton.Node):
        def __init__(self):
            super().__init__("listener")
            self.subscription = self.create_subscription(String, "topic", self.hear, 10)
            self.timer = self.create_timer(10, self.hear)

        def hear(self, *_):
            pass

    listener = Listener()
    held = weakref.ref(listener)
    del listener
    gc.collect()
    assert held() is None
    assert baton.create_node("other").count_subscribers("/topic") == 0


def test_many_messages_do_not_grow_the_process(pair):
    publisher, subscription = pair(Point)
    image_publisher = publisher
    count = int(os.environ.get("BATON_PYTHON_MESSAGES", "50000"))

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    before = 0
    for i in range(count):
        image_publisher.publish(Point(x=float(i)))
        assert subscription.take().x == float(i)
        if i == count // 10:
            gc.collect()
            before = resident()
    gc.collect()
    # AddressSanitizer keeps what was freed for a while.
    quarantine = 32 << 20 if "asan" in os.environ.get("LD_PRELOAD", "") else 0
    assert resident() - before < (4 << 20) + quarantine


def test_threads_may_publish_take_and_collect_at_once(node, pair):
    publisher, subscription = pair(UInt8MultiArray, 100)
    failures, stop = [], threading.Event()

    def publish():
        for i in range(2000):
            publisher.publish(UInt8MultiArray(data=numpy.full(1000, i % 256, numpy.uint8)))

    def take():
        try:
            while not stop.is_set():
                message = subscription.take()
                if message is not None:
                    assert (message.data == message.data[0]).all()
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    def collect():
        while not stop.is_set():
            gc.collect()

    publishers = [threading.Thread(target=publish) for _ in range(2)]
    others = [threading.Thread(target=take) for _ in range(2)] + [threading.Thread(target=collect)]
    for thread in publishers + others:
        thread.start()
    for thread in publishers:
        thread.join()
    stop.set()
    for thread in others:
        thread.join()
    assert not failures


HOLDER = """
    import sys, time
    import baton
    from sensor_msgs.msg import Image

    baton.init(args=[])
    node = baton.Node("holder")
    held = []
    node.create_subscription(Image, "topic", lambda m: held.append(m.data), 5)
    print("ready", flush=True)
    while not held:
        baton.spin_once(node)
    print("held", flush=True)
    sys.stdin.read()
"""


def test_holders_that_are_killed_leave_no_pin(node):
    publisher = node.create_publisher(Image, "topic", 5)
    count = int(os.environ.get("BATON_PYTHON_HOLDERS", "3"))
    for _ in range(count):
        holder = start_python(HOLDER)
        assert holder.stdout.readline() == "ready\n"
        assert wait_until(lambda: publisher.get_subscription_count() == 1)
        publisher.publish(Image(data=bytes(LARGE)))
        assert holder.stdout.readline() == "held\n"
        assert publisher.get_counters()["pinned_chunks"] == 1
        holder.kill()
        holder.wait()
        assert wait_until(lambda: publisher.get_counters()["pinned_chunks"] == 0)
    assert publisher.get_counters()["committed_bytes"] < 64 << 20


def test_another_process_reads_the_publishers_memory(node):
    publisher = node.create_publisher(Image, "topic", 5)
    reader = start_python(
        """
        import baton
        from sensor_msgs.msg import Image

        baton.init(args=[])
        node = baton.Node("reader")
        def show(image):
            print(image.data.sum(), image.data.flags.writeable, flush=True)
        subscription = node.create_subscription(Image, "topic", show, 5)
        print("ready", flush=True)
        baton.spin_once(node)
        print(subscription.get_counters()["copied"], subscription.get_matches()[0]["zero_copy"])
        """
    )
    assert reader.stdout.readline() == "ready\n"
    assert wait_until(lambda: publisher.get_subscription_count() == 1)
    loan = publisher.borrow_loaned_message()
    loan.data.resize(LARGE)
    loan.data[:] = 3
    publisher.publish(loan)
    assert reader.stdout.read() == f"{3 * LARGE} False\n0 True\n"
    assert reader.wait() == 0


def test_a_forked_child_raises_and_the_parent_goes_on():
    done = run_python(
        """
        import os
        import warnings
        import baton
        from std_msgs.msg import String

        # Since Python 3.12 fork() warns where there are threads.
        warnings.simplefilter("ignore", DeprecationWarning)
        baton.init(args=[])
        node = baton.Node("parent")
        publisher = node.create_publisher(String, "topic", 1)
        subscription = node.create_subscription(String, "topic", None, 1)
        child = os.fork()
        if child == 0:
            try:
                publisher.publish(String())
            except RuntimeError as error:
                os._exit(0 if "fork" in str(error) else 1)
            os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        publisher.publish(String(data="alive"))
        assert subscription.take().data == "alive"
        """
    )
    assert done.stderr == ""


def test_a_sub_interpreter_is_refused_with_a_sentence():
    done = run_python(
        """
        import sys

        code = "import sys; sys.path[:0] = " + repr(sys.path) + "; import baton.native"
        try:
            if sys.version_info < (3, 13):
                import _xxsubinterpreters as interpreters

                interpreters.run_string(interpreters.create(), code)
            else:
                import _interpreters as interpreters

                print(interpreters.run_string(interpreters.create("legacy"), code).msg)
        except Exception as error:
            print(error)
        """
    )
    assert "sub-interpreter" in done.stdout + done.stderr


@pytest.mark.parametrize("type_name", ["test_msgs/msg/UnboundedSequences", "test_msgs/msg/Arrays"])
def test_generated_values_arrive_through_shared_memory(node, type_name):
    cls = message_class(type_name)
    publisher = node.create_publisher(cls, "topic", 10)
    subscription = node.create_subscription(cls, "topic", None, 10)
    for seed in range(5):
        message = generate(type_name, seed)
        publisher.publish(message)
        assert subscription.take() == message
