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
