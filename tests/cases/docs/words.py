#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""words.py ROOT: is each bold word of docs/operator.md, what to press and what is shown, a word of
the page?"""

import pathlib
import re
import sys

PAGE_FILES = ("*.ts", "*.html")
# words of sentences, not of the page
OTHER = {"None of this is a safety function", "off"}


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "docs/operator.md").read_text()
    words = sorted(set(re.findall(r"\*\*([^*]+)\*\*", text)) - OTHER)
    page = "\n".join(path.read_text() for pattern in PAGE_FILES
                     for path in (root / "viewer").rglob(pattern)
                     if not {"node_modules", "dist", "test"} & set(path.parts))
    missing = [word for word in words if word.lower() not in page.lower()]
    print(f"{len(words)} words; not on the page: {', '.join(missing) or 'none'}")
    return 1 if missing or len(words) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
