# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import pytest

from baton.perf.cell import resolve
from baton.perf.experiments.in_python import ROOT, InPython
from baton.perf.in_python.run import Failed, measure
from baton.perf.in_python.ways import WAYS
from baton.perf.results import Measurement, Results


def measured(**p50_us) -> Results:
    return Results(
        [
            Measurement(
                {"size": "4 MB", "subscribers": 1, "variant": name.replace("cpp", "C++")},
                *(repetition, {"latency_ns_p50": 1e3 * value}, "", "", 1),
            )
            for name, values in p50_us.items()
            for repetition, value in enumerate(values)
        ]
    )


@pytest.fixture
def sourced(monkeypatch):
    """A shell with the PYTHONPATH of a ROS 2."""
    monkeypatch.setenv("PYTHONPATH", "/opt/ros/site-packages")


def test_what_is_lacking_is_said_with_its_cure(monkeypatch):
    monkeypatch.setattr(WAYS["zenoh"], "why_not", classmethod(lambda _: "pip install eclipse-zenoh"))
    monkeypatch.setattr(WAYS["baton"], "why_not", classmethod(lambda _: ""))
    cells = {cell.coordinates["variant"]: cell for cell in InPython().cells(1)}
    assert cells["zenoh SHM"].lacking == "pip install eclipse-zenoh"
    assert not cells["zenoh SHM"].has_competitor(Path("/bin"))
    assert cells["baton"].has_competitor(Path("/bin"))


def test_a_build_without_the_extension_is_said_with_the_cure(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHON_BATON_BUILD", str(tmp_path))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with pytest.raises(Failed, match=f"not in {tmp_path}: .* or make venv release"):
        measure("baton", 4096, 1, 100)


def test_baton_has_the_packages_of_its_build_and_rclpy_those_that_are_sourced(sourced):
    commands = {
        cell.coordinates["variant"]: resolve(cell.command, Path("/b/bin"), "OUT")
        for cell in InPython().cells(2)
    }
    own = "/b/bin/../site-packages"
    baton, rclpy = (commands[name][1].split(":") for name in ("baton", "rclpy"))
    assert baton[1:] == [own, "/opt/ros/site-packages"], "ROS has a sensor_msgs of its own"
    assert rclpy == ["PYTHONPATH=/opt/ros/site-packages", ROOT]
    assert f"PYTHON_BATON_BUILD={own}" in commands["baton"]
    assert commands["baton"][-4:] == ["baton", "4194304", "200", "100"]


def test_what_python_adds_to_cpp_is_judged_within_each_repetition():
    experiment = InPython()
    (judged,) = experiment.judgements(measured(baton=[30, 60, 31], cpp=[10, 39, 11]))
    assert (judged.measured, judged.reached) == ("20.0 (20.0–21.0) µs", True)
    (judged,) = experiment.judgements(measured(baton=[50], cpp=[10]))
    assert judged.reached is False


def test_baton_is_what_the_others_are_compared_with():
    results = measured(baton=[10], cpp=[5], iceoryx2=[20])
    pairs = InPython().compared_cells(results)
    assert [(above["variant"], below["variant"]) for above, below in pairs] == [
        ("baton", "C++"),
        ("baton", "iceoryx2"),
    ]
    (finding,) = InPython().findings(results)
    assert (finding.figure, finding.text.split(":")[0]) == (
        "2.00×",
        "as long with iceoryx2 as with Baton",
    )
