# SPDX-License-Identifier: Apache-2.0
"""`baton perf python`: how long a message takes from one Python process to another, by Baton and by what else is
installed for it in this Python."""
