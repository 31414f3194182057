# SPDX-License-Identifier: Apache-2.0
"""Beside the messages there is code."""
FORCE_UNIT = 'N'
