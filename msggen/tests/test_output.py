# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys

from baton_msggen.output import generate, write_depfile, write_texts
from conftest import INTERFACES, MSGGEN


def small_package(workspace):
    workspace.write("robot/msg/Thing.msg", "int32 a\n")
    workspace.write("robot/msg/Other.msg", "Thing thing\n")
    return workspace.read("robot")


def test_every_interface_has_the_headers_of_ros(workspace):
    names = set(generate(small_package(workspace)))
    assert names == {
        "robot/detail/robot__ros_symbols.cpp",
        "robot/detail/robot__type_support.cpp",
        *(
            f"robot/msg/{name}"
            for one in ("thing", "other")
            for name in (
                f"{one}.h",
                f"{one}.hpp",
                f"detail/{one}__builder.hpp",
                f"detail/{one}__struct.hpp",
                f"detail/{one}__traits.hpp",
                f"detail/{one}__type_support.hpp",
            )
        ),
    }


def test_files_that_would_not_change_are_not_touched(workspace):
    texts = generate(small_package(workspace))
    folder = workspace.folder / "out"
    assert len(write_texts(folder, texts)) == len(texts)
    assert write_texts(folder, texts) == []
    (folder / "robot/msg/thing.hpp").write_text("changed")
    assert write_texts(folder, texts) == [folder / "robot/msg/thing.hpp"]


def test_a_changed_message_changes_only_files_that_depend_on_it(workspace):
    folder = workspace.folder / "out"
    write_texts(folder, generate(small_package(workspace)))
    workspace.write("robot/msg/Thing.msg", "int32 a\nint32 b\n")
    written = write_texts(folder, generate(workspace.read("robot")))
    assert sorted(str(path.relative_to(folder)) for path in written) == [
        "robot/detail/robot__type_support.cpp",
        "robot/msg/detail/thing__builder.hpp",
        "robot/msg/detail/thing__struct.hpp",
    ]


def test_the_depfile_escapes_what_make_would_understand(tmp_path):
    write_depfile(tmp_path / "d", "a b", [tmp_path / "c$d", tmp_path / "e f"])
    text = (tmp_path / "d").read_text()
    assert text.startswith("a\\ b: \\\n  ")
    assert "/c$$d \\\n" in text
    assert text.endswith("/e\\ f\n")


def run(workspace, *arguments, hash_seed="0"):
    command = [sys.executable, "-B", str(MSGGEN), *arguments]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    # .venv does not see Debian's packages by itself.
    environment["PYTHONPATH"] = "/usr/lib/python3/dist-packages"
    return subprocess.run(
        command, capture_output=True, text=True, cwd=workspace.folder, env=environment, check=False
    )


def test_two_runs_write_the_same_bytes(workspace):
    workspace.write("robot/msg/Thing.msg", "std_msgs/Header header\nstring[2] a\nint8[] b\n")
    workspace.write("robot/srv/Ask.srv", "Thing thing\n---\n")
    includes = [
        option
        for name in ("std_msgs", "builtin_interfaces", "service_msgs")
        for option in ("--include", f"{name}={INTERFACES / name}")
    ]
    contents = []
    for seed in ("1", "2"):
        files = ["robot/msg/Thing.msg", "robot/srv/Ask.srv"]
        done = run(
            workspace, "--package", "robot", "--output", seed, *includes, *files, hash_seed=seed
        )
        assert (done.returncode, done.stderr) == (0, "")
        folder = workspace.folder / seed
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        contents.append([(path.relative_to(folder), path.read_bytes()) for path in paths])
    assert contents[0] == contents[1]


def test_the_stamp_is_written_last_and_depends_on_what_was_read(workspace):
    workspace.write("robot/msg/Thing.msg", "int32 a\n")
    done = run(
        workspace, "--package", "robot", "--output", "out", "--stamp", "out/s", "--depfile",
        "out/s.d", "robot/msg/Thing.msg",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert (workspace.folder / "out/s").exists()
    listed = (workspace.folder / "out/s.d").read_text()
    assert listed.startswith("out/s:")
    assert "/robot/msg/Thing.msg" in listed
    assert "/baton_msggen/struct_writer.py" in listed


def test_errors_are_written_for_people_and_nothing_is_generated(workspace):
    workspace.write("robot/msg/Thing.msg", "int33 a\n")
    done = run(
        workspace, "--package", "robot", "--output", "out", "--stamp", "s", "robot/msg/Thing.msg"
    )
    assert done.returncode == 1
    assert done.stderr == (
        'robot/msg/Thing.msg:1: error: unknown type "int33": did you mean "int32"?\n'
    )
    assert not (workspace.folder / "out").exists()
    assert not (workspace.folder / "s").exists()


def test_wrong_usage_is_explained(workspace):
    done = run(workspace, "--package", "robot", "--output", "out", "--include", "x", "A.msg")
    assert done.returncode == 2
    assert "'x': write it as NAME=FOLDER" in done.stderr
    done = run(workspace, "--package", "robot", "A.msg")
    assert (done.returncode, "--output is missing" in done.stderr) == (2, True)
    done = run(workspace, "--package", "robot", "--output", "out", "A.txt")
    assert done.returncode == 1
    assert "definitions end in .msg, .srv, .action or .idl" in done.stderr


def test_help_teaches_with_an_example(workspace):
    done = run(workspace, "--help")
    assert done.returncode == 0
    assert "--include std_msgs=interfaces/std_msgs" in done.stdout
    assert "baton_generate_messages(" in done.stdout


def test_describe_prints_hashes_and_writes_nothing(workspace):
    workspace.write("robot/msg/Thing.msg", "int32 a\n")
    before = sorted(workspace.folder.rglob("*"))
    done = run(workspace, "--package", "robot", "--describe", "robot/msg/Thing.msg")
    name, type_hash, layout_hash = done.stdout.split()
    assert name == "robot/msg/Thing"
    assert type_hash.startswith("RIHS01_")
    assert len(layout_hash) == 16
    assert sorted(workspace.folder.rglob("*")) == before
