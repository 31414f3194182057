# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
import time

from baton.perf import scratch as scratch_module
from baton.perf.scratch import PREFIX, others_measure, remove_orphans, scratch

OWNER = """
import sys
from baton.perf.scratch import scratch
with scratch() as folder:
    (folder / "registry").mkdir()
    print(folder, flush=True)
    sys.stdin.read()
"""


def long_ago(folder) -> None:
    os.utime(folder, (time.time() - 3600,) * 2)


def test_a_folder_goes_with_its_owner():
    with scratch() as folder:
        (folder / "registry").mkdir()
        assert folder.name.startswith(PREFIX)
    assert not folder.exists()


def test_the_folder_of_a_killed_owner_goes_with_the_next_start():
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with owner:
        folder = scratch_module.Path(owner.stdout.readline().strip())
        long_ago(folder)
        with scratch():
            assert folder.exists(), "its owner lives"
        owner.kill()
    with scratch():
        assert not folder.exists()


def test_a_folder_that_was_just_made_stays(tmp_path):
    young, old = tmp_path / f"{PREFIX}young", tmp_path / f"{PREFIX}old"
    young.mkdir()
    old.mkdir()
    long_ago(old)
    (tmp_path / f"{PREFIX}link").symlink_to(tmp_path)
    remove_orphans(tmp_path)
    assert young.exists() and not old.exists() and tmp_path.exists()


def test_another_round_that_measures_now_is_seen():
    with scratch() as own:
        long_ago(own)
        before = others_measure(own)
        owner = subprocess.Popen(
            [sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        with owner:
            folder = scratch_module.Path(owner.stdout.readline().strip())
            long_ago(folder)
            assert others_measure(own)
            owner.kill()
        assert others_measure(own) is before, "its owner does not live"
    remove_orphans(own.parent)
