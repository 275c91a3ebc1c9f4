#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the checkers of the interface, check_headers, check_api, check_compile and
check_words, on small trees; and what check_sizes and check_docs hold single files to.

Usage: test_interface.py [test...]. Ends with the line "check: N passed, M failed".
"""

import sys
import unittest

from counting import Counting
from sample import C_HEAD, ROOT, Sample, header


class Headers(Sample):
    def test_good_headers_pass(self):
        body = "#include <stddef.h>\nstatic inline size_t snw_twice(size_t x) { return 2 * x; }\n"
        self.write("include/sinew/a.h", header("SINEW_A_H", body))
        self.write("include/sinew/b.h", header("SINEW_B_H", '#include "sinew/a.h"\n'))
        self.assertTrue(self.passes("check_headers").startswith("headers: 2 alone and in one"))

    def test_bad_headers_are_found(self):
        narrow = "static inline int snw_f(double x) { return x; }"
        cast = "static inline char *snw_f(const char *x) { return (char *)x; }"
        for body, compiler in (("size_t snw_f(void);", "gcc"), ("int snw_f(int class);", "g++"),
                               (narrow, "gcc"), (cast, "gcc"), ("int snw_f();", "gcc")):
            self.write("include/sinew/a.h", header("SINEW_A_H", body))
            self.finds(f"include/sinew/a.h:6: {compiler}:", "check_headers")

    def test_a_header_without_a_guard_is_found(self):
        self.write("include/sinew/a.h", "typedef struct snw_a { int x; } snw_a;\n")
        self.finds("include/sinew/a.h:1: gcc:", "check_headers", words="redefinition")

    def test_headers_that_clash_are_found(self):
        for name, member in (("a", "int x;"), ("b", "double y;")):
            body = f"typedef struct snw_same {{ {member} }} snw_same;"
            self.write(f"include/sinew/{name}.h", header(f"SINEW_{name.upper()}_H", body))
        for compiler in ("gcc", "g++"):
            self.finds(f"include/sinew/b.h:6: {compiler}:", "check_headers", words="redefinition")


class Api(Sample):
    """Two modules, one of them in sinew.h."""

    def setUp(self):
        super().setUp()
        self.write("docs/api.md", "| Module | Tier |\n|---|---|\n| a | easy |\n| b | wire |\n")
        self.write("include/sinew/sinew.h", header("SINEW_SINEW_H", '#include "sinew/a.h"'))
        self.write("include/sinew/a.h", header("SINEW_A_H", """
            /// One.
            int snw_one(int x);
            /// Two.
            static inline int snw_two(int x) { return snw_one(snw_one(x)); }
            typedef int (*snw_fn)(int x);
            extern const int snw_table[3];
            """))
        self.write("include/sinew/b/part.h",
                   header("SINEW_B_PART_H", "/// Three.\nvoid snw_three(void);"))
        self.write("src/robot/a/a.c", "int snw_one(int x) { return x; }\n")
        self.write("src/robot/b/b.c", "void snw_three(void) {}\n")
        self.write("docs/b.md", "`snw_three()` counts.\n")

    def test_functions_with_linkage_are_counted(self):
        self.assertEqual(self.passes("check_api").strip(), "api: 2 public functions")

    def test_more_than_the_limit_are_found(self):
        self.finds("include:1: count:", "check_api", "--most", "1",
                   words="2 public functions, 1 are allowed")
        self.passes("check_api", "--most", "2")

    def test_a_function_without_a_comment_is_found(self):
        path = "include/sinew/b/part.h"
        for body, line in (("void snw_three(void);", 6), ("// no\nvoid snw_three(void);", 7),
                           ("/// Other.\n\nvoid snw_three(\n    void);", 8),
                           ("static inline void snw_three(void) {}", 6),
                           ("void snw_three(void); // no", 6)):
            self.write(path, header("SINEW_B_PART_H", body))
            self.finds(f"{path}:{line}: comment: snw_three", "check_api")
        for body in ("/// Three.\nvoid snw_three(void);", "void snw_three(void); ///< three",
                     "/// Three.\nvoid snw_three(int a,\n               int b);",
                     "/// A.\nstatic inline void snw_three(void) {}\n"
                     "static inline void snw_three(void) {}"):
            self.write(path, header("SINEW_B_PART_H", body))
            self.passes("check_api")

    def test_what_only_its_module_uses_is_listed(self):
        self.write("docs/b.md", "Three.\n")
        self.assertEqual(self.passes("check_api", "--candidates").split(), ["b", "snw_three"])
        self.finds("include/sinew/b/part.h:7: no-user: nobody outside of b uses snw_three",
                   "check_api")
        self.write("apps/user.c", "int main(void) { snw_three(); }\n")
        self.assertEqual(self.passes("check_api", "--candidates").split(), [])
        self.passes("check_api")

    def test_what_belongs_to_a_type_needs_no_user_of_its_own(self):
        self.write("include/sinew/b/part.h",
                   header("SINEW_B_PART_H", "/// Three.\nint snw_three_defaults(void);"))
        self.assertEqual(self.passes("check_api", "--candidates").split(),
                         ["b", "snw_three_defaults"])
        self.passes("check_api")

    def test_a_private_name_in_a_public_header_is_found(self):
        self.write("include/sinew/b/part.h", header("SINEW_B_PART_H", "void snw__three(void);"))
        self.finds("include/sinew/b/part.h:6: inside:", "check_api")

    def test_each_module_has_a_tier_and_its_place(self):
        self.write("docs/api.md", "| a | easy |\n| b | useful |\n| c | use |\n")
        self.finds("docs/api.md:1: tier: b has no tier", "check_api")
        self.finds("docs/api.md:1: tier: c has no public header", "check_api")
        self.write("docs/api.md", "| a | wire |\n| b | use |\n")
        self.finds("include/sinew/sinew.h:1: one-include: sinew.h includes a.h", "check_api")
        self.finds("include/sinew/sinew.h:1: one-include: sinew.h does not include b.h",
                   "check_api")


class Compile(Sample):
    def setUp(self):
        super().setUp()
        self.write("include/sinew/a.h", "int snw_f(int x);\n")

    def file(self, first, body):
        return self.write("tests/compile/a/x.c", f'{first}\n#include "sinew/a.h"\n{body}\n')

    def test_what_must_fail_fails_with_its_text(self):
        self.file("// must fail: too many arguments", "int g(void) { return snw_f(1, 2); }")
        self.assertEqual(self.passes("check_compile"), "compile: 1 file\n")
        self.file("// must fail: too many arguments", "int g(void) { return snw_f(1); }")
        self.finds("tests/compile/a/x.c:1: accepted:", "check_compile")
        self.file("// must fail: too few arguments", "int g(void) { return snw_f(1, 2); }")
        self.finds("tests/compile/a/x.c:1: reason:", "check_compile")

    def test_a_control_must_compile(self):
        self.file("// must compile", "int g(void) { return snw_f(1); }")
        self.passes("check_compile")
        self.file("// must compile", "int g(void) { return snw_f(1, 2); }")
        self.finds("tests/compile/a/x.c:1: control:", "check_compile")

    def test_a_file_says_what_it_expects(self):
        for first in ("// must fail:", "// must not compile", "int x;"):
            self.file(first, "int g(void) { return snw_f(1, 2); }")
            self.finds("tests/compile/a/x.c:1: form:", "check_compile")

    def test_the_files_of_this_repository_hold(self):
        self.passes("check_compile", root=ROOT)


class Words(Sample):
    """A file of each kind with plain texts; each test spoils one of them."""

    GOOD = '''// a wish is free in comments
static const snw_field fields[] = {
    {.name = "kp", .help = "Position gain kp [1/s^2]; one value "
                           "applies to all joints."},
};
static const cli_command run = {.name = "run", .summary = "Run a cell."};
static const cli_program program = {.name = "sinew", .summary = "a platform for robots."};
static const snw_command stop = {.word = "stop", .help = "Stop the motion."};
'''

    def setUp(self):
        super().setUp()
        self.write("src/core/low/low.c", self.GOOD)
        self.write("viewer/src/main.ts", "const wish = `Stopped: ${why}`; // the way out\n")

    def spoil(self, old, new, start, words=""):
        self.assertIn(old, self.GOOD)
        self.write("src/core/low/low.c", self.GOOD.replace(old, new))
        self.finds(f"src/core/low/low.c:{start}", "check_words", words=words)

    def test_plain_texts_pass(self):
        self.assertEqual(self.passes("check_words"), "words: 4 help texts\n")

    def test_this_repository_passes(self):
        self.assertRegex(self.passes("check_words", root=ROOT), r"^words: \d{4} help texts\n$")

    def test_odd_words_are_found_also_across_two_literals(self):
        self.spoil("Run a cell.", "Run every so manieth cell.", "6: word:", "manieth")
        self.spoil("Run a cell.", "Run what is reckoned.", "6: word:", "reckoned")
        self.spoil("Run a cell.", "Run it without a Wish.", "6: word:", "Wish")
        self.spoil("Run a cell.", "Run what somebody wants.", "6: word:", "somebody")
        self.spoil("Run a cell.", "Run what it was told.", "6: word:", "told")
        self.spoil("Run a cell.", "Run what that is no cell.", "6: word:", "that is no")
        self.spoil('value "\n                           "applies',
                   'way "\n          "out, that applies', "3: word:", "way out")
        self.write("src/core/low/low.c", self.GOOD)
        self.write("viewer/src/main.ts", "\nconst text = 'Way out: ';\n")
        self.finds("viewer/src/main.ts:2: word:", "check_words", words="Way out")

    def test_odd_words_are_found_in_the_comments_of_the_reference(self):
        for folder in ("include/sinew", "src/inside/sinew/low"):
            path = f"{folder}/low.h"
            self.write(path, "// somebody reads this\n/// Says the way\n/// out.\nint f(void);\n")
            self.finds(f"{path}:2: reference:", "check_words", words="way out")
            self.write(path, "int f(void); ///< what somebody wants\n")
            self.finds(f"{path}:1: reference:", "check_words", words="somebody")
            self.write(path, "/// What the operator wants.\nint f(void);\n")
        self.passes("check_words")

    def test_fragments_are_found(self):
        for text in ("Of the loop", "In which of these, from 0", "That pulls the ends", "Its mass"):
            self.spoil("Position gain kp [1/s^2]; one value ", f"{text}; it ", "3: fragment:", text)
        self.spoil("all joints.", "all joints", "3: sentence:")
        table = 'X(read, "Between the fingers.")'
        self.write("include/sinew/low.h", f"#define TABLE(X) {table}\n")
        self.write("src/core/low/low.c", self.GOOD)
        self.finds("include/sinew/low.h:1: fragment:", "check_words", words="Between")

    def test_commands_without_a_verb_are_found(self):
        self.spoil("Run a cell.", "Arms move.", "6: verb:", "Arms move.")
        self.spoil("Stop the motion.", "Stops the motion.", "8: verb:", "Stops")


class SingleFiles(Sample):
    def test_the_program_with_the_page_stays_short(self):
        path = "examples/20_my_law_on_the_page/main.c"
        head = C_HEAD + '#include <stdio.h>\n\n#include "sinew/sinew.h"\n'
        rest = 69 - head.count("\n")
        self.write(path, head + "//\n" * rest)
        self.passes("check_sizes")
        self.write(path, head + "//\n" * (rest + 1))
        self.finds(f"{path}:70: example-size:", "check_sizes", words="69 allowed")
        for second in ("../explain.h", "sinew/station.h"):
            self.write(path, head + f'#include "{second}"\n')
            self.finds(f"{path}:6: example-include:", "check_sizes", words=second)
        self.write(path, C_HEAD + "#include <stdio.h>\n")
        self.finds(f"{path}:1: example-include:", "check_sizes", words="sinew/sinew.h")

    def test_decisions_are_numbered_in_their_order(self):
        self.write("src/LAYERS", "")
        for page in ("not-built", "deferred"):
            self.write(f"docs/{page}.md", "# Later\n")
        records = "# Decisions\n\n## 1. So\n\nIt is.\n\n## 2. And so\n"
        self.write("docs/decisions.md", records)
        self.passes("check_docs")
        for number in (2, 4):
            self.write("docs/decisions.md", f"{records}\n## {number}. Again\n")
            self.finds("docs/decisions.md:9: decision:", "check_docs",
                       words=f"record 3, numbered {number}")


def main():
    loader, module = unittest.defaultTestLoader, sys.modules["__main__"]
    tests = loader.loadTestsFromNames(sys.argv[1:], module) if len(sys.argv) > 1 else None
    runner = unittest.TextTestRunner(resultclass=Counting, verbosity=1)
    result = runner.run(tests or loader.loadTestsFromModule(module))
    sys.stderr.flush()
    return result.report()


if __name__ == "__main__":
    sys.exit(main())
