# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""look.py ADDRESS VERSION PID: one process has the page, the scene of a cell, and its motion."""
import json
import os
import pathlib
import sys
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "public"))
import visit  # noqa: E402  the client of the case "public"

FRAMES = 40


def listener_of(port):
    """Inode of the socket that listens at a port."""
    for line in open("/proc/net/tcp", encoding="ascii").readlines()[1:]:
        words = line.split()
        if int(words[1].split(":")[1], 16) == port and words[3] == "0A":
            return words[9]
    return None


def sockets_of(pid):
    found = set()
    for descriptor in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = os.readlink(descriptor)
        except OSError:
            continue
        if target.startswith("socket:"):
            found.add(target[8:-1])
    return found


def relatives_of(pid):
    """Other processes of its session, and its children."""
    session, found = os.getsid(pid), []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == pid:
            continue
        try:
            stat = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(stat[1]) == pid or int(stat[3]) == session:
            found.append(entry.name)
    return found


def main(address, version, pid):
    page = urllib.request.urlopen(address, timeout=60).read().decode()
    if "a page of its own" not in page:
        sys.exit("look: this is another page")
    inode = listener_of(urllib.parse.urlparse(address).port)
    if inode is None or inode not in sockets_of(pid):
        sys.exit("look: the page is served by another process")
    stream = visit.connect(address, version)
    visit.send_text(stream, json.dumps({"id": 2, "command": "scene"}))
    scene, frames = None, set()
    for _ in range(20000):
        opcode, content = visit.read_message(stream)
        if opcode == 2:
            frames.add(content)
        elif opcode == 1 and json.loads(content).get("id") == 2:
            scene = content.decode()
        if scene is not None and len(frames) >= FRAMES:
            break
    else:
        sys.exit(f"look: {len(frames)} frames, scene {scene is not None}")
    shapes = scene.count('"use":"visual"')
    if shapes < 10:
        sys.exit(f"look: only {shapes} shapes in {scene[:300]}")
    others = relatives_of(pid)
    if others:
        sys.exit(f"look: there are other processes: {others}")
    print(f"{shapes} shapes, {len(frames)} frames, one process")


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
