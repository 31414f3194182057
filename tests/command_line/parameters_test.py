# SPDX-License-Identifier: Apache-2.0
"""Parameters of real nodes: of one that hangs, and values as people write them."""

import signal

import pytest
from conftest import wait_until


@pytest.fixture
def camera(node, baton):
    node("camera_settings")
    wait_until(lambda: "/camera_settings/list_parameters" in baton("service", "list").stdout)
    return "/camera_settings"


def test_a_stopped_node_is_said_to_be_so_and_the_others_are_listed(camera, node, baton):
    talker = node("talker")
    wait_until(lambda: "/talker/list_parameters" in baton("service", "list").stdout)
    talker.send_signal(signal.SIGSTOP)
    try:
        listed = baton("param", "list", status=1)
        asked = baton("param", "get", "/talker", "x", status=1)
    finally:
        talker.send_signal(signal.SIGCONT)
    line = (
        "baton: the node '/talker' does not answer: is its process stopped? "
        f"`kill -CONT {talker.pid}` has it go on\n"
    )
    assert listed.stderr == line and asked.stderr == line
    assert listed.stdout.startswith(f"{camera}:\n") and "  rate_hz\n" in listed.stdout
    assert "/talker" not in listed.stdout


@pytest.mark.parametrize("value", ["", "null", "a: b", "2026-01-02", "2026-13-01", "text", "{"])
def test_what_is_no_bool_number_or_list_is_a_string_as_typed(value, camera, baton):
    baton("param", "set", camera, "frame_id", value)
    got = baton("param", "get", camera, "frame_id", "--hide-type").stdout
    assert got == value + "\n"


def test_an_integer_that_is_too_large_is_refused(camera, baton):
    assert "an integer has 64 bits" in baton("param", "set", camera, "n", "9" * 20, status=2).stderr


def test_a_folder_that_is_not_there_is_named_with_the_cure(camera, baton, tmp_path):
    def refused(folder) -> str:
        return baton("param", "dump", camera, "--output-dir", str(folder), status=1).stderr

    missing, file = tmp_path / "missing", tmp_path / "file"
    file.touch()
    assert f"; make the folder '{missing}' first, or give another\n" in refused(missing)
    assert f"'{file}' is no folder: give another\n" in refused(file)
    given = baton("param", "dump", camera, f"--output-dir={missing}", status=1).stderr
    assert "make the folder" in given
