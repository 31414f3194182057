# SPDX-License-Identifier: Apache-2.0
"""Baton: zero-copy publish/subscribe for robots. This package holds its command line."""
