# SPDX-License-Identifier: Apache-2.0
from warehouse_interfaces.msg import Item, Shelf
from warehouse_reports.report import describe


def test_describes_items_by_their_kind():
    shelf = Shelf(label='a/1', items=[Item(name='tea'), Item(name='milk', kind=Item.KIND_BOTTLE)])
    assert describe(shelf) == 'a/1 holds box tea, bottle milk'
