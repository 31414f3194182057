# SPDX-License-Identifier: Apache-2.0
"""perf_test's round trips between two machines."""

import json
import signal
import subprocess

from machine import DEADLINE_S, DIES_WITH_THE_TEST, until
from machines_case import MachinesCase, main
from programs import PROGRAMS

COMMON = ("--reliable", "-m", "Array4k")
EVERYWHERE = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"}


class RoundTrips(MachinesCase):
    def start(self, machine, *arguments):
        log = machine.logs / "perf_test.log"
        with log.open("w") as file:
            process = subprocess.Popen(
                [*DIES_WITH_THE_TEST, *machine.inside(PROGRAMS / "perf_test", *COMMON, *arguments)],
                env=machine.environment(**EVERYWHERE),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, log

    def test_of_perf_test_go_over_the_network_and_back(self):
        here, there = self.two_machines()
        results = self.scratch / "results.json"
        relay, relay_log = self.start(there, "--roundtrip-mode", "Relay", "-r", "0")
        asking, log = self.start(
            here,
            *("--roundtrip-mode", "Main", "-r", "100", "--max-runtime", "2"),
            *("-o", "json", "-l", str(results)),
        )
        self.assertEqual(asking.wait(DEADLINE_S), 0, log.read_text())
        found = json.loads(results.read_text())
        run = found["run"]
        self.assertGreater(run["received"], 50)
        self.assertEqual((run["lost"], run["duplicate"], run["corrupt"]), (0, 0, 0), run)
        self.assertGreater(run["latency_ns"]["min"], 0)
        self.assertEqual({each["transport"] for each in found["subscribers"]}, {"udp"})
        relay.send_signal(signal.SIGINT)
        self.assertTrue(until(lambda: relay.poll() is not None), relay_log.read_text())


if __name__ == "__main__":
    main()
