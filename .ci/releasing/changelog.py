"""`.github/CHANGELOG.md`, which names the version."""

import re
import textwrap
from email.utils import format_datetime
from datetime import datetime, timezone


def entries(text: str) -> list:
    """Returns version, date and lines of each entry, the newest first."""
    parts = re.split(r"^## (\S+), (\d{4}-\d\d-\d\d)$", text, flags=re.M)[1:]
    found = [(parts[index], parts[index + 1], parts[index + 2]) for index in range(0, len(parts), 3)]
    if not found:
        raise SystemExit(".ci/release: .github/CHANGELOG.md has no entry \"## VERSION, DATE\"")
    return found


def debian(text: str, maintainer: str) -> str:
    """Returns the changelog in Debian's form."""
    lines = []
    for version, date, body in entries(text):
        lines += [f"sandglass ({version}) unstable; urgency=medium", ""]
        for block in re.split(r"\n\n|\n(?=- )", body.strip()):
            words = " ".join(block.removeprefix("- ").split())
            lines += textwrap.wrap(words, 78, initial_indent="  * ", subsequent_indent="    ", break_on_hyphens=False)
        time = datetime.strptime(date, "%Y-%m-%d").replace(tzinfo=timezone.utc)
        lines += ["", f" -- {maintainer}  {format_datetime(time)}", ""]
    return "\n".join(lines)
