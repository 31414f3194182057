# SPDX-License-Identifier: Apache-2.0
"""A server and its clients in several processes."""

import unittest

from example_programs import ExampleCase


class Services(ExampleCase):
    def test_the_server_answers_futures_and_callbacks(self):
        server = self.start("add_two_ints_server")
        status, text = self.run_it("add_two_ints_client", "40", "2")
        self.assertEqual((status, text), (0, "40 + 2 = 42\n2 + 40 = 42, by callback\n"))
        server.wait_for(r"40 \+ 2\n")
        server.wait_for(r"2 \+ 40\n")
        self.stop_all(server)

    def test_a_client_waits_for_its_server(self):
        client = self.start("add_two_ints_client", "1", "-3")
        client.wait_for("Waiting for a server: start add_two_ints_server")
        server = self.start("add_two_ints_server")
        self.assertEqual(client.end(), 0, client.text)
        self.assertIn("1 + -3 = -2\n", client.text)
        self.stop_all(server)

    def test_a_client_that_waits_ends_at_ctrl_c(self):
        client = self.start("add_two_ints_client", "1", "2")
        client.wait_for("Waiting for a server")
        self.assertEqual(client.stop(), 1)

    def test_numbers_that_are_missing_show_the_usage(self):
        status, text = self.run_it("add_two_ints_client", "1")
        self.assertEqual((status, text), (2, "usage: add_two_ints_client A B\n"))


if __name__ == "__main__":
    unittest.main()
