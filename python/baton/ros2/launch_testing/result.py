# SPDX-License-Identifier: Apache-2.0
"""Results of tests with their times, and as the XML that colcon and continuous integration read."""

import io
import re
import time
import unittest
import xml.etree.ElementTree as ET
from collections.abc import Iterable


class Result(unittest.TextTestResult):
    """Also has `seconds` of each test."""

    def __init__(self, stream=None, descriptions=True, verbosity=0, **kwargs) -> None:
        super().__init__(stream or io.StringIO(), descriptions, verbosity, **kwargs)
        self.seconds: dict = {}

    def startTest(self, test) -> None:
        self.seconds[test] = -time.monotonic()
        super().startTest(test)

    def stopTest(self, test) -> None:
        self.seconds[test] += time.monotonic()
        super().stopTest(test)

    def append(self, other: "Result") -> None:
        """Adds what another result has."""
        self.seconds |= other.seconds
        self.testsRun += other.testsRun
        for name in ("failures", "errors", "skipped"):
            getattr(self, name).extend(getattr(other, name))
        self.expectedFailures += other.expectedFailures
        self.unexpectedSuccesses += other.unexpectedSuccesses


def failed(cases: Iterable[unittest.TestCase], message: str) -> Result:
    """All of them failed, for the same reason; without a test the launch itself is one."""
    result = Result()
    for case in list(cases) or [unittest.FunctionTestCase(lambda: None, description="launch")]:
        result.startTest(case)
        result.failures.append((case, message))
        result.stopTest(case)
    return result


def skipped(cases: Iterable[unittest.TestCase], reason: str) -> Result:
    result = Result()
    for case in cases:
        result.startTest(case)
        result.skipped.append((case, reason))
        result.stopTest(case)
    return result


def as_xml(results: dict[str, Result], name: str) -> ET.ElementTree:
    """A suite for each launch."""
    root = ET.Element("testsuites", name=name, **_totals(results.values()))
    for suite_name, result in results.items():
        suite = ET.SubElement(root, "testsuite", name=suite_name, **_totals([result]))
        # A class that could not be set up has an error, and no test that began.
        told = [case for what in (result.errors, result.failures) for case, _ in what]
        for case in dict.fromkeys([*result.seconds, *told]):
            suite.append(_case(case, result))
    return ET.ElementTree(root)


def _totals(results: Iterable[Result]) -> dict[str, str]:
    results = list(results)
    return {
        "tests": str(sum(one.testsRun for one in results)),
        "failures": str(sum(len(one.failures) + len(one.unexpectedSuccesses) for one in results)),
        "errors": str(sum(len(one.errors) for one in results)),
        "skipped": str(sum(len(one.skipped) for one in results)),
        "time": f"{sum(sum(one.seconds.values()) for one in results):.3f}",
    }


def class_and_method(id: str) -> tuple[str, str]:
    """Of a test's id; values of parametrize(), or a class in parentheses, belong to the method."""
    path = re.split(r"[ \[(]", id, maxsplit=1)[0]
    class_name = path.rpartition(".")[0]
    return class_name, id[len(class_name) :].removeprefix(".")


def _case(case, result: Result) -> ET.Element:
    class_name, method = class_and_method(case.id())
    element = ET.Element(
        "testcase",
        classname=class_name,
        name=method,
        time=f"{result.seconds.get(case, 0):.3f}",
    )
    for tag, entries in (
        ("failure", result.failures),
        ("error", result.errors),
        ("skipped", result.skipped),
    ):
        for other, text in entries:
            # A subtest tells of the test that it is a part of.
            if getattr(other, "test_case", other) is case:
                ET.SubElement(element, tag, message=text)
    if case in result.unexpectedSuccesses:
        ET.SubElement(element, "failure", message="the test was expected to fail")
    return element
