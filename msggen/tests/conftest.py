# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path

import pytest

MSGGEN = Path(__file__).resolve().parents[1]
INTERFACES = MSGGEN.parent / "interfaces"

sys.path.insert(0, str(MSGGEN))
# ROS's parsers are a Debian package; .venv, which has pytest, does not see those by itself.
sys.path.append("/usr/lib/python3/dist-packages")

from baton_msggen.errors import DefinitionError  # noqa: E402
from baton_msggen.package_reader import PackageReader  # noqa: E402


class Workspace:
    """Definition files of small packages in a folder of the test's own."""

    def __init__(self, folder: Path):
        self.folder = folder

    def write(self, name: str, text: str) -> Path:
        """`robot/msg/Battery.msg`"""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def reader(self, package: str, *dependencies: str) -> PackageReader:
        """Dependencies are packages of this workspace, or else those of interfaces/."""
        folders = {}
        for name in dependencies:
            own = self.folder / name
            folders[name] = [own if own.exists() else INTERFACES / name]
        return PackageReader(package, folders)

    def read(self, package: str, *dependencies: str):
        files = sorted(path for path in (self.folder / package).glob("*/*") if path.is_file())
        return self.reader(package, *dependencies).read(files)

    def read_message(self, text: str, *dependencies: str):
        """The message that a .msg with this text is."""
        self.write("robot/msg/Thing.msg", text)
        package = self.read("robot", *dependencies)
        return next(one for one in package.messages if one.type.name == "Thing")

    def errors(self, package: str, *dependencies: str) -> list[str]:
        """What is wrong, `Thing.msg:3: error: ...`."""
        with pytest.raises(DefinitionError) as caught:
            self.read(package, *dependencies)
        return [
            str(finding).replace(str(finding.path), finding.path.name)
            for finding in caught.value.findings
        ]

    def message_errors(self, text: str, *dependencies: str) -> list[str]:
        self.write("robot/msg/Thing.msg", text)
        return self.errors("robot", *dependencies)


@pytest.fixture
def workspace(tmp_path) -> Workspace:
    return Workspace(tmp_path)


def pytest_addoption(parser):
    parser.addoption(
        "--write-golden", action="store_true", help="write golden/expected/ from what is generated"
    )
