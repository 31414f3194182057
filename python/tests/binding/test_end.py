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
