#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Which lines tools/mutants breaks, and how. Ends with the line "check: N passed, M failed"."""

import random
import sys
import textwrap
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import mutantlib  # noqa: E402

SOURCE = textwrap.dedent("""\
    #include <stdio.h>
    // a comment: if (a < b) return 1;
    enum { SIZE = 10 };
    static const int table[] = {1, 2, 3};

    /* another
       x = 1 + 2; */
    static bool is_small(int a, int b) {
        static const int inner[] = {
            4,
            5,
        };
        int c;
        const int d = a + b; // 1 + 1
        if (a < b && d == 3) {
            count(a, "b+c");
        }
        (void)snw_refuse(why, 1, "a + b is too large");
        c = inner[0] * 2;
        return c > 7;
    }

    void go_there(double *x) {
        for (int i = 0; i < SIZE; i++)
            x[i] += 0.5;
        clear(x,
              SIZE - 1);
    }
    """)


def found():
    return {(m.line, m.kind, m.text.strip()) for m in mutantlib.find_mutants("a.c", SOURCE)}


class Sites(unittest.TestCase):
    def test_operators_conditions_constants_and_statements_are_broken(self):
        for line, kind, text in (
                (14, "+ to -", "const int d = a - b; // 1 + 1"),
                (15, "< to <=", "if (a <= b && d == 3) {"),
                (15, "&& to ||", "if (a < b || d == 3) {"),
                (15, "== to !=", "if (a < b && d != 3) {"),
                (15, "constant", "if (a < b && d == 4) {"),
                (15, "negate", "if (!(a < b && d == 3)) {"),
                (16, "drop", ";"), (16, "return early", "return true;"),
                (19, "* to /", "c = inner[0] / 2;"), (19, "constant", "c = inner[1] * 2;"),
                (20, "> to >=", "return c >= 7;"), (20, "constant", "return c > 8;"),
                (24, "constant", "for (int i = 1; i < SIZE; i++)"),
                (25, "+= to -=", "x[i] -= 0.5;"), (25, "constant", "x[i] += 1.5;"),
                (27, "- to +", "SIZE + 1);")):
            self.assertIn((line, kind, text), found())

    def test_comments_declarations_tables_and_messages_are_left_alone(self):
        lines = {line for line, _, _ in found()}
        self.assertFalse(lines & {1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 18, 23})

    def test_parts_of_statements_and_declarations_are_not_dropped(self):
        dropped = {line for line, kind, _ in found() if kind == "drop"}
        self.assertEqual(dropped, {16, 19})

    def test_nothing_in_texts_or_comments_is_changed(self):
        self.assertFalse([text for _, _, text in found() if '"b-c"' in text or "1 - 1" in text])

    def test_a_mutant_changes_its_line_alone(self):
        for mutant in mutantlib.find_mutants("a.c", SOURCE):
            pairs = zip(SOURCE.split("\n"), mutantlib.apply(SOURCE, mutant).split("\n"))
            changed = [i for i, (a, b) in enumerate(pairs, 1) if a != b]
            self.assertEqual(changed, [mutant.line])

    def test_the_same_seed_chooses_the_same(self):
        all_of = list(mutantlib.find_mutants("a.c", SOURCE))
        one, two = (mutantlib.choose(all_of, random.Random(7), 5) for _ in range(2))
        self.assertEqual(one, two)
        self.assertEqual(len({m.line for m in one}), 5)
        self.assertNotEqual(one, mutantlib.choose(all_of, random.Random(8), 5))
        # a longer list begins with the shorter one's places, so that a run can be continued
        longer = mutantlib.choose(all_of, random.Random(7), 8)
        self.assertEqual(longer[:5], one)

    def test_this_repository_has_many_in_every_module(self):
        for module in sorted((ROOT / "src").glob("*/*/CMakeLists.txt")):
            sources = list(module.parent.glob("*.c"))
            lines = {(m.path, m.line) for path in sources
                     for m in mutantlib.find_mutants(str(path), path.read_text(encoding="utf-8"))}
            self.assertGreater(len(lines), 10 if sources else -1, module.parent)


def main():
    result = unittest.TextTestRunner(stream=sys.stdout).run(
        unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    bad = len(result.failures) + len(result.errors)
    print(f"check: {result.testsRun - bad} passed, {bad} failed")
    return 1 if bad or result.testsRun == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
