# SPDX-License-Identifier: Apache-2.0
"""Talkers and listeners in two processes."""

import signal
import unittest

from example_programs import ExampleCase, parameters


class Topics(ExampleCase):
    def hear(self, callback, pattern, times=3):
        listener = self.start("listener", *parameters(callback=callback))
        talker = self.start("talker", *parameters(rate_hz=100.0))
        heard = listener.wait_for(pattern, times)
        self.stop_all(talker, listener)
        return [match[1] for match in heard]

    def test_callbacks_that_only_read_get_the_text_as_it_was_sent(self):
        for callback in ("const_ref", "const_shared_ptr", "member_function", "serialized"):
            with self.subTest(callback):
                numbers = [int(n) for n in self.hear(callback, r"I heard: 'Hello (\d+)'\n")]
                first = numbers[0]
                self.assertEqual(numbers[:3], [first, first + 1, first + 2])

    def test_callbacks_that_own_the_message_may_change_it(self):
        for callback in ("unique_ptr", "shared_ptr"):
            with self.subTest(callback):
                self.hear(callback, r"I heard: 'Hello (\d+), changed'\n")

    def test_message_info_counts_the_publications(self):
        numbers = [int(n) for n in self.hear("message_info", r"Number (\d+) of its publisher")]
        self.assertEqual(numbers[1], numbers[0] + 1)

    def test_a_callback_that_there_is_not_ends_the_listener_with_those_that_there_are(self):
        status, text = self.run_it("listener", *parameters(callback="pigeon"))
        self.assertEqual(status, 1)
        self.assertRegex(text, "no callback 'pigeon': set the parameter to const_ref, ")

    def test_a_rate_out_of_range_is_refused(self):
        status, text = self.run_it("talker", *parameters(rate_hz=0.0))
        self.assertEqual(status, 1)
        self.assertRegex(text, "rate_hz")

    def test_topics_can_be_renamed_on_the_command_line(self):
        remap = ["--ros-args", "-r", "chatter:=whisper", "-r", "__ns:=/room"]
        listener = self.start("listener", *remap)
        talker = self.start("talker", *remap, "-p", "rate_hz:=100.0")
        self.assertIn("[room.listener]", listener.wait_for(r".*I heard")[0][0])
        self.stop_all(talker, listener)

    def test_sigterm_ends_a_talker_cleanly_too(self):
        talker = self.start("talker")
        talker.wait_for("Publishing")
        self.assertEqual(talker.stop(signal.SIGTERM), 0)


class Loans(ExampleCase):
    def test_images_are_read_without_a_copy(self):
        listener = self.start("image_listener")
        talker = self.start("loaned_talker")
        listener.wait_for(r"Image \d+ of camera: 1920 x 1080, rgb8, 6220800 bytes of \d+", 3)
        listener.wait_for("From .*: shared_memory, zero copy")
        self.stop_all(talker, listener)

    def test_texts_grow_in_their_loans(self):
        listener = self.start("listener")
        talker = self.start("loaned_talker", *parameters(message="text"))
        listener.wait_for(r"I heard: 'Loan \d+'", 3)
        self.stop_all(talker, listener)

    def test_a_message_that_there_is_not_is_refused(self):
        status, text = self.run_it("loaned_talker", *parameters(message="smell"))
        self.assertEqual(status, 1)
        self.assertRegex(text, "set the parameter to image or text")


if __name__ == "__main__":
    unittest.main()
