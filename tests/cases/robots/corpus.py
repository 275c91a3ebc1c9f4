# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Every file of the corpus through the program: python3 corpus.py PROGRAM FOLDER"""
import json
import os
import random
import re
import subprocess
import sys

import fk

program, folder = sys.argv[1:3]
passed = failed = 0
values = random.Random(1)


def judge(what, good, more=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED: {what}\n{more}")


def sinew(*words):
    done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def configuration(path):
    """A random q, and the positions by name; joints of several coordinates stay at zero."""
    q, by_name = [], {}
    for name, width in fk.order(fk.read(path)):
        if width == 1:
            by_name[name] = values.uniform(-0.9, 0.9)
            q.append(by_name[name])
        else:
            q += [0.0] * (width - 1) + [1.0 if width == 7 else 0.0]
    return ",".join(repr(number) for number in q), by_name


for name in sorted(os.listdir(folder)):
    path = os.path.join(folder, name)
    with open(path, encoding="utf-8-sig") as file:
        expected = re.search(r"<!-- expect: (\S+) -->", file.read())
    code, out, err = sinew("model", "check", path)
    judge(f"{name} opens", code == 0, out + err)
    warned = " warning: " in out
    judge(f"{name} is told about", warned == (expected is not None), out)
    if expected:
        judge(f"{name}: {expected[1]}", f"[{expected[1]}]" in out, out)
    code, out, err = sinew("model", "check", path, "--strict")
    judge(f"{name} strictly", code == (3 if expected else 0), out + err)
    q, by_name = configuration(path)
    code, out, err = sinew("fk", path, "--json", "--q", q) if q else sinew("fk", path, "--json")
    judge(f"{name} can be moved", code == 0, err)
    if code == 0:
        frames = json.loads(out)["frames"]
        if name == "long-name.urdf":  # it has a shorter name here
            frames = {n if "~" not in n else "arm_" + "x" * 200: p for n, p in frames.items()}
        worst = fk.compare(path, frames, by_name)
        judge(f"{name}: poses are those of the numbers", worst < 1e-12, str(worst))
    code, out, err = sinew("run", path, "--virtual", "--for", "0.2", "--json")
    judge(f"{name} runs", code == 0 and '"ticks":200,' in out, out[-300:] + err)
    # a run warns of more than a check does: of masses that are missing, of limits that are assumed
    odd = "warning: " in err
    judge(f"{name} runs with all warnings", odd or not expected, err)
    code, out, err = sinew("run", path, "--virtual", "--for", "0.2", "--strict")
    judge(f"{name} runs strictly", code == (3 if odd else 0), out[-300:] + err)
    judge(f"{name} has no warning left", " warning: " not in err, err)

print(f"corpus: {passed} passed, {failed} failed")
sys.exit(failed > 0)
