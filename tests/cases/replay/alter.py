# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Changes one bit of one number of a recording, and leaves the recording whole.

    alter.py IN OUT PATH TICK    the last bit of this signal at this tick
    alter.py IN --paths          the signals of the recording, a line each
    alter.py IN OUT --version N  as if it had been made with numbers of this version

OUT has plain chunks and no index: 'sinew record recover' makes a whole recording of it.
"""
import ctypes
import ctypes.util
import struct
import sys
import zlib

MAGIC = b"\x89MCAP0\r\n"
CHANNEL, MESSAGE, CHUNK = 4, 5, 6
HEADER, SCHEMA, ATTACHMENT, METADATA = 1, 3, 9, 12
VALUES = 4 + 24  # of Signals: the mark of the encoding; stamp, tick, lost, length


def records(data):
    """(opcode, content) of each record."""
    at = 0
    while at + 9 <= len(data):
        opcode, length = struct.unpack_from("<BQ", data, at)
        yield opcode, data[at + 9:at + 9 + length]
        at += 9 + length


def text(data, at):
    length, = struct.unpack_from("<I", data, at)
    return data[at + 4:at + 4 + length].decode(), at + 4 + length


def expand(data, size):
    library = ctypes.CDLL(ctypes.util.find_library("zstd"))
    library.ZSTD_decompress.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(size)
    got = library.ZSTD_decompress(out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    if got != size:
        sys.exit("alter: a chunk does not expand")
    return out.raw


def chunk_content(content):
    size, = struct.unpack_from("<Q", content, 16)
    packing, at = text(content, 28)
    packed = content[at + 8:]
    if packing not in ("", "zstd"):
        sys.exit(f"alter: chunks in {packing}")
    return packed if packing == "" else expand(packed, size)


def plain_chunk(content, inside):
    begin, end = struct.unpack_from("<QQ", content, 0)
    return struct.pack("<QQQIIQ", begin, end, len(inside), zlib.crc32(inside), 0,
                       len(inside)) + inside


def find_channel(content):
    """Number and paths of the channel /signals/all, or None."""
    number, = struct.unpack_from("<H", content, 0)
    topic, at = text(content, 4)
    _, at = text(content, at)
    end = at + 4 + struct.unpack_from("<I", content, at)[0]
    at += 4
    while at < end:
        key, at = text(content, at)
        value, at = text(content, at)
        if topic == "/signals/all" and key == "paths":
            return number, value.split("\n")
    return None


class Altered:
    def __init__(self, path, tick):
        self.path, self.tick, self.channel, self.count = path, tick, None, 0

    def message(self, content):
        if self.channel is None or struct.unpack_from("<H", content, 0)[0] != self.channel[0]:
            return content
        data = bytearray(content)
        tick, = struct.unpack_from("<q", data, 22 + 4 + 8)
        if tick != self.tick or self.path not in self.channel[1]:
            return content
        at = 22 + VALUES + 8 * self.channel[1].index(self.path)
        data[at] ^= 1
        self.count += 1
        return bytes(data)

    def chunk(self, inside):
        out = bytearray()
        for opcode, content in records(inside):
            if opcode == CHANNEL:
                self.channel = find_channel(content) or self.channel
            if opcode == MESSAGE:
                content = self.message(content)
            out += struct.pack("<BQ", opcode, len(content)) + content
        return bytes(out)


def with_version(content, version):
    """The metadata "sinew" with another version of its numbers."""
    name, at = text(content, 0)
    if name != "sinew":
        return content
    end = at + 4 + struct.unpack_from("<I", content, at)[0]
    at += 4
    out = b""
    while at < end:
        key, at = text(content, at)
        value, at = text(content, at)
        for word in (key, version if key == "recording" else value):
            out += struct.pack("<I", len(word)) + word.encode()
    head = struct.pack("<I", len(name)) + name.encode()
    return head + struct.pack("<I", len(out)) + out


def main(argv):
    data = open(argv[0], "rb").read()
    if data[:8] != MAGIC:
        sys.exit("alter: no recording")
    show = argv[1] == "--paths"
    version = argv[3] if not show and argv[2] == "--version" else None
    altered = Altered("", -1) if show or version else Altered(argv[2], int(argv[3]))
    out = bytearray(MAGIC)
    for opcode, content in records(data[8:]):
        if opcode == CHUNK:
            content = plain_chunk(content, altered.chunk(chunk_content(content)))
        elif opcode == METADATA and version:
            content = with_version(content, version)
        elif opcode == CHANNEL:
            altered.channel = find_channel(content) or altered.channel
        elif opcode not in (HEADER, SCHEMA, ATTACHMENT, METADATA):
            if opcode == 15:  # the end of the data
                break
            continue
        out += struct.pack("<BQ", opcode, len(content)) + content
    if show:
        print("\n".join(altered.channel[1]))
        return
    if altered.count != 1 and not version:
        sys.exit(f"alter: {altered.count} places were changed")
    with open(argv[1], "wb") as file:
        file.write(out)


if __name__ == "__main__":
    main(sys.argv[1:])
