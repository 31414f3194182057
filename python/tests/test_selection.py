# SPDX-License-Identifier: Apache-2.0
import pytest

from baton.perf.experiments import EXPERIMENTS
from baton.perf.selection import NothingSelected, select

CELLS = EXPERIMENTS["quick"]().cells(1)


@pytest.mark.parametrize(
    ("patterns", "count"),
    [
        (["4MB"], 15),
        (["size=4 MB,8MB"], 24),
        (["subscribers=1,16"], 36),
        (["zero-copy"], 19),
        (["4MB", "subscribers=16", "zero copy"], 1),
        (["4MB", "8MB", "floor"], 6),
    ],
)
def test_patterns_on_one_coordinate_widen_and_on_several_narrow(patterns, count):
    assert len(select(CELLS, patterns)) == count


def test_four_megabytes_is_not_sixty_four_kilobytes():
    assert {cell.coordinates["size"] for cell in select(CELLS, ["4KB"])} == {"4 KB"}


def test_what_matches_nothing_is_answered_with_what_there_is():
    with pytest.raises(NothingSelected, match="subscribers=1,4,16"):
        select(CELLS, ["subscribers=5"])
    with pytest.raises(NothingSelected, match="size=4 KB,64 KB"):
        select(CELLS, ["huge"])


def test_the_order_of_measuring_is_kept():
    labels = [cell.coordinates["variant"] for cell in select(CELLS, ["4MB"])]
    assert labels[:4] == ["copy", "zero copy", "floor", "copy"]


def test_a_comma_may_belong_to_a_value():
    cells = EXPERIMENTS["nodes"]().cells(1)
    readers = ["hand-over, 1 reader", "hand-over, 2 readers"]
    for patterns in ([f"variant={','.join(readers)}"], readers):
        assert [cell.coordinates["variant"] for cell in select(cells, patterns)] == readers
    with pytest.raises(NothingSelected, match="--only hand-over, 3 readers matches nothing"):
        select(cells, ["hand-over, 3 readers"])
