# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Files that are shipped and files that the program writes, judged by xmllint. See README.md."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
TAG = re.compile(r"<([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(/?)>")
COMMENT = re.compile(r"<!--.*?-->", re.S)
JUDGED = re.compile(r"^(\S+) (validates|fails to validate)$", re.M)
SPOILED = 150  # of one file; its tags are taken at equal distances


class Count:
    def __init__(self):
        self.passed = self.failed = 0

    def judge(self, name, good, why=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {name}\n{why[:2000]}")

    def close(self):
        print(f"check: {self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed else 0)


def judged(schema, files):
    """What xmllint says of each file, in one run: {name: is valid}, and all that it printed."""
    done = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", schema, *files], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    verdicts = {name: word == "validates" for name, word in JUDGED.findall(done.stdout)}
    return verdicts, done.stdout


def spoiled(text):
    """Copies of a text, each with one unknown element or attribute in one tag."""
    text = COMMENT.sub("", text)
    tags = list(TAG.finditer(text))
    step = max(1, len(tags) // SPOILED)
    for number, tag in enumerate(tags[::step]):
        name, attributes, empty = tag.groups()
        if number % 4 == 3:
            new = f"<{name}{attributes} unheard_of=\"1\"{empty}>"
        elif empty:
            new = f"<{name}{attributes}><unheard_of/></{name}>"
        else:
            new = f"<{name}{attributes}><unheard_of/>"
        yield text[:tag.start()] + new + text[tag.end():]


def written(program, folder):
    """One file of every kind that the program writes as XML."""
    def run(*words):
        subprocess.run([program, *words], check=False, cwd=folder, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (folder / "table.csv").write_text("time,a,b\n0,0,0\n1,0.5,1\n2,1,0\n")
    (folder / "book.json").write_text(
        '{"frames": [{"name": "shelf", "pose": {"xyz": [1, 2, 3]}, "configuration": "lun"}]}\n')
    (folder / "state.json").write_text(
        '{"name": "ready", "members": [{"member": "arm", "q": [0, 1, 2, 3, 4, 5]}]}\n')
    run("path", "convert", "table.csv", "path.xml")
    run("model", "convert", "ur5", "robot.xml")
    run("model", "convert", "puma560-corke", "table.dh.xml", "--lossy", "--convention", "standard")
    run("model", "convert", "panda", "panda.cell.xml")
    run("describe", "convert", "book.json", "book.xml", "--type", "book")
    run("describe", "convert", "state.json", "state.xml", "--type", "cell_state")
    run("describe", "convert", ROOT / "cells/demo.cell.xml", "demo.cell.xml", "--type", "cell")
    return [folder / name for name in ("path.xml", "robot.xml", "table.dh.xml", "panda.cell.xml",
                                       "book.xml", "state.xml", "demo.cell.xml")]


def check_files(count, schema, paths, folder):
    """The files are valid, and no spoiled copy of one of them is."""
    names = {path: str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name)
             for path in paths}
    for path in paths:
        count.judge(f"{names[path]} is there", path.is_file())
    paths = [path for path in paths if path.is_file()]
    verdicts, said = judged(schema, paths)
    for path in paths:
        count.judge(f"{names[path]} is valid", verdicts.get(str(path)) is True, said)

    # every copy that is taken is told with the file that it was made of
    copies = {}
    for path in paths:
        for text in spoiled(path.read_text(encoding="utf8")):
            copy = folder / f"spoiled-{len(copies):06}.xml"
            copy.write_text(text, encoding="utf8")
            copies[copy] = path
        count.judge(f"{names[path]} has tags to spoil", path in copies.values())
    verdicts, said = judged(schema, copies)
    count.judge("spoiled copies are still XML", "parser error" not in said)
    for path in paths:
        own = [copy for copy in copies if copies[copy] == path]
        taken = [copy for copy in own if verdicts.get(str(copy)) is not False]
        kept = taken[0].read_text(encoding="utf8") if taken else ""
        count.judge(f"{names[path]}: {len(taken)} of {len(own)} spoiled copies are not refused",
                    not taken, kept)


# spec: actin-model:A1-CAP-02
def main(program):
    count = Count()
    count.judge("xmllint is there", shutil.which("xmllint") is not None)
    if count.failed:
        count.close()
    os.environ["SINEW_MODELS"] = str(ROOT / "models")
    with tempfile.TemporaryDirectory(prefix="snw-schemas-") as name:
        folder = pathlib.Path(name)
        done = subprocess.run([program, "describe", "xsd", "--out", folder / "schemas"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        count.judge("the schemas are written", done.returncode == 0, done.stdout)
        schema = folder / "schemas" / "cell.xsd"

        shipped = [path for top in ("cells", "models", "examples")
                   for path in sorted((ROOT / top).rglob("*.xml"))]
        cells = [path for path in shipped if path.name.endswith(".cell.xml")]
        count.judge("there are cells and models", len(cells) >= 14 and len(shipped) >= 36)
        check_files(count, schema, shipped + written(program, folder), folder)
    count.close()


if __name__ == "__main__":
    main(sys.argv[1])
