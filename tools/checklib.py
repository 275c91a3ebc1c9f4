# SPDX-FileCopyrightText: the sinew authors
# SPDX-License-Identifier: Apache-2.0
"""What the checkers share: findings, arguments, lists of files, src/LAYERS, C text, symbols."""

import argparse
import fnmatch
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKERS = 2  # the checkers share the machine with builds

C_SUFFIXES = (".c", ".h", ".inc")


class Findings:
    """What is wrong, one line each: `file:line: rule: what is wrong; way out`."""

    def __init__(self, root):
        self.root = Path(root)
        self.items = set()

    def add(self, path, line, rule, wrong, way_out):
        path = Path(path)
        if path.is_absolute() and path.is_relative_to(self.root):
            path = path.relative_to(self.root)
        self.items.add((str(path), line, f"{rule}: {' '.join(wrong.split())}; {way_out}"))

    def report(self, verdict):
        """Prints all findings and the verdict; returns the exit code of the program."""
        for path, line, text in sorted(self.items):
            print(f"{path}:{line}: {text}", file=sys.stderr)
        count = len(self.items)
        print(f"{verdict}; {plural(count, 'finding')}" if count else verdict)
        return 1 if count else 0


def plural(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def arguments(doc, build_dir=False):
    """A parser with what every checker understands."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if build_dir:
        parser.add_argument("build_dir", type=Path, help="a configured and built tree")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to check")
    return parser


def parse(parser):
    """The arguments, with the folders that they name made absolute and looked at."""
    options = parser.parse_args()
    for name in ("root", "build_dir"):
        folder = getattr(options, name, None)
        if folder is None:
            continue
        if not folder.is_dir():
            parser.error(f"{folder} is not a folder")
        setattr(options, name, folder.resolve())
    return options


def give_up(message):
    """The checker itself cannot work: wrong usage or a missing program."""
    print(f"{Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(2)


def run(command, **options):
    """Runs a program with messages in English; the result has returncode, stdout, stderr."""
    environment = {**os.environ, "LC_ALL": "C"}
    options = {"capture_output": True, "text": True, "errors": "replace", **options}
    try:
        return subprocess.run(
            [str(word) for word in command], env=environment, check=False, **options
        )
    except FileNotFoundError:
        return give_up(f"the program {command[0]} is not installed")


def complaint(result):
    """What a program that failed has to say, in short: its first error, or its last words."""
    errors = re.findall(r"error: (.*)", result.stderr)
    return errors[0] if errors else (result.stderr or result.stdout).strip()[-300:] or "no message"


def in_parallel(function, items):
    """The results of function(item), in the order of the items."""
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(function, items))


def list_files(root):
    """All files of the tree that are or could be committed, sorted, relative to the root."""
    top = run(["git", "-C", root, "rev-parse", "--show-toplevel"])
    if top.returncode == 0 and Path(top.stdout.strip()).resolve() == root:
        listing = run(
            ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        )
        names = set(listing.stdout.split("\0")) - {""}
        return sorted(Path(name) for name in names if (root / name).is_file())
    skipped = {".git", "build", "__pycache__"}
    files = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return sorted(path for path in files if not skipped.intersection(path.parts))


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def is_generated(path):
    return "generated" in Path(path).parts


# --- C text --------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"//(?:\\.|[^\n\\])*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\.|[^\n\\])*", re.MULTILINE | re.DOTALL)


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def without_comments(text, keep_strings=False):
    """The code with comments, and what stands between quotes, as blanks; lines keep their place."""

    def replace(match):
        token = match.group()
        if token[0] == "/":
            return _blank(token)
        return token if keep_strings else token[0] + _blank(token[1:-1]) + token[-1]

    return _TOKEN.sub(replace, text)


def without_directives(code):
    """The code with preprocessor lines, and their continuations, as blanks."""
    return _DIRECTIVE.sub(lambda match: _blank(match.group()), code)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


# --- src/LAYERS ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Module:
    name: str
    folder: str
    context: str  # rt, rt:file,file or setup
    line: int  # in src/LAYERS
    core: bool = False  # of libsinew-core

    @property
    def path(self):
        return Path("src") / self.folder / self.name

    def rt_files(self):
        return self.context[3:].split(",") if self.context.startswith("rt:") else []

    def is_rt(self, source):
        """May the objects of this source (name without .c) run inside the loop?"""
        return self.context == "rt" or source in self.rt_files()


def read_layers(root, findings):
    """The modules of src/LAYERS by name, lowest first. Wrong lines become findings."""
    path = root / "src" / "LAYERS"
    if not path.is_file():
        give_up(f"there is no {path}")
    modules = {}
    for number, line in enumerate(read(path).splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        context = words[2] if len(words) in (3, 4) else ""
        library = words[3] if len(words) == 4 else ""
        if not re.fullmatch(r"rt|setup|rt:\w+(,\w+)*", context) or library not in ("", "core"):
            findings.add(path, number, "form", f"cannot read {line!r}",
                         "write module, folder, and rt, rt:file,file or setup; core may follow")
        elif words[0] in modules:
            findings.add(path, number, "form", f"{words[0]} is listed twice", "remove one line")
        else:
            modules[words[0]] = Module(*words[:3], number, library == "core")
    return modules


def header_roots(root):
    """Where "sinew/..." headers are: the public ones, and those that only modules share."""
    return [root / "include", root / "src" / "inside"]


def shared_headers(root):
    """All headers of both places, as (root of the place, path)."""
    return [(place, path) for place in header_roots(root) for path in sorted(place.rglob("*.h"))]


# --- symbols of objects --------------------------------------------------------------------------


@dataclass(frozen=True)
class Symbol:
    module: Module
    source: str  # name of the source without .c
    name: str
    kind: str  # letter of nm
    section: str

    @property
    def place(self):
        return f"{self.module.name}/{self.source}"

    @property
    def is_undefined(self):
        return self.kind in "Uwv"

    @property
    def is_global(self):
        return not self.is_undefined and (self.kind.isupper() or self.kind in "ui")


def library_of(build_dir, module):
    """The static library of a module; debug builds have a d behind the name. None if missing."""
    folder = build_dir / module.path
    for postfix in ("", "d"):
        library = folder / f"libsnw_{module.name}{postfix}.a"
        if library.is_file():
            return library
    return None


def source_of(root, module, member):
    """The source of an object, without .c. Kernels are compiled in several copies, each named after
    its source: sincos_f64_avx2 comes from sincos.c."""
    name = copy = member.split(".")[0]
    while not (root / module.path / f"{copy}.c").is_file():
        copy = copy.rpartition("_")[0]
        if not copy:
            return name
    return copy


def read_symbols(root, build_dir, modules, findings):
    """All symbols of the objects in the libraries of the modules, undefined ones included."""
    symbols = []
    for module in modules.values():
        library = library_of(build_dir, module)
        if library is None:
            findings.add(root / "src" / "LAYERS", module.line, "not-built",
                         f"libsnw_{module.name}.a is not in the build", "build it first")
            continue
        for line in run(["nm", "-A", "-f", "sysv", library]).stdout.splitlines():
            fields = [field.strip() for field in line.split("|")]
            if len(fields) != 7:
                continue
            member, name = fields[0].rsplit(":", 2)[1:]
            source = source_of(root, module, member)
            symbols.append(Symbol(module, source, name, fields[2], fields[6]))
    if any(re.match(r"__(asan|ubsan|tsan)_", symbol.name) for symbol in symbols):
        give_up("this is a sanitizer build: its objects say nothing; use a release or debug build")
    return symbols


def place_of(root, symbol):
    """Source file and line where a symbol is first named; line 1 if only the compiler knows it."""
    path = root / symbol.module.path / f"{symbol.source}.c"
    name = re.split(r"\.", symbol.name)[-1 if symbol.name[-1:].isalpha() else 0]
    if path.is_file():
        code = without_comments(read(path))
        match = re.search(rf"\b{re.escape(name)}\b", code)
        return path, line_of(code, match.start()) if match else 1
    return path, 1


@dataclass
class Allowance:
    pattern: str
    place: str  # module/file, or empty for everywhere
    line: int
    used: bool = False


def read_allowances(path, findings):
    """Lines `symbol-or-glob [@module/file]  # reason` of a list of exceptions."""
    allowances = []
    for number, line in enumerate(read(path).splitlines() if path.is_file() else [], 1):
        rule, _, reason = line.partition("#")
        words = rule.split()
        if not words:
            continue
        place = words[1] if len(words) == 2 else "@"
        if len(words) > 2 or not place.startswith("@"):
            findings.add(path, number, "form", f"cannot read {line!r}", "write symbol @module/file")
        elif not reason.strip():
            findings.add(path, number, "form", f"{words[0]} has no reason", "say why after a #")
        else:
            allowances.append(Allowance(words[0], place[1:], number))
    return allowances


def is_allowed(allowances, symbol):
    """Is the symbol listed for its object? Marks the lines that say so as used."""
    allowed = False
    for allowance in allowances:
        if allowance.place in ("", symbol.place) and fnmatch.fnmatchcase(
            symbol.name, allowance.pattern
        ):
            allowance.used = allowed = True
    return allowed
