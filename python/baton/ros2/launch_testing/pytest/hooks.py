# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest: a file whose generate_test_description() has a mark is a launch test.

`pytest test/camera_launch_test.py` runs what `launch_test` runs; each test is one of pytest, too, so it
can be chosen by its name. The first one that is run has the launch run, with all that were chosen.
"""

import argparse
import inspect

import pytest

from ..launch_test import module_of, pair_of
from ..loader import cases_of, load_tests
from .launches import Launch, LaunchTestFailure

MARKS = {
    "launch_test": "launch_test: of generate_test_description(): the file is a launch test",
    "rostest": "rostest: the same as launch_test",
}


def pytest_addoption(parser) -> None:
    parser.getgroup("launch_testing").addoption(
        "--launch-args",
        action="extend",
        nargs="*",
        default=[],
        type=_argument,
        metavar="NAME:=VALUE",
        help="launch arguments of launch tests",
    )


def _argument(text: str) -> tuple[str, str]:
    try:
        return pair_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; name files before --launch-args") from None


def pytest_configure(config) -> None:
    for line in MARKS.values():
        config.addinivalue_line("markers", line)


def pytest_pycollect_makemodule(module_path, parent):
    # Only a file that may be one is looked at here; pytest imports it once, whatever it is.
    if b"generate_test_description" in module_path.read_bytes():
        return LaunchTestModule.from_parent(parent, path=module_path)
    return None


class LaunchTestModule(pytest.Module):
    """A file that may be a launch test; without the mark it is a file of pytest as any other."""

    def _getobj(self):
        if "." in self.path.stem:
            # No import statement finds camera.test.py.
            try:
                return module_of(self.path, self.path.stem)
            except Exception as error:
                raise self.CollectError(f"{self.path}: {type(error).__name__}: {error}") from error
        return super()._getobj()

    def collect(self):
        describe = getattr(self.obj, "generate_test_description", None)
        marks = list(getattr(describe, "pytestmark", []))
        if not any(mark.name in MARKS for mark in marks):
            return super().collect()
        return list(self._classes(marks))

    def _classes(self, marks):
        try:
            runs = load_tests(self.obj)
            for run in runs:
                run.validate()
        except (LookupError, TypeError, ValueError) as error:
            raise self.CollectError(f"{self.path}: {error}") from error
        for index, run in enumerate(runs):
            launch = Launch(self.obj, index, self.config)
            by_class: dict[str, list] = {}
            for case in [*cases_of(run.active), *cases_of(run.after)]:
                by_class.setdefault(type(case).__name__, []).append(case)
            for name, cases in by_class.items():
                yield _Class.from_parent(
                    self, name=name, launch=launch, cases=cases, marks=marks
                )
            if not by_class:
                # The launch itself is the test.
                yield _Item.from_parent(self, name="launch", launch=launch, marks=marks)


class _Class(pytest.Collector):
    def __init__(self, *, launch, cases, marks, **kwargs) -> None:
        super().__init__(**kwargs)
        self._launch, self._cases, self._marks = launch, cases, marks

    def collect(self):
        for case in self._cases:
            method = getattr(type(case), case._testMethodName.partition("[")[0], None)
            marks = [*self._marks, *getattr(method, "pytestmark", [])]
            yield _Item.from_parent(
                self,
                name=case._testMethodName,
                launch=self._launch,
                marks=marks,
                id=case.id(),
                line=_line_of(method),
            )


def _line_of(method) -> int:
    """From 0; 0 where it is not known."""
    code = getattr(inspect.unwrap(method), "__code__", None) if callable(method) else None
    return code.co_firstlineno - 1 if code else 0


class _Item(pytest.Item):
    """One test of a launch. `id`: that of the test case, or None for a launch without any."""

    def __init__(self, *, launch, marks, id=None, line=0, **kwargs) -> None:
        super().__init__(**kwargs)
        self.launch, self.case_id, self._line = launch, id, line
        for mark in marks:
            self.add_marker(getattr(pytest.mark, mark.name)(*mark.args, **mark.kwargs))

    def runtest(self) -> None:
        self.launch.outcome_of(self).report()

    def reportinfo(self):
        return self.path, self._line, ".".join(node.name for node in self.listchain()[-2:])

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, LaunchTestFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo)
