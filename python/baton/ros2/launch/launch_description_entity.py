# SPDX-License-Identifier: Apache-2.0
"""What a launch description consists of: actions, and other descriptions."""

import asyncio
from collections.abc import Iterable


class LaunchDescriptionEntity:
    """Visited in the order of the file. What visit() returns is visited next."""

    location = None

    def visit(self, context) -> "list[LaunchDescriptionEntity] | None":
        return None

    def describe(self) -> str:
        return f"{type(self).__name__}(...)"

    def describe_sub_entities(self) -> "list[LaunchDescriptionEntity]":
        """What will be visited for sure below this entity."""
        return []

    def describe_conditional_sub_entities(
        self,
    ) -> "list[tuple[str, Iterable[LaunchDescriptionEntity]]]":
        """(when, what) that is visited only under a condition."""
        return []

    def get_asyncio_future(self) -> asyncio.Future | None:
        """Done when this entity has nothing left to do; None: nothing to wait for."""
        return None

    def __repr__(self) -> str:
        return self.describe()
