"""What is linked into the program, from the linker's own map."""

import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# The licences of Debian's source packages, as SPDX expressions; None stands for the public domain. Only of what is
# linked: the library of xz, for instance, and not its programs.
DEBIAN_LICENCES = {
    "bzip2": "bzip2-1.0.6",
    "chafa": "LGPL-3.0-or-later",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "giflib": "MIT",
    "glib2.0": "LGPL-2.1-or-later",
    "glibc": "LGPL-2.1-or-later",
    "libarchive": "BSD-2-Clause",
    "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib",
    "libpng1.6": "libpng-2.0",
    "libvterm": "MIT",
    "libwebp": "BSD-3-Clause",
    "libzstd": "BSD-3-Clause OR GPL-2.0-only",
    "ncurses": "X11-distribute-modifications-variant",
    "nettle": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "pcre2": "BSD-3-Clause",
    "sqlite3": "blessing",
    "xz-utils": None,
    "zlib": "Zlib",
}

# Swift's own archives by the project that they come from, all of one version and licence.
SWIFT_PROJECTS = {
    "swift": r"swiftrt|swift(Core|Glibc|SwiftOnoneSupport|Synchronization|_Concurrency|_Builtin_float|Observation).*",
    "swift-experimental-string-processing": r"swift(_RegexParser|_StringProcessing|RegexBuilder)",
    "swift-foundation": r"FoundationEssentials|_FoundationCShims",
    "swift-collections": r"_FoundationCollections",
    "swift-corelibs-libdispatch": r"dispatch|BlocksRuntime|swiftDispatch",
}
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"

# The packages that SwiftPM fetches, with what they carry of others.
PACKAGE_LICENCES = {
    "swift-argument-parser": SWIFT_LICENCE,
    "TOMLKit": "MIT",
    "tomlplusplus": "MIT",
}


@dataclass
class Component:
    """Something that is linked: a Debian source package, a package of SwiftPM, or a part of Swift."""

    name: str
    version: str
    licence: str | None
    purl: str
    # The archives and targets that are in the program, and how many bytes the linker took of them.
    parts: dict = field(default_factory=dict)
    # Where its notices are.
    notices: list = field(default_factory=list)


def link_arguments(scratch: Path) -> list:
    """Returns the command by which SwiftPM has linked the program."""
    text = (scratch / "release.yaml").read_text()
    found = re.search(r'^  "C\.sandglass-\S+-release\.exe":\n(?:    .*\n)*?    args: (\[.*\])$', text, re.M)
    if not found:
        raise SystemExit(f".ci/release: {scratch}/release.yaml has no command that links sandglass")
    return json.loads(found[1])


def link_again(scratch: Path, output: Path, map_file: Path) -> None:
    """Links the program again as SwiftPM did, but with a map."""
    arguments = link_arguments(scratch)
    arguments[arguments.index("-o") + 1] = str(output)
    subprocess.run(arguments + ["-Xlinker", f"-Map={map_file}"], check=True)


def inputs(map_file: Path) -> dict:
    """Returns the files that the program is made of, with the bytes that are in it of each."""
    sizes: dict = {}
    pattern = re.compile(r"\s*[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ {9}(\S.*?)(?:\.a\([^)]*\))?:\([^()]*\)$")
    with open(map_file, errors="replace") as lines:
        for line in lines:
            found = pattern.match(line)
            if not found or found[2].startswith("<internal>"):
                continue
            path = found[2] + (".a" if ".a(" in line else "")
            sizes[path] = sizes.get(path, 0) + int(found[1], 16)
    return {path: size for path, size in sizes.items() if size > 0}


def debian_source(path: str) -> tuple:
    """Returns binary package, source package and version of a file that dpkg has installed."""
    # The linker finds /usr/lib as /lib, as dpkg did before the two were merged; or the reverse.
    real = os.path.realpath(path)
    for name in (path, real, real.removeprefix("/usr"), "/usr" + path):
        found = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if found.returncode == 0:
            break
    else:
        raise SystemExit(f".ci/release: {path} is linked, and is of no package that dpkg knows")
    package = found.stdout.split("\n")[0].rsplit(": ", 1)[0].split(",")[0]
    form = "${binary:Package} ${source:Package} ${source:Version}"
    _, source, version = subprocess.check_output(["dpkg-query", "-W", "-f", form, package], text=True).split()
    return package.split(":")[0], source, version


def add(components: dict, component: Component, part: str, size: int) -> None:
    known = components.setdefault(component.name, component)
    known.parts[part] = known.parts.get(part, 0) + size
    known.notices += [path for path in component.notices if path not in known.notices]


def debian_release() -> str:
    with open("/etc/os-release") as file:
        facts = dict(line.rstrip().split("=", 1) for line in file if "=" in line)
    return facts.get("VERSION_CODENAME", "").strip('"')


def swift_toolchain(path: str) -> Path:
    return Path(path[: path.index("/usr/lib/swift_static/")])


def components(map_file: Path, scratch: Path, pins: dict, swift_version: str) -> list:
    """Returns what is linked, sorted by name.

    Each input of the linker has to be known, with its licence: nothing is left out, and nothing is made up.
    """
    found: dict = {}
    own = []
    checkouts = scratch / "checkouts"
    for path, size in sorted(inputs(map_file).items()):
        target = re.search(r"/([^/]+)\.build/", path)
        if "/usr/lib/swift_static/" in path:
            name = re.sub(r"^lib|\.(a|o)$", "", os.path.basename(path)).removesuffix(".o")
            project = next((key for key, value in SWIFT_PROJECTS.items() if re.fullmatch(value, name)), None)
            if not project:
                raise SystemExit(f".ci/release: {path} is linked, and .ci/releasing/linked.py knows no project of it")
            licence = swift_toolchain(path) / "usr/share/swift/LICENSE.txt"
            purl = f"pkg:github/swiftlang/{project}@swift-{swift_version}-RELEASE"
            component = Component(project, swift_version, SWIFT_LICENCE, purl, notices=[licence])
            add(found, component, os.path.basename(path), size)
        elif path.startswith(("/lib/", "/usr/lib/")):
            package, source, version = debian_source(path)
            generic = re.sub(r"^gcc-\d+$", "gcc", source)
            if generic not in DEBIAN_LICENCES:
                raise SystemExit(f".ci/release: {path} is linked; .ci/releasing/linked.py has no licence of {source}")
            purl = f"pkg:deb/debian/{source}@{version.replace(':', '%3A')}?arch=source&distro={debian_release()}"
            notice = Path(f"/usr/share/doc/{package}/copyright")
            component = Component(source, version, DEBIAN_LICENCES[generic], purl, notices=[notice])
            add(found, component, os.path.basename(path), size)
        elif target and (Path("Sources") / target[1]).is_dir() or target and target[1] == "Themes":
            own.append(target[1])
        elif target:
            places = list(checkouts.glob(f"*/Sources/{target[1]}"))
            if len(places) != 1:
                raise SystemExit(f".ci/release: {path} is linked, and is of no package that SwiftPM has fetched")
            add_package(found, places[0].parent.parent, target[1], size, pins)
        else:
            raise SystemExit(f".ci/release: {path} is linked, and nothing is known of it")
    if len(own) < 40:
        raise SystemExit(f".ci/release: only {len(own)} targets of sandglass are in the linker's map")
    return [found[name] for name in sorted(found, key=str.lower)]


def add_package(found: dict, checkout: Path, target: str, size: int, pins: dict) -> None:
    """Adds a package that SwiftPM has fetched, and toml++, which TOMLKit contains."""
    name = checkout.name
    version, url = pins[name.lower()]
    purl = f"pkg:swift/{url.removeprefix('https://').removesuffix('.git')}@{version}"
    licence = next(path for path in sorted(checkout.iterdir()) if path.name.upper().startswith("LICEN"))
    add(found, Component(name, version, PACKAGE_LICENCES[name], purl, notices=[licence]), target, size)
    header = checkout / "Sources" / target / "Sources/toml.hpp"
    if header.exists():
        text = header.read_text(errors="replace")
        version = re.search(r"^// toml\+\+ v(\S+)", text, re.M)[1]
        add(
            found,
            Component(
                "tomlplusplus", version, PACKAGE_LICENCES["tomlplusplus"],
                f"pkg:github/marzer/tomlplusplus@v{version}", notices=[header]),
            target, 0)


def pins() -> dict:
    """Returns version and address of each package that SwiftPM has resolved."""
    with open("Package.resolved") as file:
        resolved = json.load(file)["pins"]
    return {pin["identity"]: (pin["state"]["version"], pin["location"]) for pin in resolved}


def swift_version(arguments: list) -> str:
    """Returns the version of the compiler that has linked."""
    text = subprocess.check_output([arguments[0], "--version"], text=True, stderr=subprocess.STDOUT)
    return re.search(r"Swift version (\S+)", text)[1]
