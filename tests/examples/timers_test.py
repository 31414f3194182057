# SPDX-License-Identifier: Apache-2.0
"""Timers, and the threads that run callbacks."""

import unittest

from example_programs import ExampleCase, parameters


class Timers(ExampleCase):
    def test_a_timer_stops_and_starts_again_and_another_rings_once(self):
        timers = self.start("timers")
        timers.wait_for("tick 5")
        timers.wait_for(r"ROS time: \d+\.\d s", 3)
        self.stop_all(timers)
        wall = [line.split("Wall time: ")[1] for line in timers.text.splitlines() if "Wall" in line]
        self.assertEqual(
            wall[:7],
            ["tick 1", "tick 2", "tick 3", "stopped", "started again", "tick 4", "tick 5"],
        )
        self.assertEqual(timers.text.count("Once"), 1)

    def test_simulated_time_stands_still_without_a_clock(self):
        timers = self.start("timers", *parameters(use_sim_time="true"))
        timers.wait_for("tick 5")
        self.stop_all(timers)
        self.assertNotIn("ROS time", timers.text)


class Executors(ExampleCase):
    def test_slow_work_holds_up_neither_other_groups_nor_other_executors(self):
        program = self.start("several_executors")
        program.wait_for("Ends with", 3)
        self.stop_all(program)
        lines = program.text.splitlines()
        begin = next(i for i, line in enumerate(lines) if "Begins with" in line)
        end = next(i for i in range(begin, len(lines)) if "Ends with" in lines[i])
        during = "\n".join(lines[begin:end])
        self.assertIn("Heartbeat", during)
        self.assertIn("Saw ", during)
        self.assertEqual(during.count("Begins with"), 1, "one at a time")


if __name__ == "__main__":
    unittest.main()
