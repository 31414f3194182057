# SPDX-License-Identifier: Apache-2.0
"""What is installed beside definitions means what these mean."""

import subprocess

import pytest
from baton_msggen.context import Context
from baton_msggen.idl_writer import write_idl
from baton_msggen.output import write_texts
from baton_msggen.package_reader import PackageReader
from conftest import INTERFACES

MESSAGE = """\
# A thing of the robot.
# It has \\d parts.

# Largest speed

uint8 LIMIT=0x10   # of all [m/s]
string NAME="a\\"b"
#
# Where it is [rad]
#
#
# counted from the north
float32 heading 1.5
  # and behind it
Part[2] parts
string<=4[<=3] names ["it's", 'c"d']

int32 last # the end
"""

IDL = """\
// generated from rosidl_adapter/resource/msg.idl.em
// with input from robot/msg/Thing.msg
// generated code does not contain a copyright notice

#include "robot/msg/Part.idl"

module robot {
  module msg {
    typedef robot::msg::Part robot__msg__Part;
    typedef robot__msg__Part robot__msg__Part__2[2];
    module Thing_Constants {
      @verbatim (language="comment", text=
        "Largest speed" "\\n"        "of all")
      const uint8 LIMIT = 16;
      const string NAME = "a\\"b";
    };
    @verbatim (language="comment", text=
      "A thing of the robot." "\\n"
      "It has \\\\d parts.")
    struct Thing {
      @verbatim (language="comment", text=
        "Where it is" "\\n"
        "" "\\n"
        "counted from the north" "\\n"
        "and behind it")
      @default (value=1.5)
      @unit (value="rad")
      float heading;

      robot__msg__Part__2 parts;

      @default (value="(\\"it's\\", 'c\\"d')")
      sequence<string<4>, 3> names;

      @verbatim (language="comment", text=
        "the end")
      int32 last;
    };
  };
};
"""

PYTHON = "/usr/bin/python3"  # to which Debian's packages belong
# ROS's parser takes the bound of wide strings for one of the sequence that they are in.
MISREAD = ("WStrings.msg",)


def test_a_message_becomes_idl_with_its_comments(workspace):
    path = workspace.write("robot/msg/Thing.msg", MESSAGE)
    assert write_idl("robot", [path]) == {"msg/Thing.idl": IDL}


def test_a_service_has_two_messages_too(workspace):
    path = workspace.write("robot/srv/Dock.srv", "int32 place  # where\n--- \nbool done\n")
    texts = write_idl("robot", [path])
    assert sorted(texts) == ["srv/Dock.idl", "srv/Dock_Request.msg", "srv/Dock_Response.msg"]
    assert texts["srv/Dock_Request.msg"] == "int32 place  # where\n"
    assert texts["srv/Dock_Response.msg"] == "bool done\n"


def test_an_idl_file_stays_what_it_is(workspace):
    path = workspace.write("robot/msg/Thing.idl", "module robot {};\n")
    assert write_idl("robot", [path]) == {}


def test_definitions_of_all_packages_mean_the_same_as_idl(tmp_path):
    pytest.importorskip("rosidl_parser.parser", reason="python3-rosidl, which reads .idl, is missing")
    folders = sorted(path.parent for path in INTERFACES.glob("*/package.xml"))
    assert len(folders) > 20
    originals = {folder.name: [folder] for folder in folders}
    copies = {name: [tmp_path / name] for name in originals}
    for folder in folders:
        files = definitions_of(folder)
        write_texts(tmp_path / folder.name, write_idl(folder.name, files))
        for path in files:
            if path.suffix == ".idl":
                write_texts(tmp_path / folder.name, {f"msg/{path.name}": path.read_text()})
    for folder in folders:
        name = folder.name
        ours = described(name, originals, definitions_of(folder))
        assert ours == described(name, copies, sorted((tmp_path / name).glob("*/*.idl"))), name


def definitions_of(folder):
    suffixes = (".msg", ".srv", ".action", ".idl")
    files = (path for path in folder.glob("*/*") if path.suffix in suffixes)
    return sorted(path for path in files if path.name not in MISREAD)


def described(name, folders, files):
    others = {other: where for other, where in folders.items() if other != name}
    package = PackageReader(name, others).read(files)
    context = Context(package)
    return {
        message.type: (
            context.descriptions.hash(message),
            [(one.name, one.default) for one in message.fields],
            sorted((one.name, one.kind, one.value) for one in message.constants),
        )
        for message in package.all_messages()
    }


def test_texts_are_those_of_rosidl_adapter(workspace):
    if subprocess.run([PYTHON, "-c", "import em, rosidl_adapter"], stderr=subprocess.DEVNULL).returncode:
        pytest.skip("rosidl_adapter is not installed (python3-rosidl, python3-empy)")
    files = [
        workspace.write("robot/msg/Thing.msg", MESSAGE.replace("\\d", "two")),
        workspace.write("robot/msg/Empty.msg", "#\n# nothing\n#\n\n"),
        workspace.write("robot/srv/Do.srv", "# [m]\nint32 a\n---\n# r\nPart p # x\n"),
        workspace.write("robot/action/Go.action", "---\nfloat32 PI=3.14 # pi\n---\nwstring w \"hé\"\n"),
    ]
    kinds = (".msg", ".srv", ".action")
    files += sorted(path for path in INTERFACES.glob("*/*/*") if path.suffix in kinds)
    # By itself, because its templates take hold of the standard output, and other versions of empy differ.
    adapt = """
import pathlib, sys
from rosidl_adapter import convert_to_idl
for path in map(pathlib.Path, sys.argv[2:]):
    folder = path.parent.parent
    convert_to_idl(folder, folder.name, path.relative_to(folder), pathlib.Path(sys.argv[1]) / folder.name)
"""
    made = workspace.folder / "idl"
    subprocess.run([PYTHON, "-c", adapt, made, *files], check=True, stdout=subprocess.DEVNULL)
    for path in files:
        package, place = path.parent.parent.name, f"{path.parent.name}/{path.stem}.idl"
        theirs = (made / package / place).read_text(encoding="utf-8")
        assert write_idl(package, [path])[place] == theirs, path
