# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""requests.py ROOT: every request of the page is in docs/protocol.md or docs/wire.md."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
said = (root / "docs/protocol.md").read_text() + (root / "docs/wire.md").read_text()
asked = set()
for source in (root / "viewer/src").rglob("*.ts"):
    asked |= set(re.findall(r"\.request\(\s*'([a-z]+)'", source.read_text()))
unsaid = sorted(command for command in asked if f"`{command}`" not in said)
print(f"{len(asked)} requests; in no document: {unsaid}")
sys.exit(1 if unsaid or len(asked) < 10 else 0)
