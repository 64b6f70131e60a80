"""Writes the pages of the commands for `make site`, from the man pages that the program writes.

usage: commands.py MAN_PAGES FOLDER

Each page of section 1 becomes a page in reStructuredText, and the one of the program itself becomes `README.rst`. An option
has an anchor, and the search finds it. The man pages contain few macros; any other is an error.
"""

import re
import sys
from pathlib import Path

# Pages that the site has under another address.
PAGES = {"schemaledger(1)": "/Commands/README", "schemaledger.yml(5)": "/Docs/Configuration", "schemaledger-guide(7)": "/Docs/Guide"}
ESCAPES = {r"\-": "-", r"\(aq": "'", r"\(ga": "`", r"\(ha": "^", r"\(ti": "~", r"\(dq": '"', r"\e": "\\", r"\&": "", "\\ ": ""}


def plain(text):
    """Returns a line without fonts and escapes."""

    def character(found):
        if found[0].startswith(r"\[u"):
            return chr(int(found[0][3:-1], 16))
        if found[0].startswith(r"\f"):
            return ""
        return ESCAPES[found[0]]

    return re.sub(r"\\(f[A-Z]|\[u[0-9A-F]+\]|\(..|.)", character, text)


def prose(text):
    """Returns text in which nothing is markup."""
    return re.sub(r"([\\`*_|<>\[\]])", r"\\\1", text)


def link(name):
    """Returns a reference to a page of the manual, or its name if the site does not have it."""
    if name in PAGES:
        return f":doc:`{PAGES[name]}`"
    found = re.fullmatch(r"schemaledger-([a-z-]+)\(1\)", name)
    return f":doc:`schemaledger {found[1]} </Commands/{found[1]}>`" if found else prose(name)


def blocks(page):
    """Yields a man page as pairs: a heading or a paragraph, a list of lines of code, or a term with its description."""
    lines = page.read_text().splitlines()
    text, code, term = [], None, None

    def ended():
        nonlocal text, term
        block = ("item", (term, " ".join(text))) if term is not None else ("paragraph", " ".join(text))
        found = [block] if text or term is not None else []
        text, term = [], None
        return found

    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if code is not None and line != ".EE":
            code.append(plain(line))
        elif not line.startswith("."):
            text.append(plain(line))
        else:
            macro, _, argument = line.partition(" ")
            if macro == ".EE":
                yield "code", code
                code = None
                continue
            yield from ended()
            if macro in (".SH", ".SS"):
                yield macro, plain(argument.strip('"'))
            elif macro == ".TP":
                term = plain(lines[index])
                index += 1
            elif macro == ".EX":
                code = []
            elif macro not in (".TH", ".ad", ".PP", ".RS", ".RE"):
                sys.exit(f"site: {page.name}:{index}: unknown macro: {line}")
    yield from ended()


def sentence(text):
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def convert(page):
    """Returns the page in reStructuredText."""
    title = "Commands" if page.stem == "schemaledger" else page.stem.replace("-", " ", 1)
    output = []
    heading = program = None

    def head(text, line):
        output.extend([text, line * len(text), ""])

    head(title, "=")
    for kind, value in blocks(page):
        if kind == ".SH":
            heading = value
            part = heading.lower() if heading.startswith("SCHEMALEDGER ") else None
            if part or heading not in ("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS"):
                head(part or heading.capitalize(), "-")
            # The anchors of the options below have this name.
            program = part or (page.stem.replace("-", " ", 1) if heading == "OPTIONS" else None)
            if program:
                output.extend([f".. program:: {program}", ""])
        elif kind == ".SS":
            head(value, "-")
        elif kind == "code":
            output.extend([".. code-block:: text", ""] + ["   " + line for line in value] + [""])
        elif kind == "item" and program:
            output.extend([f".. option:: {value[0]}", "", "   " + prose(value[1]), ""])
        elif kind == "item":
            term = link(value[0]) if value[0].endswith("(1)") else f"``{value[0]}``"
            output.extend([term, "   " + prose(value[1]), ""])
        elif heading == "NAME":
            output.extend([prose(sentence(value.split(" - ", 1)[1])), ""])
        elif heading == "SEE ALSO":
            output.extend([", ".join(link(name) for name in value.split(", ")), ""])
        else:
            output.extend([prose(value), ""])
    return output


def main(manual, target):
    pages = sorted(manual.glob("schemaledger*.1"))
    commands = [page.stem.removeprefix("schemaledger-") for page in pages if page.stem != "schemaledger"]
    if not commands or len(commands) == len(pages):
        sys.exit(f"site: {manual} does not have the man pages of the program and of its commands")
    for page in pages:
        lines = convert(page)
        if page.stem == "schemaledger":
            lines += [".. toctree::", "   :hidden:", ""] + ["   " + command for command in commands]
        name = "README" if page.stem == "schemaledger" else page.stem.removeprefix("schemaledger-")
        (target / f"{name}.rst").write_text("\n".join(lines).rstrip() + "\n")


main(Path(sys.argv[1]), Path(sys.argv[2]))
