#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""steps.py ROOT PAGE: does what a page of docs/ tells its reader to do, in the present folder.

The words behind the language of a code block say what becomes of it:

    save=NAME       it is written to a file of this name
    run             it is run by sh, which must end with 0, or with what exit=N says
    until=TEXT      it is run until it has printed TEXT (with _ for a blank), then interrupted
    says            each of its lines stands in what the last command has printed, in this order;
                    '...' within a line is any text, a line '...' any lines

A block without these words is only read. Ends with 1 when something else happens than it says.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LIMIT = 120  # [s] for a command; on an idle machine none takes more than a few


def parts_of(info):
    words = info.split()[1:]
    return dict(word.split("=", 1) if "=" in word else (word, "") for word in words)


def run_until(text, wanted):
    """Starts a command, waits for what it shall print, and interrupts it."""
    process = subprocess.Popen(["sh", "-c", "exec " + text.strip()], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ""
    end = time.monotonic() + LIMIT
    while wanted not in said and time.monotonic() < end:
        line = process.stdout.readline()
        if not line:
            break
        said += line
    process.send_signal(signal.SIGINT)
    said += process.stdout.read()
    code = process.wait(LIMIT)
    return said, 0 if wanted in said and code in (0, 130) else code or 1


def run_block(text, parts):
    if "until" in parts:
        return run_until(text, parts["until"].replace("_", " "))
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(["sh", "-e", "-c", text], stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        try:
            code = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            code = "a time limit"
        finally:
            # what a block has left in the background ends with it
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        out.seek(0)
        return out.read().decode(errors="replace"), code


def says(said, block):
    """The first line of the block that was not printed, or None."""
    lines, at = said.splitlines(), 0
    for wanted in block.splitlines():
        if wanted.strip() == "..." or not wanted.strip():
            continue
        words = [re.escape(" ".join(part.split())) for part in wanted.split("...")]
        pattern = re.compile(".*".join(words))
        while at < len(lines) and not pattern.search(" ".join(lines[at].split())):
            at += 1
        if at == len(lines):
            return wanted
        at += 1
    return None


def main():
    page = pathlib.Path(sys.argv[1]) / sys.argv[2]
    text = page.read_text()
    passed, faults, said = 0, [], ""
    for match in FENCE.finditer(text):
        parts, block = parts_of(match.group(1)), match.group(2)
        line = text.count("\n", 0, match.start()) + 1
        fault = None
        if "save" in parts:
            pathlib.Path(parts["save"]).write_text(block)
        elif "run" in parts or "until" in parts:
            said, code = run_block(block, parts)
            wanted = int(parts.get("exit", "0"))
            if code != wanted:
                fault = f"ends with {code}, the page says {wanted}"
        elif "says" in parts:
            missing = says(said, block)
            fault = missing and f"was not printed: {missing}"
        else:
            continue
        if fault:
            faults.append(fault)
            print(f"FAILED: {sys.argv[2]}:{line}: {fault}\n{block}--- printed:\n{said[-3000:]}---")
        else:
            passed += 1
    print(f"{sys.argv[2]}: {passed} passed, {len(faults)} failed")
    return 0 if passed and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
