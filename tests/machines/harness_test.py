# SPDX-License-Identifier: Apache-2.0
"""The machines themselves: nothing of them outlives a test, however it ends."""

import os
import pathlib
import signal
import subprocess
import sys
import unittest

from machine import until
from machines_case import MachinesCase, main

HERE = pathlib.Path(__file__).resolve().parent
VICTIM = """
import machines_case, unittest
class Victim(machines_case.MachinesCase):
    def test_that_is_ended(self):
        here, there = self.machine(), self.machine()
        self.bad_cable(here, there)
        nodes = [self.node(here), self.node(there)]
        print(self.scratch, here.first_pid, there.first_pid, *(node.pid for node in nodes), flush=True)
        nodes[0].answer(60)
machines_case.main()
"""


class Harness(MachinesCase):
    def test_a_test_that_is_ended_leaves_no_process(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number), subprocess.Popen(
                [sys.executable, "-B", "-c", VICTIM],
                cwd=HERE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env={**os.environ, "TMPDIR": str(self.scratch)},
            ) as victim:
                scratch, *pids = victim.stdout.readline().split()
                self.assertEqual(len(pids), 4)
                self.assertTrue(all(map(self.lives, pids)))
                victim.send_signal(number)
                self.assertTrue(until(lambda: not any(map(self.lives, pids))))
                victim.wait()
                if number == signal.SIGTERM:
                    self.assertFalse(pathlib.Path(scratch).exists())

    @staticmethod
    def lives(pid):
        try:
            return "\nState:\tZ" not in pathlib.Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return False

    def test_packets_are_those_of_a_cable(self):
        here, _ = self.two_machines()
        self.assertIn("mtu 1500", here.run("ip", "link", "show", "link0"))

    def test_a_process_that_goes_on_is_reported(self):
        machine = self.machine()
        lasting = subprocess.Popen(
            machine.inside("cat"), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        self.assertTrue(until(lambda: any("cat" in each for each in machine.processes()[1:])))
        self._cleanups.remove((machine.end, (), {}))
        with self.assertRaisesRegex(AssertionError, "processes are left on a machine"):
            machine.end(patience_s=0.1)
        lasting.stdin.close()
        lasting.wait()


if __name__ == "__main__":
    main()
