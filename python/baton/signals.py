# SPDX-License-Identifier: Apache-2.0
"""Which signals shut contexts down."""

from enum import IntEnum

from baton.native import _native


class SignalHandlerOptions(IntEnum):
    ALL = 0
    SIGINT = 1
    SIGTERM = 2
    NO = 3


_current = SignalHandlerOptions.NO


def install_signal_handlers(options: SignalHandlerOptions = SignalHandlerOptions.ALL) -> None:
    global _current
    _native.install_signal_handlers(int(options))
    _current = SignalHandlerOptions(options)


def get_current_signal_handlers_options() -> SignalHandlerOptions:
    """Which are installed; NO: none of Baton's."""
    return _current if _native.signal_handlers_installed() else SignalHandlerOptions.NO


def uninstall_signal_handlers() -> None:
    _native.uninstall_signal_handlers()
