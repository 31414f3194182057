# SPDX-License-Identifier: Apache-2.0
"""A lifecycle node, and the program that leads it."""

import unittest

from example_programs import ExampleCase


class Lifecycle(ExampleCase):
    def test_a_node_talks_while_it_is_active(self):
        talker = self.start("lifecycle_talker")
        talker.wait_for("waits in state unconfigured")
        status, text = self.run_it("lifecycle_manager", "lifecycle_talker", "configure", "activate")
        self.assertEqual((status, text), (0, "configure: done, inactive\nactivate: done, active\n"))
        talker.wait_for(r"said hello \d+", times=2)
        status, text = self.run_it(
            "lifecycle_manager", "lifecycle_talker", "deactivate", "cleanup", "shutdown"
        )
        self.assertEqual(
            (status, text),
            (
                0,
                "deactivate: done, inactive\ncleanup: done, unconfigured\n"
                "shutdown: done, finalized\n",
            ),
        )
        talker.wait_for("shut down from unconfigured")
        self.stop_all(talker)

    def test_what_is_not_possible_is_told_on_both_sides(self):
        talker = self.start("lifecycle_talker")
        talker.wait_for("waits in state unconfigured")
        status, text = self.run_it("lifecycle_manager", "lifecycle_talker", "activate")
        self.assertEqual((status, text), (1, "activate: not done, unconfigured\n"))
        talker.wait_for("Unable to start transition 'activate' from current state 'unconfigured'")
        self.stop_all(talker)

    def test_words_that_are_missing_show_the_usage(self):
        status, text = self.run_it("lifecycle_manager", "lifecycle_talker")
        self.assertEqual((status, text), (2, "usage: lifecycle_manager NODE TRANSITION...\n"))


if __name__ == "__main__":
    unittest.main()
