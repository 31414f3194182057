# SPDX-License-Identifier: Apache-2.0
"""The acceptance figures: what Baton must reach, each beside what it is held against."""

from baton.perf.experiments.bench.bench import Bench

__all__ = ["Bench"]
