#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""That ./test can fail: the rules of tools/suitelib.py, and the list of tools/suite.

Ends with the line "check: N passed, M failed".
"""

import importlib.machinery
import importlib.util
import io
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from suitelib import Job, Suite  # noqa: E402


def the_list():
    """tools/suite as a module."""
    loader = importlib.machinery.SourceFileLoader("suite_list", str(ROOT / "tools" / "suite"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def shell(name, words, **more):
    return Job("g", name, ["sh", "-c", words], **more)


class Rules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = io.StringIO()

    def run_jobs(self, *jobs, workers=2):
        suite = Suite(self.folder, workers=workers, out=self.out)
        suite.add(jobs)
        suite.run()
        self.code = suite.finish()
        self.said = self.out.getvalue()
        return suite.passed, suite.failed

    def trace(self):
        path = self.folder / "trace"
        return path.read_text().split() if path.exists() else []

    def test_counts_are_added_up(self):
        jobs = [shell("a", "echo 'check: 3 passed, 0 failed'; echo 'check: 2 passed, 0 failed'"),
                shell("b", "true")]
        self.assertEqual(self.run_jobs(*jobs), (6, 0))
        self.assertEqual(self.code, 0)
        self.assertTrue(self.said.endswith("\n6 passed, 0 failed\n"))

    def test_nothing_checked_is_a_failure(self):
        self.assertEqual(self.run_jobs(shell("a", "echo 'check: 0 passed, 0 failed'")), (0, 1))
        self.assertIn("checked nothing", self.said)
        self.assertEqual(self.code, 1)

    def test_a_suite_without_jobs_is_a_failure(self):
        self.run_jobs()
        self.assertEqual(self.code, 1)

    def test_a_group_without_jobs_is_a_failure(self):
        suite = Suite(self.folder, out=self.out)
        self.assertEqual(suite.expect("some tests", iter(())), [])
        self.assertEqual(suite.failed, 1)
        self.assertIn("FAIL some tests", self.out.getvalue())

    def test_exit_codes_signals_and_missing_programs_fail(self):
        jobs = [shell("code", "echo why; exit 3"), shell("signal", "kill -9 $$"),
                Job("g", "missing", ["/no/such/program"])]
        self.assertEqual(self.run_jobs(*jobs), (0, 3))
        for text in ("     why", "exit code 3", "signal 9", "/no/such/program"):
            self.assertIn(text, self.said)

    def test_no_signal_is_ignored(self):
        words = f"import sys; sys.path.insert(0, '{ROOT / 'tools'}'); import suitelib; " \
                "s = suitelib.Suite('.'); s.add([suitelib.Job('g', 'a', ['sh', '-c', " \
                "'kill -HUP $$; echo still there'])]); s.run(); sys.exit(s.finish())"
        done = subprocess.run(["nohup", sys.executable, "-c", words], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("signal 1", done.stdout)

    def test_a_failed_check_with_exit_code_zero_fails(self):
        self.assertEqual(self.run_jobs(shell("a", "echo 'check: 4 passed, 1 failed'")), (4, 1))
        self.assertEqual(self.code, 1)

    def test_a_good_count_with_a_bad_exit_code_fails(self):
        self.run_jobs(shell("a", "echo 'check: 4 passed, 0 failed'; exit 1"))
        self.assertEqual(self.code, 1)

    def test_nothing_is_tried_twice(self):
        job = shell("a", "echo a >>trace; [ $(wc -l <trace) -ge 2 ]")
        self.assertEqual(self.run_jobs(job), (0, 1))
        self.assertEqual(self.trace(), ["a"])

    def test_what_comes_to_no_end_is_ended_with_its_children(self):
        job = shell("a", "sleep 1000 & echo $! >child; wait", timeout=1)
        self.assertEqual(self.run_jobs(job), (0, 1))
        self.assertIn("no end after 1 s", self.said)
        child = (self.folder / "child").read_text().strip()
        state = Path(f"/proc/{child}/stat")

        def is_gone():  # or only waits to be reaped by whoever adopted it
            try:
                return state.read_text().split(")")[-1].split()[0] == "Z"
            except OSError:
                return True

        # the kernel ends it when it has the time
        for _ in range(6000):
            if is_gone():
                break
            time.sleep(0.01)
        self.assertTrue(is_gone())

    def test_a_job_waits_for_what_it_needs(self):
        jobs = [shell("last", "echo last >>trace", needs=("first",)),
                shell("first", "echo first >>trace")]
        self.assertEqual(self.run_jobs(*jobs), (2, 0))
        self.assertEqual(self.trace(), ["first", "last"])

    def test_what_comes_after_another_waits_for_its_end_if_it_is_there(self):
        jobs = [shell("last", "echo last >>trace", after=("first", "nobody")),
                shell("first", "sleep 0.1; echo first >>trace; false")]
        self.assertEqual(self.run_jobs(*jobs), (1, 1))
        self.assertEqual(self.trace(), ["first", "last"])

    def test_what_needs_a_failure_is_named_and_not_run(self):
        jobs = [shell("first", "false"), shell("second", "echo second >>trace", needs=("first",)),
                shell("third", "echo third >>trace", needs=("second",)),
                shell("other", "echo other >>trace")]
        self.assertEqual(self.run_jobs(*jobs), (1, 1))
        self.assertEqual(self.trace(), ["other"])
        self.assertIn("what they need failed: 2 of g", self.said)

    def test_what_needs_nobody_known_is_a_failure(self):
        self.assertEqual(self.run_jobs(shell("a", "true", needs=("nobody",))), (0, 1))
        self.assertIn("nobody", self.said)

    def test_a_failure_that_is_vital_ends_the_suite_with_its_errors(self):
        jobs = [shell("build", "echo error: here; exit 1", vital=True),
                shell("other", "echo other >>trace")]
        self.assertEqual(self.run_jobs(*jobs, workers=1), (0, 1))
        self.assertEqual(self.trace(), [])
        self.assertIn("     error: here", self.said)

    def test_a_build_leads_to_jobs(self):
        then = lambda: [shell("unit", "echo unit >>trace")]  # noqa: E731
        self.assertEqual(self.run_jobs(shell("build", "true", then=then)), (2, 0))
        self.assertEqual(self.trace(), ["unit"])

    def test_a_list_that_cannot_be_made_is_a_failure(self):
        self.assertEqual(self.run_jobs(shell("build", "true", then=lambda: 1 // 0))[1], 1)

    def test_lanes_run_beside_the_work_one_at_a_time(self):
        # each holds a folder while it runs, which two at once could not both make
        words = "mkdir held && sleep 0.05 && rmdir held && echo x >>trace"
        jobs = [shell(f"b{i}", words, lane="browser") for i in range(5)]
        jobs += [shell("w", "while [ ! -s trace ]; do sleep 0.01; done")]
        self.assertEqual(self.run_jobs(*jobs, workers=1), (6, 0))


class List(unittest.TestCase):
    """The list of this repository."""

    def setUp(self):
        self.list = the_list()
        self.jobs = list(self.list.all_jobs(Suite(ROOT, out=io.StringIO())))
        self.names = [job.name for job in self.jobs]

    def test_all_needs_exist_and_names_are_unique(self):
        self.assertEqual(len(set(self.names)), len(self.names))
        needs = {need for job in self.jobs for need in job.needs}
        self.assertLessEqual(needs, set(self.names))

    def test_every_checker_case_and_browser_test_is_run(self):
        for checker in (ROOT / "tools").glob("check_*"):
            self.assertIn(checker.name.removeprefix("check_"), self.names)
        for run in (ROOT / "tests/cases").glob("*/run"):
            self.assertIn(f"case {run.parent.name}", self.names)
        for test in (ROOT / "tests/browser/tests").glob("*.mjs"):
            self.assertIn(f"browser {test.stem}", self.names)

    def test_cheap_checkers_come_before_any_build(self):
        first_build = self.names.index("build release")
        for name in ("layers", "sizes", "format", "docs", "shell"):
            self.assertLess(self.names.index(name), first_build)

    def test_threads_are_watched_where_threads_are(self):
        makes = re.compile(r"\b(pthread_create|snw_thread_open)\(")
        for source in (ROOT / "src").rglob("*.c"):
            if makes.search(source.read_text(encoding="utf-8")):
                self.assertIn(source.parent.name, self.list.THREADED, source)

    def test_names_that_begin_first_exist(self):
        later = re.compile(r"^bench_\w+ runs$|^(release|asan) ")
        for name in self.list.LONG:
            self.assertTrue(name in self.names or later.match(name), name)


class Tools(unittest.TestCase):
    """A tool that is missing is a failure of what needs it."""

    def without(self, *words):
        """The exit code and output of a command that finds no tools but those of a shell."""
        with tempfile.TemporaryDirectory() as folder:
            for tool in ("sh", "dirname", "mktemp", "rm", "cat", "env", "head", "wc", "pwd"):
                path = next(Path(p) / tool for p in ("/usr/bin", "/bin")
                            if (Path(p) / tool).exists())
                os.symlink(path, Path(folder) / tool)
            done = subprocess.run(words, cwd=ROOT, env={"PATH": folder}, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            return done.returncode, done.stdout

    def test_cases_that_count_instructions_fail_without_valgrind(self):
        programs = re.compile(r"^program=\$2/(\S+)$", re.M)
        cases = [run for run in (ROOT / "tests/cases").glob("*-cost/run")]
        self.assertGreaterEqual(len(cases), 5)
        for run in cases:
            with tempfile.TemporaryDirectory() as build:
                program = Path(build) / programs.search(run.read_text(encoding="utf-8"))[1]
                program.parent.mkdir(parents=True)
                program.symlink_to("/bin/sh")
                code, said = self.without("sh", run, "/bin/sh", build)
            self.assertEqual(code, 1, said)
            self.assertIn("valgrind", said)
            self.assertIn("check: 0 passed, 1 failed", said)

    def test_no_script_says_that_nothing_was_checked(self):
        for run in [*(ROOT / "tests").rglob("run"), *(ROOT / "tests").rglob("*.mjs")]:
            if run.is_file() and "node_modules" not in run.parts:
                self.assertNotIn("0 passed, 0 failed", run.read_text(encoding="utf-8"), run)

    def test_the_page_fails_without_a_browser(self):
        with tempfile.TemporaryDirectory() as build:
            (Path(build) / "browser/node_modules/puppeteer-core").mkdir(parents=True)
            code, said = self.without("sh", "tests/browser/run", "/bin/sh", build)
            self.assertEqual(code, 1, said)
            self.assertIn("check: 0 passed, 1 failed", said)


def main():
    result = unittest.TextTestRunner(stream=sys.stdout).run(
        unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    bad = len(result.failures) + len(result.errors)
    print(f"check: {result.testsRun - bad} passed, {bad} failed")
    return 1 if bad or result.testsRun == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
