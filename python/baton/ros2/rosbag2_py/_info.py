# SPDX-License-Identifier: Apache-2.0
"""Descriptions of bags, under the names of rosbag2_py."""

from __future__ import annotations

from pathlib import Path

from baton.bag.reader import BagReader, reindex
from rosbag2_py._storage import BagMetadata, StorageOptions, describe


class Info:
    def read_metadata(self, uri: str, storage_id: str = "") -> BagMetadata:
        with BagReader(Path(uri)) as bag:
            return describe(bag)


class Reindexer:
    def reindex(self, storage_options: StorageOptions) -> None:
        reindex(Path(storage_options.uri))
