# SPDX-License-Identifier: Apache-2.0
"""Programs that end while threads of theirs are in the library."""

import pytest
from programs import run_python

# What a thread does when the main thread ends.
WAITS = {
    "spin": "baton.spin(node)",
    "own loop": "while True:\n        baton.spin_once(node, timeout_sec=0.05)",
    "several threads": "executor = MultiThreadedExecutor(4)\n    executor.add_node(node)\n    executor.spin()",
    "rate": "node.create_rate(1).sleep()",
    "clock": "node.get_clock().sleep_for(Duration(seconds=60))",
    "service": "node.create_client(Trigger, 'nowhere').wait_for_service()",
}
BEGIN = """
import sys, threading, time
import baton
from baton.duration import Duration
from baton.executors import MultiThreadedExecutor
from std_srvs.srv import Trigger

# Python itself ends with a fatal error where a thread prints a traceback while the interpreter ends.
threading.excepthook = lambda raised: None
baton.init(args=[])
node = baton.Node("ends")
begun = threading.Event()

def work():
    begun.set()
    {work}

timer = node.create_timer({period}, lambda: None)
threading.Thread(target=work, daemon=True).start()
begun.wait()
"""


@pytest.mark.parametrize("end", ["", "node.destroy_node(); baton.shutdown()", "sys.exit(3)"])
@pytest.mark.parametrize("period", [0.001, 60])
@pytest.mark.parametrize("work", WAITS.values(), ids=WAITS)
def test_a_daemon_thread_that_is_in_the_library_does_not_disturb_the_end(work, period, end):
    done = run_python(BEGIN.format(work=work, period=period) + end, check=False)
    assert done.returncode == (3 if "exit" in end else 0), done.stderr
    assert "terminate" not in done.stderr and "FATAL" not in done.stderr
    if "shutdown" not in end:
        assert done.stderr == ""


# Threads that go on while the program ends, and that it waits for.
JOINED = {
    "on_shutdown": """
        baton.on_shutdown(lambda: (stop.set(), thread.join()))
    """,
    "atexit": """
        atexit.register(lambda: (stop.set(), thread.join()))
    """,
    "rate": """
        rate = node.create_rate(1)
        baton.on_shutdown(rate.destroy)
        threading.Thread(target=rate.sleep, daemon=True).start()
    """,
    "logging": """
        class ToNode(logging.Handler):
            def emit(self, record):
                node.get_logger().debug(record.getMessage())

        def log():
            while True:
                logging.info("on and on")

        logging.basicConfig(level=logging.INFO, handlers=[ToNode()])
        threading.Thread(target=log, daemon=True).start()
    """,
}


@pytest.mark.parametrize("joined", JOINED.values(), ids=JOINED)
def test_the_end_may_wait_for_threads_that_use_the_library(joined):
    program = f"""
        import atexit, logging, threading
        stop = threading.Event()
        atexit.register(stop.set)
        import baton
        from std_msgs.msg import String

        baton.init(args=[])
        node = baton.Node("ends")
        publisher = node.create_publisher(String, "chatter", 1)
        begun = threading.Event()

        def publish():
            while not stop.is_set():
                publisher.publish(String(data="on and on"))
                begun.set()

        thread = threading.Thread(target=publish, daemon=True)
        thread.start()
        begun.wait()
        {joined}
    """
    done = run_python(program)
    assert "terminate" not in done.stderr and "FATAL" not in done.stderr


def test_a_child_that_was_forked_ends_as_well():
    done = run_python("""
        import os, sys, threading
        import baton
        baton.Node, baton.init
        child = os.fork()
        if child:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        baton.init(args=[])
        node = baton.Node("child")
        called = threading.Event()
        timer = node.create_timer(0.001, called.set)
        threading.Thread(target=baton.spin, args=(node,), daemon=True).start()
        called.wait()
    """)
    assert done.stderr == ""


def test_a_callback_that_runs_ends_before_python_does():
    done = run_python("""
        import threading, time
        import baton

        baton.init(args=[])
        node = baton.Node("ends")
        begun = threading.Event()

        def callback():
            begun.set()
            time.sleep(0.2)  # lint-ok: no_sleep_in_tests: the end must wait for it
            node.get_logger().debug("a call of the library")
            print("the callback has ended", flush=True)

        timer = node.create_timer(0.01, callback)
        threading.Thread(target=baton.spin, args=(node,), daemon=True).start()
        begun.wait()
    """)
    assert "the callback has ended" in done.stdout and done.stderr == ""
