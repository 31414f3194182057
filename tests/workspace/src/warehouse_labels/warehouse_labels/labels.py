# SPDX-License-Identifier: Apache-2.0


def rack_of(shelf):
    """Return the part of a shelf's label that names the rack."""
    return shelf.label.partition('/')[0]
