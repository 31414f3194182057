# SPDX-License-Identifier: Apache-2.0
"""The type stubs, checked by mypy."""

import os
import subprocess
import sys
from pathlib import Path

from baton import definitions
from baton.interfaces import message_class
from baton.message import field_types

SITE = Path(os.environ.get("PYTHON_BATON_BUILD", Path(__file__).parents[3] / "build/dev/site-packages"))

PROGRAM = """
from geometry_msgs.msg import Point, PoseStamped
from sensor_msgs.msg import Image, NavSatStatus
from std_srvs.srv import SetBool

image = Image(height=3, data=b"123")
text: str = image.header.frame_id
number: int = image.data.size + NavSatStatus.STATUS_FIX
image.data = [1, 2, 3]
PoseStamped().pose.position = Point(x=1.0)
answer: bool = SetBool.Response().success
image.heigth = 3
wrong: int = image.header.frame_id
Point(x="far")
"""


def mypy(*arguments: str) -> subprocess.CompletedProcess:
    path = os.pathsep.join([str(SITE), str(Path(__file__).parents[2])])
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--no-incremental", *arguments],
        capture_output=True,
        text=True,
        timeout=280,
        env=os.environ | {"MYPYPATH": path},
    )


def test_an_editor_knows_fields_and_finds_what_is_wrong(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = mypy("--follow-imports=silent", str(program))
    found = [line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line]
    lines = [str(i) for i, text in enumerate(PROGRAM.splitlines(), 1) if "heigth" in text]
    assert found == [lines[0], str(int(lines[0]) + 1), str(int(lines[0]) + 2)], done.stdout


def test_every_stub_has_the_fields_of_its_class():
    for package in definitions.list_packages():
        path = SITE / package / "msg" / "__init__.pyi"
        if not path.exists() or package in ("performance_test", "baton_test_msgs"):
            continue
        text = path.read_text()
        for name in definitions.list_definitions(package, "msg"):
            body = text.split(f"class {name}(Message):", 1)
            if len(body) == 1:
                continue  # of an .idl file
            body = body[1].split("\nclass ", 1)[0]
            for field in field_types(message_class(f"{package}/msg/{name}")):
                if field != "structure_needs_at_least_one_member":
                    assert f" {field}:" in body or f"def {field}(" in body, (package, name, field)
