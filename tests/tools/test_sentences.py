#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Thirty sentences that nobody understood stay away, and those in their place are said.

Each row has the old sentence, which stands nowhere in src, apps, include, viewer/src and docs, and
the new one, in the pieces that the sources hold: a name or a number of a run stands between them.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("src", "apps", "include", "viewer/src", "docs", "cells")
SUFFIXES = {".c", ".h", ".ts", ".html", ".css", ".md", ".inc", ".xml", ".json"}

ROWS = (
    ("Every so manieth tick.", ["Record every n-th tick."]),
    ("It runs in every so manieth tick.", ["Run once every n ticks"]),
    ("Output: component, a point, port.", ["Output, written component.port, e.g. motion.pose."]),
    ("In which of these, from 0.", ["Offset within the n ticks, 0 to n-1."]),
    ("Late ones not forgiven", ["late cycles counted"]),
    ("Which loads are reckoned with.", ["Which payloads the law compensates."]),
    ("Acceleration per error of position, 1/s^2; one value is that of all axes.",
     ["Position gain kp [1/s^2]; one value applies to all joints."]),
    ("Of straight lines without a wish.", ["Default speed of straight-line moves."]),
    ("How an arm is held before its first wish.",
     ["How the arm is held until the first command arrives."]),
    ("Seed of all chance in simulated arms.", ["Random seed of the simulation."]),
    ("A wall that is not there and pushes the tip out.",
     ["A virtual wall that pushes the tool back."]),
    ("Until nothing is left of the old efforts; 0 lets every bump pass.",
     ["Blend time after a change of law or gain [s]; 0 means none."]),
    ("Hands targets to drives that follow by themselves.",
     ["Sends targets straight to drives with their own position loop."]),
    ("Adds the efforts that hold what is held, where no law of the arm does.",
     ["Compensates the weight of the gripped object if the control law does not."]),
    ("What the register holds where the arm begins; follows from there without.",
     ["Encoder count at start; derived from the start position if omitted."]),
    ("Rad or m; none stays, else one for each axis.",
     ["One position per joint [rad or m]; empty means stay."]),
    ("Way of a screw per angle.", ["Screw pitch [m/rad]."]),
    ("Is on when the arm follows for the first time.", ["Start with guiding on."]),
    ("Say a word to a component, a drive or the whole of a running cell.",
     ["Send a command to a component, a drive or the running cell."]),
    ("Hold joints of a model for good.", ["Turn joints into fixed joints."]),
    ("Hold a path against the limits of an arm before it is driven.",
     ["Check a path against an arm's limits before running it."]),
    ("Who else may come: a file that 'sinew token' writes.",
     ["File of access tokens, made by 'sinew token add'."]),
    ("Arms without mass, which are where they are told to be.",
     ["Kinematic simulation: joints follow commands exactly."]),
    ("rates without limit of speed or acceleration",
     ["no acceleration limit; 5 rad/s^2 is assumed when they move"]),
    ("Stopped: somebody asked for a stop", ["stopped by operator (Esc)"]),
    ("Way out: when its cause is gone",
     ["To continue: ", "remove the cause, press Acknowledge, then Enable"]),
    ("A server that lives ends a jog or drag",
     ["If the server still runs, a jog stops 0.15 s after contact is lost; a program stops or goes "
      "on as the cell is configured."]),
    ("The arm was stopped, or taken by hand, in a step",
     ["Sequence paused at step {step}: the arm was stopped or jogged"]),
    ("Free after you acknowledge the fault.", ["Acknowledge the ", "'fault' : 'stop'", " first."]),
    ("There is no black box to it.", ["No black box was recorded for this event."]),
)


def plain(text):
    """Text with literals joined, escapes of quotes undone, markers of comments and blanks gone."""
    text = re.sub(r"\"\s*\\?\s*\"|'\s*\+\s*'|^\s*(?:///?<?|\*)\s?", " ", text, flags=re.MULTILINE)
    text = text.replace("\\'", "'").replace("&apos;", "'")
    return re.sub(r"\s+", " ", text)


def read_all():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path.relative_to(ROOT), plain(path.read_text(encoding="utf-8"))


def main():
    texts = dict(read_all())
    said = "\n".join(text for path, text in texts.items() if path.parts[0] in ("src", "apps",
                                                                              "viewer"))
    said_again = said.replace(" ", "")
    passed = failed = 0
    for old, new in ROWS:
        found = [str(path) for path, text in texts.items() if old.lower() in text.lower()]
        missing = [piece for piece in new if piece.replace(" ", "") not in said_again]
        for path in found:
            print(f"FAILED: {path} says {old!r}")
        for piece in missing:
            print(f"FAILED: nothing says {piece!r}")
        passed += not found and not missing
        failed += bool(found or missing)
    # the rows are those of the table, and the reader joins what C joins
    assert len(ROWS) == 30 and len(texts) > 1000
    assert plain('"a b"\n    " c"') == '"a b c"'
    print(f"check: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
