# SPDX-License-Identifier: Apache-2.0
"""Three nodes, one image."""

import re
import unittest

from example_programs import ExampleCase, parameters

ADDRESS = r"Image (\d+) (made|changed|shown) at (0x[0-9a-f]+)"


class ImagePipeline(ExampleCase):
    def test_an_image_stays_where_it_was_made_through_all_nodes(self):
        status, text = self.run_it("image_pipeline", *parameters(count=5))
        self.assertEqual(status, 0, text)
        self.assertIn("5 images shown, 0 of them moved", text)
        for number in "12345":
            steps = [(what, at) for n, what, at in re.findall(ADDRESS, text) if n == number]
            self.assertEqual([what for what, _ in steps], ["made", "changed", "shown"], text)
            self.assertEqual(len({at for _, at in steps}), 1, text)

    def test_the_exit_status_says_when_images_were_copied(self):
        status, text = self.run_it("image_pipeline", "--no-intra-process", *parameters(count=3))
        self.assertEqual(status, 1, text)
        self.assertIn("3 images shown, 3 of them moved", text)
        self.assertIn("images were copied", text)

    def test_it_goes_on_until_ctrl_c_if_it_shall(self):
        pipeline = self.start("image_pipeline", *parameters(count=0))
        pipeline.wait_for("shown at", 12)
        self.assertEqual(pipeline.stop(), 0, pipeline.text)


if __name__ == "__main__":
    unittest.main()
