# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""frames.py REFERENCE: every pose that a person gives or reads says which frame it is in.

The rows of the reference are looked at: fields of kind pose, and commands that take or return one.
"""
import pathlib
import re
import sys

FRAMES = re.compile(r"\b(world|base|frame|link|row)\b", re.IGNORECASE)
POSE_USAGE = "X Y Z QX QY QZ QW"


def has_pose(cells):
    """Is this row about one pose? A row is: name or usage, kind, ..., help."""
    kind, text = cells[1], cells[-1]
    if kind == "pose" or POSE_USAGE in cells[0]:
        return True
    return kind == "ask" and re.search(r"\bpose\b", text, re.IGNORECASE) is not None


def rows(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("| `"):
            cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) >= 3:
                yield number, cells


def main(folder):
    found = poses = 0
    for path in sorted(folder.glob("*.md")):
        for number, cells in rows(path):
            if not has_pose(cells):
                continue
            poses += 1
            if FRAMES.search(cells[-1]) is None:
                found += 1
                print(f"{path.name}:{number}: {cells[0]} has no frame: {cells[-1]}")
    print(f"frames: {poses} poses")
    return 1 if found or poses == 0 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
