"""The licences of what is linked, in the markup of the program's help.

A release has the texts, which are made while it is made. The repository has a list, `Sources/CRelease/components.txt`.
"""

import re
import textwrap
from pathlib import Path

WIDTH = 76
COMMON = Path("/usr/share/common-licenses")

# The texts to which Debian's notices of libraries under the LGPL and the GPL refer.
REFERENCES = ["LGPL-2.1", "LGPL-3", "GPL-3"]


def notice(path: Path) -> str:
    """Returns the notice in a file: all of it, or the first comment of a header."""
    text = path.read_text(errors="replace")
    if path.suffix != ".hpp":
        return text
    comment = text.split("// MIT License", 1)[1].split("//-----", 1)[0]
    return "MIT License\n" + re.sub(r"^// ?", "", comment, flags=re.M)


def verbatim(text: str) -> list:
    """Returns the lines of a text, none of them wider than a terminal, as verbatim blocks."""
    lines = []
    for line in text.replace("\f", "\n").expandtabs().splitlines():
        indent = re.match(r" *", line)[0][:20]
        wrapped = textwrap.wrap(
            line, WIDTH, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False) or [""]
        lines += [("  " + part).rstrip() for part in wrapped]
    # One blank line separates blocks.
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip("\n")).split("\n")


def generic(component) -> str:
    # Of each release of Debian, gcc's package has another name.
    return re.sub(r"^gcc-\d+$", "gcc", component.name)


def place(path: Path) -> str:
    """Returns where a notice is on the computer of whoever builds the program."""
    text = str(path)
    if "/checkouts/" in text:
        return ".build/checkouts/" + text.split("/checkouts/", 1)[1]
    return "usr/share/swift/" + path.name + " of the toolchain" if "/usr/share/swift/" in text else text


LIST_HEAD = """\
# What is linked

A release has the texts of these licences. A development build, such as this one, says where they are.

"""


def listing(components: list) -> str:
    """Returns the list of components, each with its licence and where the text of that is."""
    lines = []
    for component in components:
        places = ", ".join(place(path) for path in component.notices)
        lines.append(f"{generic(component)} :: {component.licence or 'public domain'} ({places})\n")
    return LIST_HEAD + "".join(lines)


def text(components: list) -> str:
    """Returns the notices of components, and the licences to which they refer."""
    lines = ["# What is linked", ""]
    lines += [
        f"{generic(component)} {component.version} :: {component.licence or 'public domain'}"
        for component in components
    ]
    seen: dict = {}
    for component in components:
        for path in component.notices:
            content = "\n".join(verbatim(notice(path)))
            name = generic(component)
            if seen.get(content) == name:
                continue
            lines += ["", f"# {name}", "", f"As of {seen[content]}." if content in seen else content]
            seen.setdefault(content, name)
    for name in REFERENCES:
        lines += ["", f"# {name}", ""] + verbatim((COMMON / name).read_text(errors="replace"))
    return "\n".join(lines) + "\n"


def missing(components: list, headings: set) -> list:
    """Returns the names of components that have no heading in the help of a program."""
    return [component.name for component in components if f"{generic(component).upper()}:" not in headings]
