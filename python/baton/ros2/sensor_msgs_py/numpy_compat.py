# SPDX-License-Identifier: Apache-2.0
"""Two functions that numpy has had since 1.16, under the name by which older programs import them."""

from numpy.lib.recfunctions import (  # noqa: F401
    structured_to_unstructured,
    unstructured_to_structured,
)
