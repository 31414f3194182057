# SPDX-License-Identifier: Apache-2.0
"""Decorators that change how a launch or a test runs."""

import functools
import time
from collections.abc import Callable


def keep_alive(test_description: Callable) -> Callable:
    """Of generate_test_description(): the launch stays when all of its processes have ended."""
    markers = getattr(test_description, "__markers__", {})
    test_description.__markers__ = {**markers, "keep_alive": True}
    return test_description


def retry_on_failure(*, times: int, delay: float | None = None) -> Callable:
    """Of a test: an AssertionError counts only if it comes `times` times, `delay` seconds apart."""
    if times < 1:
        raise ValueError(f"retry_on_failure(times={times}): a test runs once at least")

    def decorate(test: Callable) -> Callable:
        @functools.wraps(test)
        def run(self, *args, **kwargs):
            for _ in range(times - 1):
                try:
                    return test(self, *args, **kwargs)
                except AssertionError:
                    time.sleep(delay or 0)
            return test(self, *args, **kwargs)

        return run

    return decorate
