#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Runs each checker of tools/ on small good and bad trees, and some on this repository.

Usage: test_checkers.py [--build DIR] [test...]; DIR holds a release or debug build (default: one
of build/release, build/debug, build/clang). Ends with the line "check: N passed, M failed".
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from counting import Counting
from sample import C_HEAD, HASH_HEAD, ROOT, Sample, header

TABLE = ROOT / "tests" / "tools" / "samples" / "actin-libraries"
CHECKERS = sorted(path.name for path in (ROOT / "tools").glob("check_*"))
WITH_BUILD_DIR = {"check_imports", "check_globals", "check_tidy"}

MARKS = "#define SNW_RT\n#define SNW_SETUP\n"


def real_build():
    """A build of this repository, or None."""
    names = [os.environ.get("SINEW_BUILD", "")]
    names += [str(ROOT / "build" / preset) for preset in ("release", "debug", "clang")]
    return next((Path(n) for n in names if n and list(Path(n).glob("libsinew*.so"))), None)


class CommonBehaviour(Sample):
    def test_every_checker_explains_itself(self):
        for checker in CHECKERS:
            result = self.call(checker, "--help")
            self.assertEqual(result.returncode, 0, checker)
            self.assertIn("--root", result.stdout, checker)

    def test_wrong_usage_is_exit_2(self):
        for checker in CHECKERS:
            self.assertEqual(self.call(checker, "--no-such-option").returncode, 2, checker)
            missing = self.call(checker, root=self.root / "missing")
            self.assertEqual(missing.returncode, 2, checker)
        for checker in WITH_BUILD_DIR:
            self.assertEqual(self.call(checker).returncode, 2, checker)

    def test_every_checker_has_a_line_in_the_readme(self):
        text = (ROOT / "tools" / "README.md").read_text(encoding="utf-8")
        for checker in CHECKERS:
            self.assertIn(f"`{checker}", text)


class Layers(Sample):
    """Modules low and high; high stands on low."""

    def setUp(self):
        super().setUp()
        self.write("src/LAYERS", "# module folder context\nlow core rt\nhigh core setup\n")
        use = '#include "sinew/low.h"\n'
        for name, links, body in (("low", "", ""), ("high", "LINKS low", use)):
            self.write(f"include/sinew/{name}.h", header(f"SINEW_{name.upper()}_H"))
            self.write(f"src/core/{name}/{name}.c", body)
            self.write(f"src/core/{name}/CMakeLists.txt",
                       f"snw_module({name} NUMERIC SOURCES {name}.c\n  {links} LIBRARIES m)\n")

    # spec: actin-model:A1-BLD-01
    def test_a_good_tree_is_a_dag(self):
        verdict = self.passes("check_layers")
        self.assertEqual(verdict, "layers: 2 modules, 1 link, no cycle\n")

    # spec: actin-model:A1-BLD-01
    def test_this_repository_is_a_dag(self):
        verdict = self.passes("check_layers", root=ROOT)
        self.assertRegex(verdict, r"^layers: \d+ modules, \d+ links, no cycle\n$")

    # spec: actin-model:A1-BLD-01
    def test_a_cycle_of_two_modules_is_found(self):
        self.write("src/core/low/low.c", '#include "sinew/high.h"\n')
        self.write("src/core/low/CMakeLists.txt", "snw_module(low SOURCES low.c LINKS high)\n")
        result = self.finds("src/LAYERS:", "check_layers", words="cycle: ")
        self.assertRegex(result.stderr, r"cycle: (low -> high -> low|high -> low -> high);")
        self.assertIn("src/core/low/low.c:1: layer: low may not include high", result.stderr)
        self.assertIn("src/core/low/CMakeLists.txt:1: layer: low may not link high", result.stderr)
        self.assertIn("2 modules, 2 links, 1 cycle", result.stdout)

    # spec: actin-model:A1-BLD-01
    def test_the_cycles_of_the_actin_table_are_found(self):
        table = read_table()
        self.assertEqual(len(table), 38)
        result = self.call("check_layers", "--table", TABLE)
        self.assertEqual(result.returncode, 1)
        found = re.findall(r"cycle: (.*);", result.stderr)
        for cycle in found:
            names = cycle.split(" -> ")
            self.assertEqual(names[0], names[-1])
            for name, dep in zip(names, names[1:]):
                self.assertIn(dep, table[name])
        # the table has two groups of libraries that need each other
        reach = reachable(table)
        tied = [name for name in table if name in reach[name]]
        groups = {frozenset(b for b in tied if b in reach[a] and a in reach[b]) for a in tied}
        self.assertEqual(len(groups), 2)
        self.assertEqual({g for g in groups for c in found if c.split(" -> ")[0] in g}, groups)

    def test_a_table_without_cycles_passes(self):
        table = self.write("table", "a: b c\nb: c\nc:\n")
        verdict = self.passes("check_layers", "--table", table)
        self.assertEqual(verdict, "table: 3 modules, 3 links, no cycle\n")
        self.write("table", "a: b\n")
        self.finds("table:1: unknown:", "check_layers", "--table", table)

    # spec: actin-model:A1-BLD-03
    def test_closure_of_stream_in_the_actin_table(self):
        closure = self.passes("check_layers", "--table", TABLE, "--closure", "stream")
        self.assertEqual(closure.split(), ["stream", "socket", "foundCore", "thread"])

    # spec: actin-model:A1-BLD-03
    def test_closure_of_every_actin_library_equals_warshalls(self):
        table = read_table()
        reach = reachable(table)
        for name in table:
            result = self.call("check_layers", "--table", TABLE, "--closure", name)
            closure = result.stdout.split()
            self.assertEqual(set(closure), reach[name] | {name})
            self.assertEqual(len(closure), len(set(closure)))
            cyclic = any(other in reach[other] for other in closure)
            self.assertEqual(result.returncode, 1 if cyclic else 0, name)

    # spec: actin-model:A1-BLD-03
    def test_closure_of_every_module_of_this_repository(self):
        lines = (ROOT / "src" / "LAYERS").read_text(encoding="utf-8").splitlines()
        modules = {line.split()[0]: line.split()[1] for line in lines if re.match(r"[a-z]", line)}
        links = {}
        for name, folder in modules.items():
            text = (ROOT / "src" / folder / name / "CMakeLists.txt").read_text(encoding="utf-8")
            listed = re.search(r"\bLINKS([\sa-z0-9_]*)", text)
            links[name] = listed.group(1).split() if listed else []
        reach = reachable(links)
        for name in modules:
            closure = self.passes("check_layers", "--closure", name, root=ROOT).split()
            self.assertEqual(closure, [m for m in modules if m in reach[name] or m == name])

    def test_closure_of_a_tree_is_in_the_order_of_layers(self):
        self.assertEqual(self.passes("check_layers", "--closure", "high"), "low\nhigh\n")
        self.assertEqual(self.call("check_layers", "--closure", "middle").returncode, 2)

    def test_an_include_without_a_link_is_found(self):
        self.write("src/core/high/CMakeLists.txt", "snw_module(high SOURCES high.c)\n")
        self.finds("src/core/high/high.c:1: link:", "check_layers", words="without linking")

    def test_a_link_without_an_include_is_found(self):
        self.write("src/core/high/high.c", '/* was:\n#include "sinew/low.h"\n*/\n')
        self.finds("src/core/high/CMakeLists.txt:2: link:", "check_layers", words="nothing of it")

    def test_an_include_of_a_public_header_counts(self):
        self.write("src/core/high/high.c", "")
        self.write("include/sinew/high.h", header("SINEW_HIGH_H", '#include "sinew/low.h"\n'))
        self.passes("check_layers")

    def test_a_link_by_hand_is_found(self):
        with (self.root / "src/core/low/CMakeLists.txt").open("a", encoding="utf-8") as file:
            file.write("target_link_libraries(snw_low PRIVATE snw_high)\n")
        self.finds("src/core/low/CMakeLists.txt:3: link:", "check_layers", words="by hand")

    def test_core_stands_alone(self):
        self.write("src/LAYERS", "low core rt\nhigh core setup core\n")
        self.finds("src/core/high/CMakeLists.txt:2: core:", "check_layers",
                   words="high is core and may not link low")
        self.write("src/LAYERS", "low core rt core\nhigh core setup core\n")
        self.passes("check_layers")
        self.write("src/core/low/CMakeLists.txt", "snw_module(low SOURCES low.c LIBRARIES m z)\n")
        self.finds("src/core/low/CMakeLists.txt:1: core:", "check_layers",
                   words="low is core and may not use z")

    def test_internal_headers_stay_inside_their_module(self):
        self.write("src/core/low/inner.h", header("SINEW_LOW_INNER_H"))
        self.write("src/core/low/low.c", '#include "inner.h"\n')
        self.passes("check_layers")
        self.write("src/core/high/high.c", '#include "sinew/low.h"\n#include "../low/inner.h"\n')
        self.finds("src/core/high/high.c:2: internal:", "check_layers")
        self.write("src/core/high/high.c", '#include "sinew/low.h"\n')
        self.write("include/sinew/low.h", header("SINEW_LOW_H", '#include "inner.h"'))
        self.finds("include/sinew/low.h:6: internal:", "check_layers")

    def test_headers_of_no_module_are_found(self):
        self.write("include/sinew/low/part.h", header("SINEW_LOW_PART_H"))
        self.passes("check_layers")
        self.write("include/sinew/stray.h", header("SINEW_STRAY_H"))
        self.write("include/sinew/low/deep/part.h", header("SINEW_LOW_DEEP_PART_H"))
        self.finds("include/sinew/stray.h:1: header:", "check_layers")
        self.finds("include/sinew/low/deep/part.h:1: header:", "check_layers")

    def test_headers_that_include_each_other_are_found(self):
        for one, other in (("a", "b"), ("b", "a")):
            body = f'#include "sinew/low/{other}.h"'
            self.write(f"include/sinew/low/{one}.h", header(f"SINEW_LOW_{one.upper()}_H", body))
        self.finds("include/sinew/low/a.h:1: cycle:", "check_layers")

    def test_a_missing_header_is_found(self):
        self.write("src/core/low/low.c", '\n#include "sinew/nothing.h"\n')
        self.finds("src/core/low/low.c:2: include:", "check_layers")

    def test_folders_and_lines_of_layers_agree(self):
        (self.root / "src/core/stray").mkdir()
        self.finds("src/core/stray:1: folder:", "check_layers")
        (self.root / "src/core/stray").rmdir()
        self.write("src/LAYERS", "low core rt\nhigh core setup\nlost core rt\nodd core maybe\n")
        self.finds("src/LAYERS:3: folder:", "check_layers", words="lost")
        self.finds("src/LAYERS:4: form:", "check_layers")


def read_table():
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(":") for line in lines if re.match(r"\w", line))
    return {name: deps.split() for name, deps in pairs}


def reachable(graph):
    """What can be reached from each name in one step or more (Warshall 1962)."""
    reach = {name: set(deps) for name, deps in graph.items()}
    for middle in graph:
        for name in graph:
            if middle in reach[name]:
                reach[name] |= reach[middle]
    return reach


class Objects(Sample):
    """A module `one` with two sources, compiled: loop.c is real-time, start.c is not."""

    def setUp(self):
        super().setUp()
        self.build = self.root / "build"
        self.write("src/LAYERS", "one core rt:loop\n")
        self.write("tools/rt-symbols", "sin  # pure\n_GLOBAL_OFFSET_TABLE_  # addresses\n")
        self.write("tools/allowed-globals", "")
        self.write("include/sinew/one.h", f"""\
            {MARKS.strip().replace(chr(10), chr(10) + ' ' * 12)}
            SNW_RT double snw_step(double x);
            SNW_SETUP void *snw_start(unsigned long size);
            SNW_RT static inline int snw_inline(void) {{ return 1; }}
            """)
        self.loop = "#include <math.h>\ndouble snw_step(double x) { return sin(x); }\n"
        self.start = "#include <stdlib.h>\nvoid *snw_start(size_t n) { return malloc(n); }\n"

    def compile(self, loop=None, start=None, postfix="", flags=(), module="one"):
        folder = self.build / "src/core" / module
        folder.mkdir(parents=True, exist_ok=True)
        objects = []
        for name, text in (("loop", loop or self.loop), ("start", start or self.start)):
            source = self.write(f"src/core/{module}/{name}.c", text)
            objects.append(folder / f"{name}.c.o")
            command = ["gcc", "-O1", "-fPIC", "-fno-stack-protector", *flags, "-c", source]
            subprocess.run([*command, "-o", objects[-1]], check=True)
        library = folder / f"libsnw_{module}{postfix}.a"
        library.unlink(missing_ok=True)
        subprocess.run(["ar", "rcs", library, *objects], check=True)
        return objects

    def link(self, objects):
        shared = self.build / "libsinew.so"
        subprocess.run(["gcc", "-shared", *objects, "-o", shared, "-lm"], check=True)


class Imports(Objects):
    def test_listed_symbols_pass_in_both_variants(self):
        for postfix in ("d", ""):
            self.compile(postfix=postfix)
            verdict = self.passes("check_imports", self.build)
            self.assertIn("1 real-time object,", verdict)
            self.assertIn("SNW_RT on 1 functions", verdict)
            shutil.rmtree(self.build)

    def test_an_allocation_in_a_real_time_object_is_found(self):
        self.compile(loop=self.loop + "#include <stdlib.h>\nvoid *snw_x(void){return malloc(8);}\n")
        self.finds("src/core/one/loop.c:4: import:", "check_imports", self.build, words="malloc")

    def test_a_number_printed_or_parsed_in_the_tick_is_found(self):
        for symbol in ("snw_real_print", "snw_int_parse", "snw_words_reals", "snw_text_format"):
            loop = self.loop + f"void {symbol}(void);\nvoid snw_x(void) {{ {symbol}(); }}\n"
            # a module that knows numbers as text may; one of the tick may not
            self.write("src/LAYERS", "one core rt:loop\n")
            self.compile(loop=loop)
            self.passes("check_imports", self.build)
            shutil.rmtree(self.build)
            self.write("src/LAYERS", "teach core rt:loop\n")
            self.compile(loop=loop, module="teach")
            self.finds("src/core/teach/loop.c:3: text:", "check_imports", self.build, words=symbol)
            shutil.rmtree(self.build)

    def test_a_symbol_listed_for_one_object_holds_only_there(self):
        self.compile(loop=self.loop + "#include <stdlib.h>\nvoid *snw_x(void){return malloc(8);}\n")
        for place, good in (("one/loop", True), ("one/start", False)):
            self.write("tools/rt-symbols", f"sin  # pure\n_G*  # got\nmalloc @{place}  # sample\n")
            if good:
                self.passes("check_imports", self.build)
            else:
                self.finds("src/core/one/loop.c:4: import:", "check_imports", self.build)

    def test_a_listed_symbol_needs_a_reason(self):
        self.compile()
        self.write("tools/rt-symbols", "sin\n_GLOBAL_OFFSET_TABLE_  # addresses\n")
        self.finds("tools/rt-symbols:1: form:", "check_imports", self.build, words="reason")

    def test_a_call_of_a_set_up_function_is_found(self):
        call = "void *snw_start(unsigned long);\nvoid *snw_y(void) { return snw_start(8); }\n"
        self.compile(loop=self.loop + call)
        self.passes("check_imports", self.build)
        start = "src/core/one/loop.c:3: import:"
        self.finds(start, "check_imports", "--strict", self.build, words="snw_start")

    def test_a_real_time_function_in_a_set_up_object_is_found(self):
        self.compile(loop="int snw_other(void) { return 1; }\n", start=self.start + self.loop)
        start = "include/sinew/one.h:3: mark:"
        self.finds(start, "check_imports", self.build, words="snw_step is marked SNW_RT")

    def test_a_function_that_nobody_defines_is_found(self):
        self.compile(loop="int snw_other(void) { return 1; }\n")
        start = "include/sinew/one.h:3: undefined:"
        self.finds(start, "check_imports", self.build, words="snw_step")

    def test_a_source_that_is_not_compiled_is_found(self):
        self.compile()
        self.write("src/LAYERS", "one core rt:loop,lost\n")
        self.finds("src/LAYERS:1: context:", "check_imports", self.build, words="lost.c")

    def test_copies_of_a_kernel_belong_to_its_source(self):
        folder = self.build / "src/core/one"
        source = "#include <stdlib.h>\nvoid *snw_x(void) { return malloc(8); }\n"
        self.compile()
        kernel = self.write("build/loop_f64_avx2.c", source)
        subprocess.run(["gcc", "-fPIC", "-c", kernel, "-o", f"{kernel}.o"], check=True)
        subprocess.run(["ar", "rcs", folder / "libsnw_one.a", f"{kernel}.o"], check=True)
        words = "one/loop is real-time and imports malloc"
        self.finds("src/core/one/loop.c:1: import:", "check_imports", self.build, words=words)

    def test_a_library_that_is_not_built_is_found(self):
        self.build.mkdir()
        self.finds("src/LAYERS:1: not-built:", "check_imports", self.build)

    def test_a_sanitizer_build_is_refused(self):
        self.compile(flags=["-fsanitize=address"])
        self.assertEqual(self.call("check_imports", self.build).returncode, 2)

    def test_this_library_keeps_the_real_time_contract(self):
        build = real_build()
        if build is None:
            self.skipTest("no build of libsinew.so; name one with --build")
        self.passes("check_imports", build, root=ROOT)


class Globals(Objects):
    def test_constant_data_pass(self):
        tables = "static const int t[] = {1, 2};\nstatic const char *const n[] = {\"a\", \"b\"};\n"
        use = "const char *snw_n(int i) { return n[t[i & 1] & 1]; }\n"
        self.link(self.compile(loop=self.loop + tables + use))
        self.assertIn("3 exported symbols", self.passes("check_globals", self.build))

    def test_every_kind_of_mutable_data_is_found(self):
        place = "src/core/one/loop.c:3: mutable:"
        use = "int snw_use(void) { return ++count; }\n"
        for data in ("static int count;\n" + use, "static int count = 1;\n" + use,
                     "static _Thread_local int count;\n" + use,
                     "int snw_use(void) { static int count = 7; return count++; }\n"):
            self.compile(loop=self.loop + data)
            self.finds(place, "check_globals", self.build, words="count")
        self.compile(loop=self.loop + "int snw_common;\n", flags=["-fcommon"])
        self.finds(place, "check_globals", self.build, words="snw_common")

    def test_nameless_mutable_data_are_found(self):
        self.compile(loop=self.loop + '__asm__(".data\\n.quad 1\\n.text");\n')
        place = "src/core/one/loop.c:1: mutable:"
        self.finds(place, "check_globals", self.build, words="8 nameless bytes in .data")

    def test_listed_data_pass_and_lines_without_use_are_found(self):
        self.compile(loop=self.loop + "static int count;\nint snw_c(void) { return count++; }\n")
        self.write("tools/allowed-globals", "count @one/loop  # sample\n")
        self.passes("check_globals", self.build)
        self.compile()
        self.finds("tools/allowed-globals:1: unused:", "check_globals", self.build)

    def test_a_global_without_prefix_is_found_in_an_object(self):
        self.compile(loop=self.loop + "int helper(void) { return 1; }\n")
        self.finds("src/core/one/loop.c:3: prefix:", "check_globals", self.build, words="helper")

    # spec: actin-model:A1-SW-01
    def test_an_export_without_prefix_is_found(self):
        self.link(self.compile())
        self.passes("check_globals", self.build)
        stray = self.build / "stray.o"
        source = self.write("stray.c", "const int stray_number = 1;\nint stray(void){return 1;}\n")
        subprocess.run(["gcc", "-fPIC", "-c", source, "-o", stray], check=True)
        self.link([*self.compile(), stray])
        start = "build/libsinew.so:1: prefix:"
        self.finds(start, "check_globals", self.build, words="exports stray_number")
        self.finds(start, "check_globals", self.build, words="exports stray;")

    # spec: actin-model:A1-SW-01
    def test_this_library_exports_only_its_prefix(self):
        build = real_build()
        if build is None:
            self.skipTest("no build of libsinew.so; name one with --build")
        verdict = self.passes("check_globals", build, root=ROOT)
        count = re.search(r"(\d+) exported symbols", verdict)
        self.assertTrue(count and int(count.group(1)) > 0, verdict)


class Sizes(Sample):
    def setUp(self):
        super().setUp()
        self.write("src/core/one/one.c", C_HEAD + "int snw_one;\n")
        self.write("include/sinew/one.h", header("SINEW_ONE_H"))
        self.write("include/sinew/one/part.h", header("SINEW_ONE_PART_H"))
        self.write("tests/check.h", header("SINEW_TESTS_CHECK_H"))
        self.write("CMakeLists.txt", HASH_HEAD)
        self.write("run", "#!/bin/sh\n" + HASH_HEAD)
        self.write("tool", "#!/usr/bin/env python3\n" + HASH_HEAD)

    def test_a_good_tree_passes(self):
        self.assertEqual(self.passes("check_sizes"), "sizes: 7 files\n")

    def test_files_end_at_their_caps(self):
        for name, cap in (("src/core/one/a.c", 600), ("include/sinew/one/a.h", 300),
                          ("tests/unit/one/test_a.c", 800)):
            head = C_HEAD if name.endswith(".c") else header("SINEW_ONE_A_H")
            rest = cap - head.count("\n")
            self.write(name, head + "//\n" * rest)
            self.passes("check_sizes")
            path = self.write(name, head + "//\n" * (rest + 1))
            self.finds(f"{name}:{cap + 1}: file-size:", "check_sizes", words=f"{cap} allowed")
            path.unlink()
        self.write("src/core/one/generated/table.inc", C_HEAD + "1,\n" * 5000)
        self.passes("check_sizes")

    def test_functions_end_at_80_lines(self):
        for length in (80, 81):
            body = '    f("{", \'{\'); // {\n' + "    f();\n" * (length - 4)
            text = f'extern "C" {{\nint a[] = {{1}};\n\nint\nlong_one(int x) {{\n{body}}}\n}}\n'
            self.write("src/core/one/a.c", C_HEAD + text)
            if length == 80:
                self.passes("check_sizes")
            else:
                start = "src/core/one/a.c:6: function-size:"
                self.finds(start, "check_sizes", words="long_one has 81 lines")

    def test_bad_lines_are_found(self):
        word, fix, path = "TO" + "DO", "FIX" + "ME", "/wo" + "rk/tree/file"
        for line, rule in (("// " + "x" * 98, "columns"), ("\tint x;", "tab"),
                           ("int x; ", "blanks"), (f"// {word} later", "unfinished"),
                           (f"// {fix}: it", "unfinished"), (f'open("{path}");', "machine-path")):
            self.write("src/core/one/a.c", f"{C_HEAD}{line}\n")
            self.finds(f"src/core/one/a.c:3: {rule}:", "check_sizes")
        self.write("src/core/one/a.c", f"{C_HEAD}// {'x' * 97}\n// XXXXXX /home/ada/x a/work/x\n")
        self.passes("check_sizes")
        for place in (path, ROOT / "src"):
            self.write("docs/page.md", f"see {place}\n")
            self.finds("docs/page.md:1: machine-path:", "check_sizes")

    def test_missing_licence_lines_are_found_in_each_language(self):
        for name, text in (("src/a.c", "int x;\n"), ("a.cmake", "#\n"), ("a.py", "pass\n"),
                           ("a.sh", "true\n"), ("door", "#!/bin/sh\ntrue\n"),
                           ("late.cmake", "#\n#\n" + HASH_HEAD)):
            path = self.write(name, text)
            self.finds(f"{name}:1: licence:", "check_sizes")
            path.unlink()

    def test_wrong_guards_are_found(self):
        for name, guard in (("include/sinew/two.h", "SINEW_TOO_H"), ("src/core/one/in.h", "IN_H"),
                            ("include/sinew/three.h", "_SINEW_THREE_H")):
            path = self.write(name, header(guard))
            self.finds(f"{name}:3: guard:", "check_sizes")
            path.unlink()
        path = self.write("include/sinew/four.h", C_HEAD + "#pragma once\n")
        self.finds("include/sinew/four.h:1: guard:", "check_sizes", words="missing")
        path.unlink()
        self.write("src/core/one/part.h", header("SINEW_ONE_PART_H"))
        self.finds("src/core/one/part.h:3: guard:", "check_sizes", words="the same guard")

    def test_a_module_of_more_than_32_sources_is_found(self):
        for i in range(31):
            self.write(f"src/core/one/file{i}.c", C_HEAD)
        self.passes("check_sizes")
        self.write("src/core/one/file31.c", C_HEAD)
        self.finds("src/core/one:1: module-size:", "check_sizes", words="33 sources")


@unittest.skipUnless(shutil.which("clang-format"), "clang-format is not installed")
class Format(Sample):
    def test_bad_format_is_found_and_repaired(self):
        shutil.copy(ROOT / ".clang-format", self.root)
        good = "int f(int *p) {\n    return *p;\n}\n"
        self.write("src/good.c", good)
        self.assertEqual(self.passes("check_format"), "format: 1 file\n")
        bad = self.write("src/bad.c", "int g(void);\n\nint f(int* p)\n{ return *p; }\n")
        result = self.finds("src/bad.c:3: format:", "check_format")
        self.assertNotIn("good.c", result.stderr)
        self.passes("check_format", "--fix")
        self.assertEqual(bad.read_text(encoding="utf-8"), "int g(void);\n\n" + good)
        self.passes("check_format")


@unittest.skipUnless(shutil.which("clang-tidy"), "clang-tidy is not installed")
class Tidy(Sample):
    def setUp(self):
        super().setUp()
        self.build = self.root / "build"
        self.write(".clang-tidy", "Checks: '-*,readability-else-after-return'\n"
                                  "WarningsAsErrors: '*'\n")
        self.write("src/core/a/a.h", "int a(int x);\n")
        self.source("int a(int x) {\n    return x;\n}\n")
        entry = {"directory": str(self.build), "file": str(self.root / "src/core/a/a.c"),
                 "command": f"ccache gcc -O2 -o a.o -c {self.root}/src/core/a/a.c"}
        self.write("build/compile_commands.json", json.dumps([entry]))

    def source(self, text):
        self.write("src/core/a/a.c", '#include "a.h"\n' + text)

    def test_a_clean_file_is_checked_once(self):
        self.assertIn("1 file checked, 0 unchanged", self.passes("check_tidy", self.build))
        self.assertIn("0 files checked, 1 unchanged", self.passes("check_tidy", self.build))

    def test_any_change_is_checked_again(self):
        self.passes("check_tidy", self.build)
        for name, text in (("src/core/a/a.h", "int a(int x); // changed\n"),
                           (".clang-tidy", "Checks: '-*,misc-redundant-expression'\n")):
            self.write(name, text)
            self.assertIn("1 file checked", self.passes("check_tidy", self.build), name)
            self.assertIn("0 files checked", self.passes("check_tidy", self.build), name)

    def test_a_bad_file_is_found_each_time(self):
        self.passes("check_tidy", self.build)
        self.source("int a(int x) {\n    if (x) {\n        return 1;\n    } else {\n"
                    "        return 2;\n    }\n}\n")
        for _ in range(2):
            start = "src/core/a/a.c:5: readability-else-after-return:"
            self.finds(start, "check_tidy", self.build)

    def test_a_source_that_is_not_compiled_is_found(self):
        self.write("apps/x/x.c", "int x;\n")
        self.finds("apps/x/x.c:1: not-built:", "check_tidy", self.build)

    def test_code_that_does_not_compile_is_found(self):
        self.source("int a(int x) { return y; }\n")
        self.finds("src/core/a/a.c:2: clang-diagnostic-error:", "check_tidy", self.build)

    def test_a_kernel_is_checked_where_the_build_includes_it(self):
        checks = "-*,readability-else-after-return,bugprone-suspicious-include"
        self.write(".clang-tidy", f"Checks: '{checks}'\nWarningsAsErrors: '*'\n")
        kernel = self.write("src/core/a/k.c", "int NAME(int x) {\n    return x;\n}\n")
        entries = json.loads((self.build / "compile_commands.json").read_text(encoding="utf-8"))
        for name in ("k_f64", "k_f32"):
            unit = self.write(f"build/src/core/a/{name}.c",
                              f'#define NAME {name}\n#include "{kernel}"\n')
            entries.append({"directory": str(self.build), "file": str(unit),
                            "command": f"gcc -O2 -o {name}.o -c {unit}"})
        self.write("build/compile_commands.json", json.dumps(entries))
        self.assertIn("2 files checked", self.passes("check_tidy", self.build))
        kernel.write_text("int NAME(int x) {\n    if (x) {\n        return 1;\n    } else {\n"
                          "        return 2;\n    }\n}\n", encoding="utf-8")
        start = "src/core/a/k.c:4: readability-else-after-return:"
        self.finds(start, "check_tidy", self.build)


class CallDepth(Sample):
    """One source, compiled: snw_top calls middle, which calls an inline function and leaf."""

    def compile(self, body):
        self.write("include/sinew/a.h", "static inline int snw_one(int x) { return x + 1; }\n")
        head = '#include "sinew/a.h"\nstatic int leaf(int x) { return x; }\n'
        source = self.write("src/core/a/a.c", head + body)
        words = f"gcc -O2 -Werror -I{self.root}/include -o a.o -c {source}"
        entry = {"directory": str(self.root / "build"), "file": str(source), "command": words}
        self.write("build/compile_commands.json", json.dumps([entry]))
        subprocess.run(words.split(), check=True, cwd=self.root / "build")

    def depth(self, function="snw_top", most=9):
        verdict = self.passes("call_depth", function, self.root / "build", "--most", most)
        return int(re.search(r"at most (\d+) calls deep", verdict).group(1))

    def test_functions_of_sources_count_although_they_are_inlined(self):
        self.compile("static int middle(int x) { return snw_one(leaf(x)); }\n"
                     "int snw_top(int x) { return middle(x) + leaf(x); }\n")
        self.assertEqual(self.depth(), 2)

    def test_functions_that_call_each_other_count_once_each(self):
        self.compile("static int odd(int x);\n"
                     "static int even(int x) { return x ? odd(x - 1) : leaf(x); }\n"
                     "static int odd(int x) { return x ? even(x - 1) : 0; }\n"
                     "int snw_top(int x) { return even(x); }\n")
        self.assertEqual(self.depth(), 3)

    def test_a_chain_that_is_too_long_is_found_until_the_source_changes(self):
        self.compile("static int middle(int x) { return leaf(x); }\n"
                     "int snw_top(int x) { return middle(x); }\nint snw_b(int x) { return x; }\n")
        result = self.finds("src/core/a/a.c:4: call-depth: 2 calls below snw_top", "call_depth",
                            "snw_*", self.root / "build", "--most", 1)
        self.assertIn("middle  src/core/a/a.c:3", result.stdout)
        self.compile("int snw_top(int x) { return leaf(x); }\n")
        self.assertEqual(self.depth(most=1), 1)
        self.assertEqual(self.call("call_depth", "snw_none", self.root / "build").returncode, 2)


class Docs(Sample):
    def setUp(self):
        super().setUp()
        self.write("src/LAYERS", "one core rt\n")
        self.write("examples/main.c", "int a;\n\nvoid f(void) {\n    // region: use\n    a = 1;\n"
                                      "    g(a);\n    // endregion\n}\n")
        self.page = ("# One thing\n\n[this](#one-thing), [code](../examples/main.c) "
                     "`[no](no.md)` and [web](https://example.org/x)\n\n"
                     "```c file=examples/main.c region=use\na = 1;\ng(a);\n```\n\n"
                     "```c\n[no](no.md)\n```\n")
        self.write("docs/one.md", self.page)
        self.write("docs/not-built.md", "# Not built\n\n- rccl:KIN-05: needs a Stanford arm\n"
                                        "  and more of it\n")
        self.write("docs/deferred.md", "# Later\n\n- actin-model:A1-BLD-02 -> exec\n")

    def test_good_pages_pass(self):
        self.assertIn("docs: 3 pages, 2 features", self.passes("check_docs"))

    def test_dead_links_are_found(self):
        for link in ("none.md", "deferred.md#lost", "#lost", "/docs/one.md", "../../x"):
            self.write("docs/one.md", self.page + f"\nsee [it]({link})\n")
            self.finds("docs/one.md:14: link:", "check_docs", words=link)
        self.write("docs/one.md", self.page + "\nsee [it](deferred.md#later)\n")
        self.passes("check_docs")

    def test_code_that_differs_from_its_file_is_found(self):
        self.write("docs/one.md", self.page.replace("g(a);", "g(b);"))
        self.finds("docs/one.md:5: code:", "check_docs", words="differs")
        self.write("docs/one.md", self.page.replace("region=use", "region=lost"))
        self.finds("docs/one.md:5: code:", "check_docs", words="no region lost")
        self.write("docs/one.md", self.page.replace("main.c region", "lost.c region"))
        self.finds("docs/one.md:5: code:", "check_docs", words="lost.c does not exist")
        whole = (self.root / "examples/main.c").read_text(encoding="utf-8")
        self.write("docs/one.md", f"```c file=examples/main.c\n{whole}```\n")
        self.passes("check_docs")

    def test_a_module_without_a_page_is_found(self):
        self.write("src/LAYERS", "one core rt\ntwo core rt\n")
        self.finds("src/LAYERS:2: page:", "check_docs", words="docs/two.md")

    def test_a_page_that_no_list_leads_to_is_found(self):
        self.write("docs/index.md", "[one](one.md) [no](not-built.md)\n")
        self.finds("docs/deferred.md:1: index:", "check_docs")
        self.write("README.md", "[later](docs/deferred.md)\n")
        self.passes("check_docs")

    def test_words_that_are_not_plain_are_found(self):
        for line in ("A wish of the arm.", "Every so manieth tick.", "Way out: none.",
                     "It is told at once.", "A file that is none.", "A word that is no number."):
            self.write("docs/one.md", self.page + f"\n{line}\n")
            self.finds("docs/one.md:14: word:", "check_docs")
        self.write("docs/one.md", self.page + "\nA field `wish`.\n")
        self.passes("check_docs")

    def test_a_list_of_cells_that_is_not_theirs_is_found(self):
        self.write("cells/demo.cell.xml", "<cell/>\n")
        self.finds("docs/cells.md:1: cell:", "check_docs", words="cells/demo.cell.xml is not")
        self.write("docs/cells.md", "| `demo` | a cell |\n")
        self.passes("check_docs")
        self.write("docs/cells.md", "| `demo` | a cell |\n| `other` | a cell |\n")
        self.finds("docs/cells.md:1: cell:", "check_docs", words="other is listed 1 time")
        self.write("docs/cells.md", "| `demo` | a cell |\n| `demo` | a cell |\n")
        self.finds("docs/cells.md:1: cell:", "check_docs", words="demo is listed 2 times")

    def test_list_lines_of_the_wrong_form_are_found(self):
        for name, line in (("not-built", "- rccl:KIN-05"), ("not-built", "- rccl:KIN-05 -> exec"),
                           ("not-built", "- KIN-05: no"), ("not-built", "* rccl:KIN-06: other"),
                           ("deferred", "- rccl:KIN-07: exec"), ("deferred", "- rccl:KIN-07 ->"),
                           ("deferred", "- rccl:KIN-05 -> exec")):
            old = self.root / f"docs/{name}.md"
            before = old.read_text(encoding="utf-8")
            self.write(f"docs/{name}.md", f"{before}{line}\n")
            self.finds(f"docs/{name}.md:{before.count(chr(10)) + 1}: list:", "check_docs")
            self.write(f"docs/{name}.md", before)


class Deferred(Sample):
    TAG = "// spec" + ": "  # apart, so that these samples are no tags themselves
    ROWS = ("# Deferred\n\n| Module | |\n|---|---|\n| `sight` | cameras |\n\n"
            "- rccl:KIN-05 -> sight\n")
    MATRIX = "| A16 | collision | - | later: sight |\n| B03 | loop hangs | - | exec/test_run |\n"

    def setUp(self):
        super().setUp()
        self.write("src/LAYERS", "base core rt\nexec runtime setup\n")
        self.write("tests/unit/exec/test_run.c", self.TAG + "rccl:KIN-06\n")
        self.write("docs/deferred.md", self.ROWS)
        self.write("docs/fault-matrix.md", self.MATRIX)

    def test_rows_that_wait_for_what_is_to_come_pass(self):
        self.assertEqual(self.passes("check_deferred"), "deferred: 1 row wait for 1 module\n")

    def test_a_row_that_waits_for_a_module_that_exists_is_found(self):
        self.write("docs/deferred.md", self.ROWS + "- rccl:KIN-07b -> exec\n")
        self.finds("docs/deferred.md:8: exists:", "check_deferred", words="exec is in src/LAYERS")

    def test_a_module_that_nobody_has_heard_of_is_found(self):
        self.write("docs/deferred.md", self.ROWS + "- rccl:KIN-07 -> magic\n")
        self.finds("docs/deferred.md:8: unknown:", "check_deferred", words="magic")

    def test_a_module_to_come_that_is_there_is_found(self):
        self.write("src/LAYERS", "base core rt\nexec runtime setup\nsight motion rt\n")
        self.finds("docs/deferred.md:5: exists:", "check_deferred", words="sight")
        self.finds("docs/deferred.md:7: exists:", "check_deferred", words="rccl:KIN-05")
        self.finds("docs/fault-matrix.md:1: exists:", "check_deferred", words="sight")

    def test_a_row_that_a_test_names_is_found(self):
        self.write("tests/unit/base/test_x.c", self.TAG + "rccl:KIN-05 rccl:KIN-09\n")
        self.finds("docs/deferred.md:7: proven:", "check_deferred", words="test_x.c:1")
        # a sharper check of it is another row
        self.write("tests/unit/base/test_x.c", self.TAG + "rccl:KIN-05b\n")
        self.passes("check_deferred")

    def test_a_fault_that_waits_for_what_is_there_is_found(self):
        self.write("docs/fault-matrix.md", self.MATRIX + "| A12 | no paths yet | later: exec |\n")
        self.finds("docs/fault-matrix.md:3: exists:", "check_deferred", words="exec")

    def test_a_test_that_is_not_there_is_found(self):
        self.write("docs/fault-matrix.md", self.MATRIX + "| A12 | path | exec/test_lost |\n")
        self.finds("docs/fault-matrix.md:3: test:", "check_deferred", words="exec/test_lost")

    def test_this_repository_waits_for_nothing_that_is_there(self):
        self.passes("check_deferred", root=ROOT)


@unittest.skipUnless(shutil.which("shellcheck"), "shellcheck is not installed")
class Shell(Sample):
    def test_bad_scripts_are_found(self):
        self.write("run", '#!/bin/sh\necho "$1"\n')
        self.write("tools/setup.sh", '#!/bin/sh\necho "$1"\n')
        self.assertEqual(self.passes("check_shell"), "shell: 2 files\n")
        self.write("run", "#!/bin/sh\ncd $1 || exit\n")
        self.finds("run:2: SC2086:", "check_shell")
        self.write("run", '#!/bin/sh\necho "$1"\n')
        self.write("tools/setup.sh", '#!/bin/sh\nif [[ -n "$1" ]]; then echo x; fi\n')
        self.finds("tools/setup.sh:2: SC", "check_shell")


class TwoCompilers(unittest.TestCase):
    """Every source of the library is built by both compilers, pedantically and with warnings as
    errors, so a build that ended has none. ./test builds both presets before this runs: the fuzz
    targets are clang's."""

    # spec: actin-model:A1-SW-07
    def test_gcc_and_clang_build_the_library_without_a_warning(self):
        sources = {str(p) for p in (ROOT / "src").rglob("*.c") if "generated" not in p.parts}
        for preset, library, compiler in (("release", "libsinew.so", "gcc"),
                                          ("fuzz", "libsinewd.a", "clang")):
            folder = ROOT / "build" / preset
            self.assertTrue((folder / library).exists(), f"build the preset {preset} first")
            built = set()
            for entry in json.loads((folder / "compile_commands.json").read_text()):
                words = entry["command"].split()
                if not entry["file"].startswith(str(ROOT / "src")):
                    continue
                built.add(entry["file"])
                self.assertTrue(any(w.endswith("/" + compiler) for w in words[:3]), entry["file"])
                for flag in ("-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror"):
                    self.assertIn(flag, words, entry["file"])
            self.assertEqual(sources - built, set())


def main():
    words = sys.argv[1:]
    if "--build" in words:
        at = words.index("--build")
        os.environ["SINEW_BUILD"] = words[at + 1]
        del words[at : at + 2]
    loader, module = unittest.defaultTestLoader, sys.modules["__main__"]
    tests = loader.loadTestsFromNames(words, module) if words else None
    runner = unittest.TextTestRunner(resultclass=Counting, verbosity=1)
    result = runner.run(tests or loader.loadTestsFromModule(module))
    sys.stderr.flush()
    return result.report()


if __name__ == "__main__":
    sys.exit(main())
