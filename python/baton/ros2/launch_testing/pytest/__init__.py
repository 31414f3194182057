# SPDX-License-Identifier: Apache-2.0
"""Launch tests run by pytest."""
