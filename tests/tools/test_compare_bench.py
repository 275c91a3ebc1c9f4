#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Which rows tools/compare_bench compares. Ends with the line "check: N passed, M failed"."""

import sys
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
TOOL = str(ROOT / "tools" / "compare_bench")
compare_bench = SourceFileLoader("compare_bench", TOOL).load_module()

ALONE, PAIRED = [("fk", False), ("ik", False)], [("fk", True), ("ik", False)]


class Rows(unittest.TestCase):
    def test_a_row_has_the_block_behind_its_look_at_the_clock(self):
        self.assertEqual(compare_bench.rows_of([1, 100, 2, 200, 3], ALONE), {"fk": 100, "ik": 200})

    def test_the_last_block_may_be_missing(self):
        self.assertEqual(compare_bench.rows_of([1, 100, 2, 200], ALONE), {"fk": 100, "ik": 200})

    def test_what_a_peer_needs_is_no_row_of_ours(self):
        counts = [1, 100, 2, 999, 3, 200, 4]
        self.assertEqual(compare_bench.rows_of(counts, PAIRED), {"fk": 100, "ik": 200})

    def test_blocks_that_do_not_fit_the_table_have_no_rows(self):
        for counts in ([], [1, 100], [1, 100, 2, 200, 3, 4], [1, 100, 2, 999, 3, 200, 4]):
            self.assertIsNone(compare_bench.rows_of(counts, ALONE), counts)

    def test_two_rows_of_one_name_have_no_rows(self):
        self.assertIsNone(compare_bench.rows_of([1, 2, 3, 4, 5], [("fk", False), ("fk", False)]))


PROFILE = """\
version: 1
fl=(1) /src/tests/bench/bench.c
fn=(1) bench_pair
+1 7
cfi=(2) /src/tests/bench/bench_arm.c
cfn=(2) fk_ours
calls=2 30
12 60000
cfi=(4) /usr/printf.c
cfn=(9) printf
calls=2 1
* 90000
fl=(2)
fn=(2)
31 5
cfi=(3) /src/src/robot/arm.c
cfn=(3) snw_arm_fk
calls=200 4
+2 50000
cfn=(4) snw_arm_open
calls=1 9
-1 90000
cfn=(5) clock_gettime@@GLIBC_2.17
calls=6 9
35 60
cfn=(6) peer_fk
calls=200 1
* 70000
fi=(3)
4 17
fe=(2)
cfn=(3)
calls=100 4
36 40000
fl=(3)
fn=(3)
4 90000
cfn=(7) snw__arm_part
calls=500 4
5 30000

totals: 400000
"""


class Calls(unittest.TestCase):
    def setUp(self):
        self.edges = compare_bench.edges_of(PROFILE.splitlines(keepends=True))

    def test_calls_of_a_profile_are_summed_by_caller_and_callee(self):
        self.assertEqual(self.edges["/src/tests/bench/bench_arm.c", "fk_ours", "snw_arm_fk"],
                         [300, 90000])
        self.assertEqual(self.edges["/src/tests/bench/bench.c", "bench_pair", "fk_ours"],
                         [2, 60000])
        self.assertEqual(len(self.edges), 7)

    def test_what_is_timed_and_what_is_called_often_in_the_library_is_compared(self):
        self.assertEqual(compare_bench.calls_of(self.edges),
                         {"bench_pair > fk_ours": 30000, "fk_ours > snw_arm_fk": 300})

    def test_looks_at_the_clock_that_are_more_than_those_of_rows_fit_no_table(self):
        self.assertEqual(compare_bench.looks_of(self.edges), 6)
        self.assertTrue(compare_bench.fits(6, PAIRED))
        self.assertFalse(compare_bench.fits(7, PAIRED))
        self.assertFalse(compare_bench.fits(4, [("fk", False), ("fk", False)]))


class Pairs(unittest.TestCase):
    def test_rows_are_compared_by_name_wherever_they_stand(self):
        both, added, gone = compare_bench.pair({"fk": 10, "old": 5, "ik": 20},
                                               {"new": 7, "ik": 22, "fk": 11})
        self.assertEqual(both, [("ik", 20, 22), ("fk", 10, 11)])
        self.assertEqual((added, gone), (["new"], ["old"]))


if __name__ == "__main__":
    outcome = unittest.main(exit=False, verbosity=1).result
    bad = len(outcome.failures) + len(outcome.errors)
    print(f"check: {outcome.testsRun - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)
