# SPDX-License-Identifier: Apache-2.0
"""The `baton` command: one module a subcommand."""
