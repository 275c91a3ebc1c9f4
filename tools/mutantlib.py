# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Where a line of C can be broken, and how: one change of one line at a time.

The sources are formatted by clang-format, which is what this relies on: functions begin and end in
the first column, binary operators stand between spaces. Comments, texts, declarations, tables and
messages are left alone.
"""
import dataclasses
import re

# operator -> what stands there instead
SWAPS = {
    " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
    " + ": " - ", " - ": " + ", " * ": " / ", " / ": " * ", " += ": " -= ", " -= ": " += ",
    " && ": " || ", " || ": " && ",
}
NUMBER = re.compile(r"(?<![\w.])(\d+\.?\d*(?:[eE][-+]?\d+)?)(?![\w.])")
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|while) \()(.*)(\)(?: \{| .*;|;)?)$")
DECLARATION = re.compile(r"^\s*(?!return\b|goto\b)"
                         r"(?:(?:const|static|struct|enum|union|unsigned|volatile|extern)\s+)*"
                         r"[a-z_]\w*(?:\s+\*?\w[^=()]*|\s*\*+\w[^=()]*);$")
STATEMENT = re.compile(r"^(\s+)(?!return\b|break;|continue;|goto\b|case\b|default:|else\b|if\b|"
                       r"for\b|while\b|do\b|switch\b|typedef\b|static\b|const\b|enum\b|struct\b)"
                       r"(\S.*);(\s*//.*)?$")
LOCAL = re.compile(r"^\s+(?:const |static |volatile |struct |enum |unsigned |_Alignas\(.*\) )*"
                   r"[a-zA-Z_]\w*(?: \*?|\* ?)(?:const )?\**\w+(?:\[[^=]*\])?(?: =.*|, .*)?;")
MESSAGE = re.compile(r"\b(snw_refuse|snw_failed|snw_why\w*|snw_text_\w+|print\w*|SNW_REQUIRE|"
                     r"SNW_CHECK\w*|SNW_ASSERT\w*|_Static_assert|help|fix)\b")
# what a function of this type may say at once
EARLY = {"void": "return;", "bool": "return true;", "int": "return 0;", "double": "return 0;",
         "size_t": "return 0;", "long": "return 0;", "snw_status": "return SNW_OK;",
         "int64_t": "return 0;", "uint64_t": "return 0;", "uint32_t": "return 0;"}
SIGNATURE = re.compile(r"^(?:static |inline |SNW_RT |SNW_SETUP |SNW_API )*(?:const )?"
                       r"([a-z_]\w*) (\**)(\w+)\(")


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    line: int  # from 1
    kind: str
    text: str  # the new line, without its end

    def change(self, old):
        return f"{old.strip()} -> {self.text.strip()}"


def masked(text):
    """The text with comments and the insides of literals blanked, of the same length."""
    out = []
    state = ""
    i = 0
    while i < len(text):
        two = text[i:i + 2]
        c = text[i]
        if state == "":
            if two in ("//", "/*"):
                state = two
                out.append("  ")
                i += 2
                continue
            if c in "\"'":
                state = c
            out.append(c)
        elif state == "//":
            if c == "\n":
                state = ""
            out.append(c if c == "\n" else " ")
        elif state == "/*":
            if two == "*/":
                state = ""
                out.append("  ")
                i += 2
                continue
            out.append(c if c == "\n" else " ")
        else:  # a literal
            if c == "\\":
                out.append("__")
                i += 2
                continue
            if c == state:
                state = ""
                out.append(c)
            else:
                out.append("_" if c != "\n" else c)
        i += 1
    return "".join(out)


def bodies(lines):
    """(first, last, return type or "") of each function, as indices of its inner lines."""
    start, kind = None, ""
    for i, line in enumerate(lines):
        if line and not line[0].isspace() and line[0] not in "#/}" and start is None:
            found = SIGNATURE.match(line)
            if found:
                kind = "" if found[2] else found[1]
        opens = line.endswith(") {") and not re.match(r"^(typedef|struct|enum)\b", line)
        if start is None and opens:
            start = i + 1
        elif start is not None and line == "}":
            yield start, i, kind
            start, kind = None, ""


def balanced(text):
    depth = 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if depth < 0:
            return False
    return depth == 0


def plus_one(number):
    """A constant, one larger."""
    return str(int(number) + 1) if number.isdigit() else repr(float(number) + 1)


def mutants_of_line(line, mask, starts, early):
    """(kind, new line). `starts`: a statement begins; `early`: what the function may return."""
    for old, new in SWAPS.items():
        at = mask.find(old)
        while at >= 0:
            yield f"{old.strip()} to {new.strip()}", line[:at] + new + line[at + len(old):]
            at = mask.find(old, at + len(old) - 1)
    for found in NUMBER.finditer(mask):
        if not (found[1].startswith("0") and len(found[1]) > 1 and found[1].isdigit()):
            yield "constant", line[:found.start()] + plus_one(found[1]) + line[found.end():]
    found = CONDITION.match(mask)
    if found and balanced(found[2]):
        inner = line[found.start(2):found.end(2)]
        yield "negate", line[:found.start(2)] + f"!({inner})" + line[found.end(2):]
    found = STATEMENT.match(mask)
    if found and starts and balanced(found[2]) and not LOCAL.match(mask):
        yield "drop", f"{found[1]};"
        if early:
            yield "return early", f"{found[1]}{early}"


def find_mutants(path, text):
    """All mutants of a source, in order."""
    lines = text.split("\n")
    masks = masked(text).split("\n")
    for first, last, kind in bodies(masks):
        table = False
        before = "{"
        for i in range(first, last):
            line, mask = lines[i], masks[i].rstrip()
            starts = before.endswith(("{", "}", ";", ":"))
            if mask.strip():
                before = mask
            if re.match(r"^\s+static const\b.*[{=]$", mask):
                table = not mask.endswith("};")
                continue
            if table:
                table = not mask.endswith("};")
                continue
            if not mask.strip() or mask.lstrip().startswith("#") or DECLARATION.match(mask):
                continue
            # a text with words in it is a message
            if MESSAGE.search(mask) or re.search(r'"[^"]* [^"]{3,}"', line):
                continue
            for name, new in mutants_of_line(line, mask, starts, EARLY.get(kind, "")):
                if new != line:
                    yield Mutant(path, i + 1, name, new)


def apply(text, mutant):
    lines = text.split("\n")
    lines[mutant.line - 1] = mutant.text
    return "\n".join(lines)


def choose(mutants, random, count):
    """`count` different ones: a line by chance, then one of its changes."""
    lines = {}
    for mutant in mutants:
        lines.setdefault((mutant.path, mutant.line), []).append(mutant)
    places = sorted(lines)
    random.shuffle(places)
    return [random.choice(lines[place]) for place in places[:count]]
