# SPDX-License-Identifier: Apache-2.0
"""The plugin of pytest: runs tests with @pytest.mark.launch beside their launch, or behind its end."""

import functools
import inspect
import warnings

import pytest

from .fixture import scoped_fixtures
from .launch_run import LaunchRun, runs_of
from .shutdown_order import behind_the_others

MARK = "launch"

globals().update(scoped_fixtures("function"))


def pytest_configure(config) -> None:
    config.addinivalue_line(
        "markers",
        f"{MARK}(fixture, shutdown=False): the test runs beside the launch of this fixture; "
        "shutdown: behind its end",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector, name, obj):
    """Tests that are generators or coroutines are tests here, and depend on their launch."""
    if not (inspect.isfunction(obj) and collector.istestfunction(obj, name)):
        return None
    mark = _mark_of(collector, obj)
    if mark is None:
        return None
    if fixture := _fixture_of(mark):
        obj = pytest.mark.usefixtures(fixture.name)(obj)
    return list(collector._genfunctions(name, obj))


def _mark_of(collector, function):
    own = [mark for mark in getattr(function, "pytestmark", []) if mark.name == MARK]
    return own[-1] if own else collector.get_closest_marker(MARK)


def _fixture_of(mark):
    return getattr(mark.kwargs.get("fixture"), "launch_fixture", None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items) -> None:
    """Of a launch with several tests, those behind its end come last."""
    launch_of = {}
    for item in items:
        mark = item.get_closest_marker(MARK) if isinstance(item, pytest.Function) else None
        fixture = _fixture_of(mark) if mark else None
        if fixture and fixture.scope != "function":
            halves = not mark.kwargs.get("shutdown") and _yields(item.obj)
            late = _Half.from_parent(item.parent, first=item) if halves else None
            launch_of[item] = (fixture, bool(mark.kwargs.get("shutdown")), late)
    items[:] = behind_the_others(items, launch_of)


def _yields(function) -> bool:
    return inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    mark = pyfuncitem.get_closest_marker(MARK)
    if mark is None:
        return None
    fixture = _fixture_of(mark)
    if fixture is None:
        what = (
            '"fixture" keyword argument is required in a pytest.mark.launch() decorator: '
            "a function with @launch_pytest.fixture"
        )
        warnings.warn(f"{pyfuncitem.nodeid}: {what}", stacklevel=1)
        pytest.skip(what)
    values = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    test = functools.partial(pyfuncitem.obj, **values)
    run = runs_of(pyfuncitem.session)[fixture.name]
    if _yields(pyfuncitem.obj):
        if mark.kwargs.get("shutdown"):
            pytest.fail("a test that is a generator or async generator cannot have shutdown=True")
        _run_first_half(run, pyfuncitem.nodeid, test())
        if fixture.scope == "function":
            _run_second_half(run, pyfuncitem.nodeid)
        return True
    if mark.kwargs.get("shutdown"):
        run.end()
        run.until(test()) if inspect.iscoroutinefunction(pyfuncitem.obj) else test()
    elif inspect.iscoroutinefunction(pyfuncitem.obj):
        run.until(test())
    else:
        run.call(test)
    return True


def _run_first_half(run: LaunchRun, id: str, generator) -> None:
    if inspect.isasyncgen(generator):
        run.until(anext(generator, None))
    else:
        run.call(lambda: next(generator, None))
    run.halves[id] = generator


def _run_second_half(run: LaunchRun, id: str) -> None:
    run.end()
    generator, over = run.halves.pop(id), object()
    if inspect.isasyncgen(generator):
        left = run.until(anext(generator, over))
    else:
        left = next(generator, over)
    if left is not over:
        pytest.fail("a test that is a generator must stop iteration after yielding once")


class _Half(pytest.Item):
    """What stands behind the `yield` of a test whose launch has other tests, too."""

    def __init__(self, *, first, **kwargs) -> None:
        super().__init__(**kwargs)
        self._first = first

    @classmethod
    def from_parent(cls, parent, *, first):
        return super().from_parent(parent, name=f"{first.name}[shutdown]", first=first)

    def runtest(self) -> None:
        mark = self._first.get_closest_marker(MARK)
        run = runs_of(self.session).get(_fixture_of(mark).name)
        if run is None or self._first.nodeid not in run.halves:
            pytest.skip("what stands before its yield was not run, or has failed")
        _run_second_half(run, self._first.nodeid)

    def reportinfo(self):
        path, line, name = self._first.reportinfo()
        return path, line, f"{name}[shutdown]"
