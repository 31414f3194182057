# SPDX-License-Identifier: Apache-2.0
"""A ROS_DOMAIN_ID that no other test of this machine uses at the same time."""

import contextlib
import os
import socket
from collections.abc import Iterator

# A port for each of the domains 1 to 100, which the kernel gives to one process alone.
_FIRST_PORT = 22119
_DOMAINS = range(1, 101)


@contextlib.contextmanager
def own_domain() -> Iterator[int]:
    """While the block runs. Throws RuntimeError if all are taken."""
    before = os.environ.get("ROS_DOMAIN_ID")
    with contextlib.closing(socket.socket()) as claim:
        for domain in _DOMAINS:
            with contextlib.suppress(OSError):
                claim.bind(("127.0.0.1", _FIRST_PORT + domain))
                break
        else:
            raise RuntimeError(f"{len(_DOMAINS)} tests run at once: no ROS_DOMAIN_ID is free")
        os.environ["ROS_DOMAIN_ID"] = str(domain)
        try:
            yield domain
        finally:
            if before is None:
                del os.environ["ROS_DOMAIN_ID"]
            else:
                os.environ["ROS_DOMAIN_ID"] = before
