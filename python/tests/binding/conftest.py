# SPDX-License-Identifier: Apache-2.0
"""Every test has a domain of its own: a registry in its own folder."""

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def registry(tmp_path_factory):
    folder = tmp_path_factory.mktemp("registry")
    os.environ["BATON_REGISTRY_DIR"] = str(folder)
    os.environ.setdefault("ROS_LOG_DIR", str(folder / "log"))
    return folder


@pytest.fixture
def baton(registry):
    """The package, initialised; shut down at the end."""
    import baton

    baton.init(args=["test"])
    yield baton
    baton.shutdown()


@pytest.fixture
def node(baton):
    made = baton.Node("test_node")
    yield made
    made.destroy_node()
