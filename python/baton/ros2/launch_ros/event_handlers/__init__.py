# SPDX-License-Identifier: Apache-2.0
"""Handlers of events of nodes."""

from .on_state_transition import OnStateTransition

__all__ = ["OnStateTransition"]
