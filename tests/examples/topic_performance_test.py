# SPDX-License-Identifier: Apache-2.0
"""Polygons between processes, and between nodes of one process in every arrangement."""

import re
import unittest

from example_programs import ExampleCase, parameters

AT = r"message of (\d+\.\d{9}) at (0x[0-9a-f]+)\n"
PUBLISHED = rf"\[(publisher\d)\]: Published {AT}"
RECEIVED = rf"\[(subscriber\d)\]: Received {AT}"
SUMMARY = r"\[(\w+)\]: (?:Published|Received) (\d+) messages"


class TopicPerformance(ExampleCase):
    def compose(self, **values):
        """Runs it until every subscriber had some messages; what it wrote."""
        program = self.start(
            "topic_composition",
            *parameters(rate=100, enable_output_address="true", **values),
        )
        for number in range(values.get("subscriber_num", 1)):
            program.wait_for(rf"\[subscriber{number}\]: Received message", 10)
        self.stop_all(program)
        return program.text

    def check_addresses(self, text, same):
        published = {stamp: address for _, stamp, address in re.findall(PUBLISHED, text)}
        received = [seen for seen in re.findall(RECEIVED, text) if seen[1] in published]
        self.assertGreater(len(received), 5, text)
        for _, stamp, address in received:
            self.assertEqual(address == published[stamp], same, f"{stamp} in\n{text}")

    def test_two_processes_say_what_they_sent_and_got(self):
        subscriber = self.start("topic_subscriber", *parameters(enable_output_delay="true"))
        publisher = self.start("topic_publisher", *parameters(rate=200, point_num=5))
        subscriber.wait_for(r"Delay \d+\.\d us", 20)
        self.stop_all(publisher, subscriber)
        sent = int(publisher.wait_for(SUMMARY)[0][2])
        got = int(subscriber.wait_for(SUMMARY)[0][2])
        self.assertLessEqual(20, got)
        self.assertLessEqual(got, sent)

    def test_a_unique_ptr_travels_by_pointer_in_one_process(self):
        for dedicated in ("false", "true"):
            with self.subTest(use_dedicated_executors=dedicated):
                text = self.compose(
                    use_intra_process_comms="true",
                    use_unique_ptr="true",
                    use_dedicated_executors=dedicated,
                    subscriber_num=2,
                )
                self.check_addresses(text, same=True)

    def test_what_the_publisher_keeps_is_copied(self):
        self.check_addresses(self.compose(use_intra_process_comms="true"), same=False)

    def test_without_in_process_delivery_messages_go_as_between_processes(self):
        self.check_addresses(self.compose(use_unique_ptr="true"), same=False)

    def test_all_publishers_and_subscribers_that_were_asked_for_are_there(self):
        text = self.compose(publisher_num=3, subscriber_num=3, use_dedicated_executors="true")
        names = {name for name, _ in re.findall(SUMMARY, text)}
        expected = {f"{role}{number}" for role in ("publisher", "subscriber") for number in range(3)}
        self.assertEqual(names, expected)
        self.assertEqual({name for name, _, _ in re.findall(PUBLISHED, text)}, {
            name for name in expected if name.startswith("publisher")
        })

    def test_numbers_that_make_no_sense_are_refused(self):
        for name, value in (("publisher_num", 0), ("subscriber_num", -1), ("rate", 0)):
            with self.subTest(name):
                status, text = self.run_it("topic_composition", *parameters(**{name: value}))
                self.assertEqual(status, 1)
                self.assertIn(f"'{name}' could not be set", text)


if __name__ == "__main__":
    unittest.main()
