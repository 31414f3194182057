# SPDX-License-Identifier: Apache-2.0
"""What runs on this machine, read from the registry: no participant is made, no process asked."""
