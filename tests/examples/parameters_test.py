# SPDX-License-Identifier: Apache-2.0
"""Parameters from the command line, from a file, and from another node."""

import pathlib
import unittest

from example_programs import ExampleCase, parameters

FILE = pathlib.Path(__file__).parents[2] / "examples" / "parameters" / "camera.yaml"


class Parameters(ExampleCase):
    def test_those_of_the_command_line_are_there_from_the_start(self):
        camera = self.start("camera_settings", *parameters(exposure_ms=20.0, frame_id="left"))
        camera.wait_for("exposure_ms is 20.0")
        camera.wait_for("frame_id is left")
        camera.wait_for("serial_number is unknown")
        self.stop_all(camera)

    def test_those_of_a_file_too(self):
        camera = self.start("camera_settings", "--ros-args", "--params-file", str(FILE))
        camera.wait_for("exposure_ms is 5.0")
        camera.wait_for("frame_id is front_camera")
        camera.wait_for("serial_number is C-1704")
        self.stop_all(camera)

    def test_another_node_sets_them_and_the_node_acts_on_it(self):
        camera = self.start("camera_settings")
        camera.wait_for("exposure_ms is 10.0")
        status, text = self.run_it("exposure_setter", "30")
        self.assertEqual((status, text), (0, "exposure_ms was 10.0 and is 30.0\n"))
        camera.wait_for("exposure_ms is 30.0")
        self.stop_all(camera)

    def test_what_the_node_refuses_comes_back_with_its_reason(self):
        camera = self.start("camera_settings")
        camera.wait_for("exposure_ms is 10.0")
        status, text = self.run_it("exposure_setter", "100")
        self.assertEqual(status, 1)
        self.assertRegex(text, "refused: exposures of 100.* ms do not fit into 25.* Hz: lower rate")
        status, text = self.run_it("exposure_setter", "5000")
        self.assertEqual(status, 1)
        self.assertRegex(text, "refused: .*exposure_ms.* range")
        self.stop_all(camera)
        self.assertNotIn("exposure_ms is 100", camera.text)

    def test_a_value_out_of_range_on_the_command_line_ends_the_node(self):
        status, text = self.run_it("camera_settings", *parameters(exposure_ms=5000.0))
        self.assertEqual(status, 1)
        self.assertRegex(text, "camera_settings: .*exposure_ms")


if __name__ == "__main__":
    unittest.main()
