#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""hints.py PROGRAM: runs the commands that the messages of src/ and apps/ tell people to type, in a
folder of its own, and looks for the programs that the scripts name. tests/unit/cli/test_hints.c
parses the same commands; here they do what the message promises."""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]

# what a hint leaves out, or has a placeholder for; CELL, FILE and so on are files of prepare()
COMPLETED = {
    "sinew COMMAND --help": "model show --help",
    "sinew book list FILE": "book list book.xml",
    "sinew cell check": "cell check demo",
    "sinew cell list": "cell list",
    "sinew cell show": "cell show demo",
    "sinew describe list": "describe list",
    "sinew describe manual": "describe manual --out manual.md",
    "sinew describe show %s": "describe show pd",
    "sinew doctor --help": "doctor --help",
    "sinew mesh convert": "mesh convert shape.stl shape.glb",
    "sinew mesh convert %s %s.glb": "mesh convert shape.stl shape.stl.glb",
    "sinew model check": "model check arm.urdf",
    "sinew model check FILE.urdf": "model check arm.urdf",
    "sinew model expand": "model expand arm.urdf",
    "sinew model extract FILE FIRST LAST -o OUT": "model extract panda j1_link j7_link -o part.xml",
    "sinew model list": "model list",
    "sinew model repair --inertia": "model repair --inertia arm.urdf -o repaired.xml",
    "sinew model repair --inertia -o FILE": "model repair --inertia arm.urdf -o repaired-2.xml",
    "sinew model show": "model show panda",
    "sinew model show FILE": "model show arm.urdf",
    "sinew path convert IN OUT --stretch %s": "path convert run.mcap path.csv --stretch 2",
    "sinew record export": "record export run.mcap",
    "sinew record recover": "record recover run.mcap -o recovered.mcap",
    "sinew record show FILE": "record show run.mcap",
    "sinew record show --signals": "record show run.mcap --signals",
    "sinew record show FILE --signals": "record show run.mcap --signals",
    "sinew run": "run demo --virtual --for 0.01 --headless",
    "sinew run CELL": "run demo --virtual --for 0.01 --headless",
    "sinew run CELL --record FILE": "run demo --record again.mcap --virtual --for 0.01 --headless",
    "sinew run NAME": "run imi --virtual --for 0.01 --headless",
    "sinew run --tokens FILE": "run demo --tokens tokens.json --virtual --for 0.01 --headless",
    "sinew token add": "token add other --file tokens.json",
    "sinew token add NAME": "token add third --file tokens.json",
    "sinew token list": "token list --file tokens.json",
}

# these talk to a cell that runs, as tests/cases/server and platform do
OF_A_RUNNING_CELL = ("ask", "get", "list", "set", "top")

URDF = """<robot name="arm"><link name="base"/>
<link name="link"><inertial><mass value="1"/><origin xyz="0.1 0 0"/>
<inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="joint" type="revolute"><parent link="base"/><child link="link"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint></robot>
"""
STL = """solid shape
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
endsolid shape
"""


def hints():
    """Commands between quotes in the texts of the sources, with a file that has each."""
    found = {}
    for folder in ("src", "apps"):
        for path in sorted((ROOT / folder).rglob("*.[ch]")):
            text = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
            text = re.sub(r'"\s*"', "", text)
            for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', text):
                for hint in re.findall(r"['`](sinew [^'`]*)['`]", literal):
                    found.setdefault(hint, path.relative_to(ROOT))
    return found


def run(program, words):
    return subprocess.run([program, *words.split()], capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, errors="replace")


def prepare(program):
    pathlib.Path("arm.urdf").write_text(URDF, encoding="utf-8")
    pathlib.Path("shape.stl").write_text(STL, encoding="utf-8")
    book = '<book xmlns="urn:sinew:motion"><frames><place name="shelf"/></frames></book>'
    pathlib.Path("book.xml").write_text(book, encoding="utf-8")
    for words in ("run demo --virtual --for 0.1 --headless --record run.mcap",
                  "token add first --file tokens.json"):
        done = run(program, words)
        assert done.returncode == 0, (words, done.stderr)


def check_commands(program):
    failures = 0
    for hint, path in sorted(hints().items()):
        if hint.split()[1] in OF_A_RUNNING_CELL:
            continue
        words = COMPLETED.get(hint)
        if words is None:
            print(f"{path}: '{hint}' is not in the table of hints.py: say how it is run")
            failures += 1
            continue
        done = run(program, words)
        if done.returncode not in (0, 1):
            print(f"{path}: '{hint}', run as 'sinew {words}', ends with {done.returncode}: "
                  f"{done.stderr[:500]}")
            failures += 1
        if "--signals" in hint and "arm/target/q[0]" not in done.stdout:
            print(f"{path}: '{hint}' does not list the signals")
            failures += 1
    return failures


def check_scripts():
    """./NAME in the messages and comments of the scripts is a program of the root."""
    failures = 0
    scripts = [ROOT / name for name in ("run", "test", "soak", "bench")]
    scripts += [path for path in (ROOT / "tools").iterdir() if path.is_file()]
    for path in sorted(scripts):
        text = path.read_text(encoding="utf-8", errors="replace")
        for name in re.findall(r"(?:^|[\s'\"`(])\./([a-z_]+)(?=[\s'\"`.,;:)]|$)", text, re.M):
            if not ((ROOT / name).is_file() and os.access(ROOT / name, os.X_OK)):
                print(f"{path.relative_to(ROOT)}: there is no program ./{name}")
                failures += 1
    return failures


def main():
    program = sys.argv[1]
    prepare(program)
    failures = check_commands(program) + check_scripts()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
