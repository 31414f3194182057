# SPDX-License-Identifier: Apache-2.0
"""Graphs of nodes: which topics, of which sizes and rates, from which node to which. Those of this folder
have names."""

from pathlib import Path

from baton.perf.graphs.graph import Graph, Topic
from baton.perf.graphs.graph_file import read_graph

__all__ = ["NAMES", "Graph", "Topic", "read_graph", "read_named"]

# In the order of measuring.
NAMES = ("chain5", "sierra_nevada", "mont_blanc")


def read_named(name: str) -> Graph:
    """One of NAMES."""
    return read_graph(Path(__file__).with_name(f"{name}.yaml"))
