"""The files of a release: a Debian package, an archive, and a repository for apt."""

import gzip
import hashlib
import lzma
import os
import shutil
import subprocess
from email.utils import format_datetime
from datetime import datetime, timezone
from pathlib import Path

# A placeholder until the owner chooses a name and an address, in the one place for them, beside that of the licence.
PLACEHOLDER_MAINTAINER = (Path(__file__).resolve().parents[2] / "Sources/CRelease/maintainer.txt").read_text().strip()
RECOMMENDS = ["ifuse", "libimobiledevice-utils", "ideviceinstaller", "sshfs"]
DESCRIPTION = """\
terminal file browser for the containers of iOS apps
 sandglass browses the containers of iOS apps from a terminal. It shows what
 each place in a container is for, which rights the app has there, what iOS
 backs up and may purge, and the contents of files. It moves files in and out
 by the same rules, and covers the screen when it is suspended.
 .
 It opens .xcappdata packages, the directories of simulators, copies of devices,
 mounted devices, bundles, .ipa files, iCloud Drive and MobileSync backups."""

# Each with its reason, for lintian and for who reads the package.
OVERRIDES = """\
# Linked statically by design: the program starts within the time of a frame,
# runs on any distribution, and carries the versions that were tested with it.
# Its bill of materials names them all, for security updates.
sandglass: statically-linked-binary [usr/bin/sandglass]
# As above: the libraries that are linked from Debian's static archives.
sandglass: embedded-library * [usr/bin/sandglass]
# Words in tables of formats, cut by the compiler into immediate operands, and
# in the notices of libraries, which are not ours to change.
sandglass: spelling-error-in-binary * [usr/bin/sandglass]
"""
# Only a release has the notices.
OVERRIDES_OF_NOTICES = """\
sandglass: typo-in-manual-page * [usr/share/man/man7/sandglass-licences.7.gz:*]
"""

ARCHIVE_README = """\
sandglass {version} for Linux on x86_64: a terminal file browser for the
containers of iOS apps. The program needs nothing else; try it here:

  bin/sandglass demo

To install it with its manual and completions for bash, zsh and fish:

  cp -r bin share ~/.local/
"""


def write(path: Path, content, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(mode)


def settle(root: Path, epoch: int) -> None:
    """Gives everything below a directory the time of the commit, and modes that no umask decides."""
    for directory, _, files in os.walk(root, topdown=False):
        for name in files:
            path = Path(directory) / name
            path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
            os.utime(path, (epoch, epoch))
        os.chmod(directory, 0o755)
        os.utime(directory, (epoch, epoch))


def compressed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def install_manual(program: Path, prefix: Path) -> None:
    """Installs the manual and the completions that the program makes."""
    home = prefix.parent / "home"
    home.mkdir(parents=True)
    environment = {"HOME": str(home), "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TZ": "UTC"}
    subprocess.run(
        [program, "manual", "--install", prefix], env=environment, check=True, stdout=subprocess.DEVNULL, cwd=home)
    shutil.rmtree(home)


def make_debian_package(work: Path, output: Path, facts, epoch: int) -> Path:
    """Makes the Debian package of a stripped program."""
    root = work / "deb"
    write(root / "usr/bin/sandglass", facts.stripped.read_bytes(), 0o755)
    shutil.copytree(facts.manual / "share", root / "usr/share")
    for page in sorted((root / "usr/share/man").glob("man*/*")):
        write(page.with_name(page.name + ".gz"), compressed(page.read_bytes()))
        page.unlink()
    # Of what zsh looks through, Debian leaves site-functions to the administrator.
    completions = root / "usr/share/zsh/vendor-completions"
    completions.mkdir()
    (root / "usr/share/zsh/site-functions/_sandglass").rename(completions / "_sandglass")
    (root / "usr/share/zsh/site-functions").rmdir()
    documents = root / "usr/share/doc/sandglass"
    write(documents / "copyright", facts.debian_copyright)
    write(documents / "changelog.gz", compressed(facts.debian_changelog.encode()))
    write(documents / "NEWS.gz", compressed(facts.news.encode()))
    write(documents / "sandglass.cdx.json.gz", compressed(facts.bill.encode()))
    notices = (facts.manual / "share/man/man7/sandglass-licences.7").read_text()
    overrides = OVERRIDES + (OVERRIDES_OF_NOTICES if "GNU LESSER" in notices else "")
    write(root / "usr/share/lintian/overrides/sandglass", overrides)

    files = sorted(path for path in root.rglob("*") if path.is_file())
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files]
    # As Policy 5.6.20 has it: files in whole kibibytes, and one for each directory.
    directories = sum(1 for path in root.rglob("*") if path.is_dir())
    installed = sum((path.stat().st_size + 1023) // 1024 for path in files) + directories
    control = [
        "Package: sandglass",
        f"Version: {facts.version}",
        "Section: utils",
        "Priority: optional",
        "Architecture: amd64",
        f"Maintainer: {PLACEHOLDER_MAINTAINER}",
        f"Installed-Size: {installed}",
        f"Recommends: {', '.join(RECOMMENDS)}",
        f"Built-Using: {', '.join(facts.built_using)}",
        f"Description: {DESCRIPTION}",
        "",
    ]
    write(root / "DEBIAN/control", "\n".join(control))
    write(root / "DEBIAN/md5sums", "".join(sums))
    settle(root, epoch)
    package = output / f"sandglass_{facts.version}_amd64.deb"
    # One thread: with more, xz cuts the contents into other blocks.
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--threads-max=1", "--build", root, package],
        check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, SOURCE_DATE_EPOCH=str(epoch)))
    return package


def make_archive(work: Path, output: Path, facts, epoch: int) -> Path:
    """Makes the archive for other distributions."""
    name = f"sandglass-{facts.version}-x86_64-linux"
    root = work / name
    write(root / "bin/sandglass", facts.stripped.read_bytes(), 0o755)
    shutil.copytree(facts.manual / "share", root / "share")
    write(root / "README", ARCHIVE_README.format(version=facts.version))
    write(root / "licences/copyright", facts.copyright)
    write(root / "CHANGELOG.md", facts.news)
    settle(root, epoch)
    archive = output / f"{name}.tar.zst"
    tar = ["tar", "--create", "--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]
    subprocess.run(tar + [f"--file={work / name}.tar", f"--directory={work}", name], check=True)
    compress(work / f"{name}.tar", archive, 19)
    return archive


def compress(path: Path, output: Path, level: int) -> None:
    path.chmod(0o644)
    subprocess.run(["zstd", "-q", "-f", f"-{level}", "--single-thread", path, "-o", output], check=True)


def make_repository(package: Path, output: Path, facts, epoch: int) -> None:
    """Makes a repository for apt of one package, unsigned: the key is its owner's."""
    root = output / "apt"
    place = Path("pool/main/s/sandglass") / package.name
    write(root / place, package.read_bytes())
    control = subprocess.check_output(["dpkg-deb", "--field", package], text=True).rstrip("\n")
    data = package.read_bytes()
    fields, description = control.split("\nDescription: ", 1)
    index = "\n".join(
        [
            fields,
            f"Filename: {place}",
            f"Size: {len(data)}",
            f"SHA256: {hashlib.sha256(data).hexdigest()}",
            f"Description: {description}",
            "",
            "",
        ]).encode()
    suite = root / "dists/stable"
    lists = {"main/binary-amd64/Packages": index, "main/binary-amd64/Packages.gz": compressed(index)}
    lists["main/binary-amd64/Packages.xz"] = lzma.compress(index, preset=6)
    for name, content in lists.items():
        write(suite / name, content)
    release = [
        "Origin: sandglass",
        "Label: sandglass",
        "Suite: stable",
        "Codename: stable",
        f"Version: {facts.version}",
        f"Date: {format_datetime(datetime.fromtimestamp(epoch, timezone.utc), usegmt=True)}",
        "Architectures: amd64",
        "Components: main",
        "Description: sandglass for Debian and Ubuntu",
        "SHA256:",
    ]
    release += [f" {hashlib.sha256(content).hexdigest()} {len(content)} {name}" for name, content in lists.items()]
    write(suite / "Release", "\n".join(release) + "\n")
    settle(root, epoch)
