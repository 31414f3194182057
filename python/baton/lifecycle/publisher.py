# SPDX-License-Identifier: Apache-2.0
"""Publishers of lifecycle nodes."""

from __future__ import annotations

from typing import Any

from baton.lifecycle.entity import SimpleManagedEntity
from baton.publisher import Publisher


class LifecyclePublisher(SimpleManagedEntity, Publisher):
    """Publishes while its node is active; other messages are dropped."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        SimpleManagedEntity.__init__(self)
        Publisher.__init__(self, *args, **kwargs)

    @SimpleManagedEntity.when_enabled
    def publish(self, msg: Any) -> None:
        Publisher.publish(self, msg)
