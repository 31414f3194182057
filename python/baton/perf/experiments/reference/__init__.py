# SPDX-License-Identifier: Apache-2.0
"""The tables of the reference documents: the published figures beside those of this machine."""

from baton.perf.experiments.reference.reference import Reference

__all__ = ["Reference"]
