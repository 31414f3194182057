# SPDX-License-Identifier: Apache-2.0
"""Fixtures: a registry with participants that live, and the command as a process."""

import fcntl
import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
POLICY = {"depth": 10, "keep_all": False, "reliable": True, "transient_local": False}


def endpoint(id: int, topic: str, type_name: str, node: str, purpose: int = 0, **policy) -> dict:
    facts = {
        "id": id,
        "topic": topic,
        "type_name": type_name,
        "type_hash": 1,
        "layout_hash": 2,
        "type_hash_text": "RIHS01_ab",
        "policy": {**POLICY, **policy},
        "node": node,
    }
    return {**facts, "purpose": purpose} if purpose else facts


class FakeRegistry:
    """Files as participants write them; the lock says that they live."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "d0"
        self.folder.mkdir(parents=True)
        self.locks: list[int] = []

    def add(self, number: int, nodes, publishers=(), subscriptions=(), alive: bool = True) -> Path:
        id = f"{number:016x}"
        process = {
            "id": id,
            "version": 5,
            "pid": 100 + number,
            "uid": os.geteuid(),
            "name": f"p{number}",
            "nodes": list(nodes),
        }
        lines = [
            process,
            *({"publisher": one} for one in publishers),
            *({"subscription": one} for one in subscriptions),
        ]
        return self.write(f"{id}.json", "".join(json.dumps(one) + "\n" for one in lines), alive)

    def write(self, name: str, body: str, alive: bool = True, size: int | None = None) -> Path:
        path = self.folder / name
        path.write_text(f"baton {0:016x} {len(body.encode()) if size is None else size}\n{body}")
        if alive:
            descriptor = os.open(path, os.O_RDWR)
            lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)
            self.locks.append(descriptor)
        return path


@pytest.fixture
def registry(tmp_path, monkeypatch):
    made = FakeRegistry(tmp_path / "registry")
    for name in (
        "ROS_DOMAIN_ID",
        "BATON_GROUP",
        "BATON_GROUP_DIR",
        "ROS_AUTOMATIC_DISCOVERY_RANGE",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("BATON_REGISTRY_DIR", str(tmp_path / "registry"))
    yield made
    for descriptor in made.locks:
        os.close(descriptor)


@pytest.fixture
def robot(registry):
    """A camera that publishes images and has a service, a viewer, and a server of an action."""
    registry.add(
        1,
        ["/camera"],
        [
            endpoint(1, "/image", "sensor_msgs/msg/Image", "/camera"),
            endpoint(2, "/_hidden", "std_msgs/msg/String", "/camera"),
            endpoint(3, "rr/camera/resetReply", "std_srvs/srv/Trigger_Response", "/camera", 2),
        ],
        [endpoint(4, "rq/camera/resetRequest", "std_srvs/srv/Trigger_Request", "/camera", 1)],
    )
    registry.add(
        2,
        ["/ns/viewer", "/_tool"],
        [
            endpoint(1, "rq/camera/resetRequest", "std_srvs/srv/Trigger_Request", "/ns/viewer", 1),
            endpoint(2, "/dock/_action/feedback", "nav/action/Dock_FeedbackMessage", "/ns/viewer"),
        ],
        [endpoint(3, "/image", "sensor_msgs/msg/Image", "/ns/viewer", reliable=False, depth=5)],
    )
    registry.add(3, ["/dead"], [endpoint(1, "/gone", "std_msgs/msg/String", "/dead")], alive=False)
    return registry


@pytest.fixture
def baton(tmp_path):
    def run(
        *arguments: str, status: int | None = 0, **environment: str
    ) -> subprocess.CompletedProcess:
        done = subprocess.run(
            [sys.executable, "-m", "baton.cli.main", *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        )
        if status is not None:
            assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run
