#!/usr/bin/env python3
"""Makes symbols.order, the order in which the linker puts functions and variables, from traces.

    python3 symbols.py PROGRAM MAP CONTAINER > symbols.order

PROGRAM is a release build with symbols, linked without an order, and MAP is what the linker says of it (`-Xlinker -Map=…`). It
is run under valgrind (package `valgrind`), which lists each access to memory: up to the first frame, while the cursor moves, and
during other keys. What the cursor's movements use comes first, then what other keys use, then what only the start uses, so that
few pages are mapped.
"""
import bisect, collections, fcntl, os, pty, re, select, struct, subprocess, sys, tempfile, termios, threading, time

# Most keys move the cursor.
MOVES = ["j", "k", "j", "j", "k", "k"]
# A step through a listing, a directory, the viewer, the help, a filter, a selection.
KEYS = ["G", "g", "g", "l", "j", "l", "q", "h", "?", "\x1b", "/", "a", "\x1b", " ", " "]
ROWS, COLUMNS = 40, 140
PATIENCE = 120
QUIET = 3
# Parts of the program that the linker may put in order, and the largest section of an object file that is moved for a use of
# some of it. Libraries have some with all of their code.
OUTPUTS = [".text", ".data.rel.ro", ".rodata", ".data", ".bss"]
LARGEST_SECTION = 32_768
# The variables of CStart/start.c that stand before and after all others in order.
FIRST = ["sandglass_first_variable", "sandglass_first_zero"]
LAST = ["sandglass_last_variable", "sandglass_last_zero"]
# Accesses are remembered in units of so many bytes, as a power of two.
UNIT = 4


def read_until_quiet(terminal):
    """Reads what the program writes until it has written nothing for a while; under valgrind, all takes fifty times as long."""
    deadline = time.monotonic() + PATIENCE
    quiet = time.monotonic() + 10 * QUIET
    while time.monotonic() < min(deadline, quiet):
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                if not os.read(terminal, 1 << 16):
                    return
            except OSError:
                return
            quiet = time.monotonic() + QUIET


def start(program, container, directory, pipe):
    """Starts the program under valgrind in a terminal, and returns its process and the terminal."""
    child, terminal = pty.fork()
    if child == 0:
        # On the 80 columns that a terminal without a size has, not all panes are shown.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=directory)
        try:
            os.execvp("valgrind", ["valgrind", "--tool=lackey", "--trace-mem=yes", "--log-file=" + pipe, program, container])
        finally:
            os._exit(127)
    return child, terminal


def accesses(program, container, end, directory):
    """Runs the program, and returns the addresses below END that it reads, writes or executes, in units, for each of three
    phases: up to the first frame, while the cursor moves, and during other keys."""
    pipe = os.path.join(directory, "accesses")
    os.mkfifo(pipe)
    phases = [set(), set(), set()]
    current = [phases[0]]

    def collect():
        with open(pipe, "rb") as lines:
            for line in lines:
                # ` L 04222c9f,8` is a load, store or modification of so many bytes, `I  04222c9f,3` an instruction.
                try:
                    address = int(line[3:].split(b",")[0], 16)
                except ValueError:
                    continue
                if address < end:
                    current[0].add(address >> UNIT)

    collector = threading.Thread(target=collect, daemon=True)
    collector.start()
    child, terminal = start(program, container, directory, pipe)
    read_until_quiet(terminal)
    for phase, keys in zip(phases[1:], (MOVES, KEYS)):
        current[0] = phase
        for key in keys:
            os.write(terminal, key.encode())
            read_until_quiet(terminal)
    # What happens at the end is in no phase.
    current[0] = set()
    os.write(terminal, b"q")
    read_until_quiet(terminal)
    os.waitpid(child, 0)
    os.close(terminal)
    collector.join(PATIENCE)
    return phases


def read_map(path):
    """Returns the sections of object files in OUTPUTS: address, end, and a symbol by which the linker finds it, if there is one."""
    sections, output, largest = [], "", collections.defaultdict(list)
    with open(path, errors="replace") as lines:
        for line in lines:
            found = re.match(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+( +)(\S.*)$", line)
            if not found:
                continue
            column, text = len(found[3]), found[4]
            if column == 1:
                output = text
            elif output in OUTPUTS and column == 9:
                address, size = int(found[1], 16), int(found[2], 16)
                sections.append((address, address + size, []))
            elif output in OUTPUTS and sections:
                address, end, names = sections[-1]
                names.append(text)
                largest[text].append(end - address)
    # The linker moves each section that has a symbol of the name, hence the names of fewest sections are the best.
    named = []
    for address, end, names in sections:
        names = [name for name in names if max(largest[name]) <= LARGEST_SECTION]
        named.append((address, end, min(names, key=lambda name: (len(largest[name]), name)) if names else None))
    return sorted(named, key=lambda section: section[:2])


def used(sections, units):
    """Returns the symbols of the sections to which some of the units belong."""
    starts = [address for address, _, _ in sections]
    names = set()
    for unit in units:
        for address in (unit << UNIT, (unit << UNIT) + (1 << UNIT) - 1):
            begin, end, name = sections[bisect.bisect_right(starts, address) - 1]
            if begin <= address < end and name:
                names.add(name)
    return names


def main():
    program, linked, container = sys.argv[1:]
    sections = read_map(linked)
    with tempfile.TemporaryDirectory() as directory:
        # valgrind does not read the debugging information of Swift.
        plain = os.path.join(directory, "program")
        subprocess.run(["objcopy", "--strip-debug", program, plain], check=True)
        first_frame, moves, keys = (used(sections, units) for units in accesses(plain, container, sections[-1][1], directory))
    print("# Made by symbols.py: what the cursor's movements use, what other keys use, what only the start uses. Names that the")
    print("# program no longer has do no harm.")
    first_frame -= moves | keys
    keys -= moves
    for group in (FIRST, *(sorted(group - {*FIRST, *LAST}) for group in (moves, keys, first_frame)), LAST):
        for name in group:
            print(name)


main()
