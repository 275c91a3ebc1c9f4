# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""A small tree in a temporary folder, on which a checker is run."""

import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SPDX = "SPDX-FileCopyrightText: the sinew authors\n{0} SPDX-License-Identifier: Apache-2.0\n"
C_HEAD = "// " + SPDX.format("//")
HASH_HEAD = "# " + SPDX.format("#")


def header(guard, body=""):
    return f"{C_HEAD}#ifndef {guard}\n#define {guard}\n\n{body}\n#endif // {guard}\n"


class Sample(unittest.TestCase):
    """A test with a tree of its own in a temporary folder."""

    maxDiff = None

    def setUp(self):
        self.root = Path(tempfile.mkdtemp(prefix="snw-check-")).resolve()
        self.addCleanup(shutil.rmtree, self.root)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    def call(self, checker, *arguments, root=None):
        command = [sys.executable, ROOT / "tools" / checker, "--root", root or self.root]
        return subprocess.run(
            [str(word) for word in [*command, *arguments]],
            capture_output=True, text=True, check=False,
        )

    def passes(self, checker, *arguments, root=None):
        result = self.call(checker, *arguments, root=root)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def finds(self, start, checker, *arguments, words=""):
        """The checker fails, and a line of its report begins so and contains the words."""
        result = self.call(checker, *arguments)
        self.assertEqual(result.returncode, 1, result.stderr)
        lines = result.stderr.splitlines()
        for line in lines:
            self.assertRegex(line, r"^[^:]+:\d+: [\w.+-]+: .+; .+$")
        self.assertTrue(any(li.startswith(start) and words in li for li in lines), result.stderr)
        return result
