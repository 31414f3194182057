# SPDX-License-Identifier: Apache-2.0
"""An action server and its clients in several processes."""

import unittest

from example_programs import ExampleCase


class Actions(ExampleCase):
    def test_a_goal_gives_feedback_and_a_result(self):
        server = self.start("fibonacci_action_server")
        status, text = self.run_it("fibonacci_action_client", "4")
        self.assertEqual(status, 0, text)
        self.assertIn("So far: 0 1 1 2\n", text)
        self.assertTrue(text.endswith("It succeeded: 0 1 1 2 3\n"), text)
        server.wait_for(r"Goal [0-9a-f-]{36}: order 4\n")
        server.wait_for("Succeeded\n")
        self.stop_all(server)

    def test_a_goal_is_cancelled(self):
        server = self.start("fibonacci_action_server")
        status, text = self.run_it("fibonacci_action_client", "46", "5")
        self.assertEqual(status, 0, text)
        self.assertIn("It canceled: 0 1 1 2 3", text)
        server.wait_for("Canceled\n")
        self.stop_all(server)

    def test_a_goal_that_cannot_be_reached_is_rejected(self):
        server = self.start("fibonacci_action_server")
        status, text = self.run_it("fibonacci_action_client", "100")
        self.assertEqual((status, text), (1, "Rejected\n"))
        self.stop_all(server)

    def test_ctrl_c_amid_a_goal_is_no_error(self):
        server = self.start("fibonacci_action_server")
        client = self.start("fibonacci_action_client", "46")
        client.wait_for("So far: 0 1 1 2\n")
        self.stop_all(server)
        self.assertEqual(client.stop(), 1, client.text)

    def test_a_client_waits_for_its_server(self):
        client = self.start("fibonacci_action_client", "1")
        client.wait_for("Waiting for a server: start fibonacci_action_server")
        server = self.start("fibonacci_action_server")
        self.assertEqual(client.end(), 0, client.text)
        self.assertIn("It succeeded: 0 1\n", client.text)
        self.stop_all(server)


if __name__ == "__main__":
    unittest.main()
