# SPDX-License-Identifier: Apache-2.0
"""What may be wrong with a machine, and its cure."""
