# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""The result of Python tests as the suite counts it."""
import unittest


class Counting(unittest.TextTestResult):
    """Counts whole tests: one whose parts fail several times has failed once."""

    def report(self):
        bad = {getattr(test, "test_case", test).id() for test, _ in self.failures + self.errors}
        # what is skipped has proven nothing: ./test has all tools and builds
        for test, reason in self.skipped:
            bad.add(test.id())
            print(f"skipped: {test.id()}: {reason}")
        print(f"check: {self.testsRun - len(bad)} passed, {len(bad)} failed")
        return 1 if bad else 0
