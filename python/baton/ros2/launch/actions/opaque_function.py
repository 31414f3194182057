# SPDX-License-Identifier: Apache-2.0
"""The name under which launch files import OpaqueFunction."""

from .opaque import OpaqueFunction

__all__ = ["OpaqueFunction"]
