# SPDX-License-Identifier: Apache-2.0
"""Runs the launch of a file of tests for pytest, and keeps what became of each of its tests."""

import dataclasses
import unittest

import pytest
from _pytest.skipping import evaluate_skip_marks, evaluate_xfail_marks

from ..loader import cases_of, load_tests
from ..result import Result, class_and_method
from ..runner import LaunchTestRunner


class LaunchTestFailure(Exception):
    """What unittest says of a test that failed: its traceback."""


@dataclasses.dataclass
class Outcome:
    """Of one test. `elsewhere`: the test of pytest that has what the processes wrote."""

    failure: str | None = None
    skipped: str | None = None
    expected_failure: bool = False
    elsewhere: str | None = None

    def report(self) -> None:
        """Fails, skips or passes the test of pytest that is running."""
        if self.failure is not None:
            where = f"\nWhat the processes wrote is shown with {self.elsewhere}"
            raise LaunchTestFailure(self.failure + (where if self.elsewhere else ""))
        if self.skipped is not None:
            pytest.skip(self.skipped)
        if self.expected_failure:
            pytest.xfail("the test says that it fails")


class Launch:
    """One launch of a file: the one with this index. Each outcome is handed out once."""

    def __init__(self, module, index: int, config) -> None:
        self._module, self._index, self._config = module, index, config
        self._outcomes: dict[str | None, Outcome] = {}

    def outcome_of(self, item) -> Outcome:
        """Runs the launch where this was not done, or was reported already: then it runs again."""
        if item.case_id not in self._outcomes:
            session_items = item.session.items
            others = [one for one in session_items if getattr(one, "launch", None) is self]
            others = [one for one in others if one is item or not _is_left_out(one)]
            # Those before this one have been reported.
            at = others.index(item) if item in others else 0
            self._run({one.case_id for one in [item, *others[at:]]}, item.nodeid)
        outcome = self._outcomes.pop(item.case_id)
        if outcome.elsewhere == item.nodeid:
            outcome.elsewhere = None
        return outcome

    def _run(self, ids: set, by: str) -> None:
        # Loaded again: what a run has bound to its tests is that run's.
        run = load_tests(self._module)[self._index]
        run.active, run.after = (_chosen(suite, ids) for suite in (run.active, run.after))
        runner = LaunchTestRunner([run], dict(self._config.option.launch_args).items())
        (result,) = runner.run().values()
        if runner.interrupted:
            raise KeyboardInterrupt
        self._outcomes |= {
            id: dataclasses.replace(_outcome(result, id), elsewhere=by) for id in ids
        }


def _is_left_out(item) -> bool:
    """Whether marks of pytest say that the test is not run."""
    try:
        if evaluate_skip_marks(item):
            return True
        expected = evaluate_xfail_marks(item)
    except pytest.fail.Exception:
        # The test fails before it begins, and says what is wrong with its mark.
        return True
    return expected is not None and not expected.run and not item.config.option.runxfail


def _chosen(suite, ids: set) -> unittest.TestSuite:
    return unittest.TestSuite(case for case in cases_of(suite) if case.id() in ids)


def _outcome(result: Result, id: str | None) -> Outcome:
    def texts(entries) -> list[str]:
        # A subtest tells of the test that it is a part of.
        found = [(getattr(case, "test_case", case), text) for case, text in entries]
        return [text for case, text in found if id in (None, case.id())]

    failures = texts([*result.failures, *result.errors])
    if failures:
        return Outcome(failure="\n".join(failures))
    if reasons := texts(result.skipped):
        return Outcome(skipped=reasons[0])
    if texts(result.expectedFailures):
        return Outcome(expected_failure=True)
    if any(case.id() == id for case in result.unexpectedSuccesses):
        return Outcome(failure="the test was expected to fail, and passed")
    if id is None or any(case.id() == id for case in result.seconds):
        return Outcome()
    # setUpClass() has failed or skipped its class: its entry has the name of the class in parentheses.
    class_name, _ = class_and_method(id)

    def of_class(entries) -> list[str]:
        return [text for case, text in entries if f"({class_name})" in case.id()]

    if reasons := of_class(result.skipped):
        return Outcome(skipped=reasons[0])
    return Outcome(failure="\n".join(of_class(result.errors)) or "the test was not run")
