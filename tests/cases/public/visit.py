# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""visit.py ADDRESS VERSION: gets the page, says hello on its WebSocket, and sees frames."""
import base64
import json
import os
import socket
import struct
import sys
import urllib.parse
import urllib.request

FRAMES = 40


def read_exactly(stream, count):
    data = b""
    while len(data) < count:
        part = stream.recv(count - len(data))
        if not part:
            sys.exit("visit: the server has closed")
        data += part
    return data


def read_message(stream):
    """Opcode and content of one message (RFC 6455, 5.2); the server sends each in one piece."""
    first, second = read_exactly(stream, 2)
    size = second & 127
    if size == 126:
        size, = struct.unpack(">H", read_exactly(stream, 2))
    elif size == 127:
        size, = struct.unpack(">Q", read_exactly(stream, 8))
    return first & 15, read_exactly(stream, size)


def send_text(stream, text):
    """One text, masked as a client must."""
    data = text.encode()
    mask = os.urandom(4)
    size = struct.pack(">B", 128 | len(data)) if len(data) < 126 else \
        struct.pack(">BH", 128 | 126, len(data))
    stream.sendall(b"\x81" + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))


def connect(address, version):
    """A WebSocket on which hello was said."""
    where = urllib.parse.urlparse(address)
    stream = socket.create_connection((where.hostname, where.port), timeout=60)
    key = base64.b64encode(os.urandom(16)).decode()
    stream.sendall((f"GET /ws HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\n"
                    f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                    f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: sinew.v1\r\n"
                    f"Origin: http://{where.netloc}\r\n\r\n").encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += read_exactly(stream, 1)
    if b" 101 " not in head.split(b"\r\n")[0]:
        sys.exit(f"visit: refused: {head.decode(errors='replace')}")
    send_text(stream, json.dumps({"id": 1, "command": "hello", "version": version}))
    return stream


def main(address, version):
    page = urllib.request.urlopen(address, timeout=60).read().decode()
    if "a page of its own" not in page:
        sys.exit("visit: this is another page")
    stream = connect(address, version)
    seen = set()
    for _ in range(4000):
        opcode, content = read_message(stream)
        if opcode == 1 and json.loads(content).get("ok") is False:
            sys.exit(f"visit: {content.decode()}")
        if opcode == 2:
            seen.add(content)
        if len(seen) >= FRAMES:
            print(f"{len(seen)} different frames")
            return
    sys.exit(f"visit: only {len(seen)} different frames")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
