# SPDX-License-Identifier: Apache-2.0
"""Something that has happened, or is asked for."""


class Event:
    name = "launch.Event"
