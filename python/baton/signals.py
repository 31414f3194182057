# SPDX-License-Identifier: Apache-2.0
"""Which signals shut contexts down."""

from enum import IntEnum

from baton.native import _native


class SignalHandlerOptions(IntEnum):
    ALL = 0
    SIGINT = 1
    SIGTERM = 2
    NO = 3


def install_signal_handlers(options: SignalHandlerOptions = SignalHandlerOptions.ALL) -> None:
    _native.install_signal_handlers(int(options))


def uninstall_signal_handlers() -> None:
    _native.uninstall_signal_handlers()
