"""The notices of what is linked: `Sources/CRelease/notices.txt`, in the markup of the program's help."""

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


def heading(component) -> str:
    # Of each release of Debian, gcc's package has another name.
    return "# " + re.sub(r"^gcc-\d+$", "gcc", component.name)


def text(components: list) -> str:
    """Returns the notices of components, and the licences to which they refer."""
    lines = ["# What is linked", ""]
    lines += [f"{component.name} :: {component.licence or 'public domain'}" for component in components]
    seen: dict = {}
    for component in components:
        for path in component.notices:
            content = "\n".join(verbatim(notice(path)))
            if content in seen:
                lines += ["", heading(component), "", f"As of {seen[content]}."]
            else:
                seen[content] = component.name
                lines += ["", heading(component), "", content]
    for name in REFERENCES:
        lines += ["", f"# {name}", ""] + verbatim((COMMON / name).read_text(errors="replace"))
    return "\n".join(lines) + "\n"


def missing(components: list, notices: str) -> list:
    """Returns the names of components that have no heading in the notices."""
    headings = set(notices.splitlines())
    return [component.name for component in components if heading(component) not in headings]
