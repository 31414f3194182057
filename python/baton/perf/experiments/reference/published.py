# SPDX-License-Identifier: Apache-2.0
"""What the documents publish: `published.yaml`, read once."""

import functools
from pathlib import Path

import yaml

FILE = Path(__file__).with_name("published.yaml")


@functools.cache
def published() -> dict:
    return yaml.safe_load(FILE.read_text(encoding="utf-8"))


def source(document: str) -> str:
    """The name of a document and the hardware of its figures."""
    told = published()["documents"][document]
    return f"published: {told['name']}, on {told['hardware']}"
