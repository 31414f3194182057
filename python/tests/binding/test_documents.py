# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/python.md and README.md do what the text says."""

import re

import pytest
from programs import ROOT, start_python

TEXTS = [
    (name, text)
    for name in ("docs/python.md", "README.md")
    for text in re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(), re.S)
]
VIEWERS = [text for _, text in TEXTS if 'Node("viewer")' in text and "spin" in text]
CAMERAS = [text for _, text in TEXTS if 'Node("camera")' in text and "spin" in text]


@pytest.mark.parametrize("text", [text for _, text in TEXTS])
def test_an_example_is_python(text):
    compile(text, "example", "exec")


@pytest.mark.parametrize(
    ("camera", "viewer"), list(zip(CAMERAS, VIEWERS, strict=True)), ids=["docs", "readme"]
)
def test_an_image_goes_from_the_camera_to_the_viewer(camera, viewer):
    programs = [start_python(viewer), start_python(camera)]
    try:
        assert programs[0].stdout.readline() == "1000 128.0\n"
    finally:
        for each in programs:
            each.kill()
            each.communicate()
