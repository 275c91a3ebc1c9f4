# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""logs.py FOLDER TABLE COMMANDS PROGRAM MODEL: six log files against what was asked and recorded.

TABLE is the recording as CSV, COMMANDS what the loop was told, a line each.
"""
import csv
import json
import pathlib
import re
import subprocess
import sys

TIME = r"\[(\d{5}\.\d{4})\]"
REAL = r"(-?\d+\.\d{6})"


def fail(*words):
    sys.exit("logs: " + " ".join(str(word) for word in words))


def read(folder, number, pattern):
    """Time and values of each line; every line has the form."""
    rows = []
    for line in (folder / f"log{number}.dat").read_text().splitlines():
        match = re.fullmatch(pattern, line)
        if not match:
            fail(f"log{number}.dat:", line)
        rows.append((float(match.group(1)), [float(x) for x in match.groups()[1:]]))
    return rows


def check_commands(folder, commands):
    found = (folder / "log1.dat").read_text().splitlines()
    wanted = []
    for command in commands:
        words = [f"{float(w):.4f}" if re.fullmatch(r"-?[\d.]+", w) else w for w in command.split()]
        wanted.append("MSG " + " ".join(words))
    times = [re.match(TIME + " ", line) for line in found]
    if not all(times) or [line[13:] for line in found] != wanted:
        fail("commands:", found, "instead of", wanted)
    stamps = [float(match.group(1)) for match in times]
    if stamps != sorted(stamps) or stamps[0] <= 0:
        fail("times of commands:", stamps)


def check_rate(rows, what):
    if len(rows) < 16:
        fail(what, "has only", len(rows), "lines")
    rate = (len(rows) - 1) / (rows[-1][0] - rows[0][0])
    if not 8 * 0.95 <= rate <= 8 * 1.05:
        fail(what, "has", rate, "lines in a second")
    gaps = [b[0] - a[0] for a, b in zip(rows, rows[1:])]
    if not (0.125 * 0.95 <= min(gaps) and max(gaps) <= 0.125 * 1.05):
        fail(what, "has gaps from", min(gaps), "to", max(gaps))


def check_table(rows, table, image):
    """Joints of a log are those of the recording at that time."""
    for t, values in rows:
        row = table[f"{t:.4f}"]
        for axis, value in enumerate(values):
            if abs(value - float(row[f"arm/{image}/q[{axis}]"])) > 5.1e-7:
                fail(image, t, axis, value)


def check_poses(rows, table, image, program, model):
    for t, values in rows[::5]:
        row = table[f"{t:.4f}"]
        joints = " ".join(row[f"arm/{image}/q[{axis}]"] for axis in range(6))
        fk = json.loads(subprocess.run([program, "fk", model, "--frame", "link6", "--q", joints,
                                        "--json"], check=True, capture_output=True).stdout)
        text = json.dumps(fk)
        place = json.loads(re.search(r'"position": (\[[^]]*\])', text).group(1))
        turn = json.loads(re.search(r'"quat_xyzw": (\[[^]]*\])', text).group(1))
        place[2] += 0.66  # where the cell puts the arm
        off = max(abs(a - b) for a, b in zip(values[:3], place))
        side = 1 if sum(a * b for a, b in zip(values[3:], turn)) > 0 else -1
        off = max(off, max(abs(a - side * b) for a, b in zip(values[3:], turn)))
        if off > 1.1e-6:
            fail("pose", image, t, values, place, turn)


def main(folder, table, commands, program, model):
    folder = pathlib.Path(folder)
    with open(table, encoding="ascii", newline="") as file:
        lines = csv.reader(file)
        names = [name.split(" [")[0] for name in next(lines)]
        table = [dict(zip(names, line)) for line in lines]
    rows = {f"{float(row['t']):.4f}": row for row in table}
    check_commands(folder, pathlib.Path(commands).read_text().splitlines())
    poses = [read(folder, n, f"{TIME} {w}" + f" {REAL}" * 7) for n, w in ((2, "POS"), (3, "SP"))]
    joints = [read(folder, n, f"{TIME} {w}" + f" {REAL}" * 6) for n, w in ((5, "Jnt"), (6, "Drv"))]
    for log, what in zip(poses + joints, ("POS", "SP", "Jnt", "Drv")):
        check_rate(log, what)
    check_table(joints[0], rows, "sensed")
    check_table(joints[1], rows, "command")
    check_poses(poses[0], rows, "sensed", program, model)
    check_poses(poses[1], rows, "target", program, model)
    moved = max(abs(a - b) for a, b in zip(joints[0][0][1], joints[0][-1][1]))
    if moved < 0.1:
        fail("the arm has not moved")
    out = (folder / "log4.dat").read_text().splitlines()
    if not out or not all(re.match(TIME + " OUT (warning|error): ", line) for line in out):
        fail("warnings and errors:", out)
    if not any("frozen" in line or "following" in line for line in out):
        fail("the fault is not among", out)
    print(len(poses[0]), "lines of poses,", len(out), "of warnings and errors")


main(*sys.argv[1:])
