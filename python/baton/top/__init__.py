# SPDX-License-Identifier: Apache-2.0
"""Topics and processes, live, from what the observer sees."""
