#!/usr/bin/env python3
# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""pages.py HTML_FOLDER FUNCTIONS: is each function of the list explained on a page, and does each
page link a style sheet for paper that is there?"""

import html
import pathlib
import re
import sys

ITEM = re.compile(r'<div class="memitem">(.*?)<div class="memdoc">(.*?)</div>', re.DOTALL)
NAME = re.compile(r'<td class="memname">(.*?)</td>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")


def main():
    folder, wanted = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text().split()
    explained, faults = set(), []
    pages = sorted(folder.glob("*.html"))
    for page in pages:
        text = page.read_text()
        if '<link href="print.css" rel="stylesheet"' not in text:
            faults.append(f"{page.name} does not link print.css")
        for head, body in ITEM.findall(text):
            names = [TAG.sub("", cell).split() for cell in NAME.findall(head)]
            name = names[0][-1] if names and names[0] else None
            # a sentence, not a mark that something is missing
            if name and len(html.unescape(TAG.sub("", body)).split()) >= 2:
                explained.add(name)
    sheet = folder / "print.css"
    if not sheet.is_file() or "@media print" not in sheet.read_text():
        faults.append("there is no style sheet for paper")
    faults += [f"{name} is not explained" for name in wanted if name not in explained]
    print("\n".join(faults[:40]))
    print(f"{len(pages)} pages, {len(explained)} explained, {len(faults)} faults")
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
