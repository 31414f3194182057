# SPDX-License-Identifier: Apache-2.0
"""What the network costs: UDP against bare Fast DDS, and shared memory while it is open."""

from baton.perf.experiments.network.network import Network

__all__ = ["Network"]
