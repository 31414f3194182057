# SPDX-License-Identifier: Apache-2.0
"""A text that is known only when the launch file runs."""


class Substitution:
    """Base of all substitutions: perform() gives the text."""

    def describe(self) -> str:
        return f"{type(self).__name__}()"

    def perform(self, context) -> str:
        raise NotImplementedError(f"{type(self).__name__} has no perform()")

    def __repr__(self) -> str:
        return self.describe()
