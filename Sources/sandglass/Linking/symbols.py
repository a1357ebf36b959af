#!/usr/bin/env python3
"""Makes symbols.order, the order in which the linker puts functions and variables, from profiles.

    python3 symbols.py PROGRAM MAP CONTAINER > symbols.order

PROGRAM is a release build with symbols, linked without an order, and MAP is what the linker says of it (`-Xlinker -Map=…`). It
is run under valgrind (package `valgrind`): with its calls counted up to the first frame, with the cursor moved after it, and with
other keys; and with its accesses to memory listed up to the first frame. Functions that run when the cursor moves come first,
then those of other keys, then those of the start; variables that the start uses are put beside each other.
"""
import bisect, fcntl, os, pty, re, select, struct, subprocess, sys, tempfile, termios, threading, time

# Most keys move the cursor.
MOVES = ["j", "k", "j", "j", "k", "k"]
# A step through a listing, a directory, the viewer, the help, a filter, a selection.
KEYS = ["j", "j", "k", "G", "g", "g", "l", "j", "l", "q", "h", "?", "\x1b", "/", "a", "\x1b", " ", " ", "j", "k"]
ROWS, COLUMNS = 40, 140
PATIENCE = 120
QUIET = 3
# A symbol moves together with the section that it is in. Libraries have some with all of their code.
LARGEST_SECTION = 16_384


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


def run(program, container, keys, directory, words):
    """Runs the program under valgrind with some options in a terminal, presses keys, and quits it."""
    child, terminal = pty.fork()
    if child == 0:
        # On the 80 columns that a terminal without a size has, not all panes are shown.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=directory)
        try:
            os.execvp("valgrind", ["valgrind", *words, program, container])
        finally:
            os._exit(127)
    read_until_quiet(terminal)
    for key in [*keys, "q"]:
        os.write(terminal, key.encode())
        read_until_quiet(terminal)
    os.waitpid(child, 0)
    os.close(terminal)


def profile(program, container, keys, directory):
    """Runs the program, and returns the cost of each of its functions, by mangled name, in instructions."""
    output = os.path.join(directory, "profile.%p")
    words = ["--tool=callgrind", "--demangle=no", "--callgrind-out-file=" + output, "--log-file=/dev/null"]
    run(program, container, keys, directory, words)
    # The guard and other processes write profiles, too.
    costs = [functions(os.path.join(directory, name)) for name in os.listdir(directory) if name.startswith("profile.")]
    for name in os.listdir(directory):
        if name.startswith("profile."):
            os.remove(os.path.join(directory, name))
    total = {}
    for cost in costs:
        for name, count in cost.items():
            total[name] = total.get(name, 0) + count
    return total


def functions(path):
    """Returns the instructions that each function in a file of callgrind took without those that it called."""
    names, cost, current, is_call = {}, {}, None, False
    with open(path, errors="replace") as lines:
        for line in lines:
            found = re.match(r"(c?)fn=\((\d+)\)(?: (.*))?$", line.rstrip("\n"))
            if found:
                if found[3]:
                    # Callgrind counts recursive calls as functions with numbers.
                    names[found[2]] = re.sub(r"'\d+$", "", found[3])
                if not found[1]:
                    current = names.get(found[2])
            elif line.startswith("calls="):
                is_call = True
            elif re.match(r"[+\-*\d]", line) and current:
                numbers = line.split()
                if not is_call and len(numbers) == 2:
                    cost[current] = cost.get(current, 0) + int(numbers[1])
                is_call = False
    return cost


def accesses(program, container, variables, directory):
    """Runs the program up to the first frame, and returns the variables that it reads or writes.

    VARIABLES are an address, the end and a name each, in order.
    """
    pipe = os.path.join(directory, "accesses")
    os.mkfifo(pipe)
    lowest, highest = variables[0][0], variables[-1][1]
    found = set()

    def collect():
        with open(pipe, "rb") as lines:
            for line in lines:
                # ` L 04222c9f,8`: a load, store or modification of so many bytes; instructions begin with an I.
                if line[:1] == b" " and line[2:3] == b" ":
                    try:
                        address = int(line[3:].split(b",")[0], 16)
                    except ValueError:
                        continue
                    if lowest <= address < highest:
                        found.add(address)

    collector = threading.Thread(target=collect, daemon=True)
    collector.start()
    run(program, container, [], directory, ["--tool=lackey", "--trace-mem=yes", "--log-file=" + pipe])
    collector.join(PATIENCE)
    starts = [address for address, _, _ in variables]
    used = set()
    for address in found:
        _, end, name = variables[bisect.bisect_right(starts, address) - 1]
        if address < end:
            used.add(name)
    return used


def read_map(path):
    """Returns the functions that can be moved alone, and the variables: address, end of the section, name."""
    movable, variables, output, size, end = set(), [], "", 0, 0
    with open(path, errors="replace") as lines:
        for line in lines:
            found = re.match(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+( +)(\S.*)$", line)
            if not found:
                continue
            column, text = len(found[3]), found[4]
            if column == 1:
                output = text
            elif column == 9:
                size = int(found[2], 16)
                end = int(found[1], 16) + size
            elif size <= LARGEST_SECTION and output == ".text":
                movable.add(text)
            elif size <= LARGEST_SECTION and output in (".data", ".bss"):
                variables.append((int(found[1], 16), end, text))
    return movable, sorted(variables)


def main():
    program, linked, container = sys.argv[1:]
    movable, variables = read_map(linked)
    with tempfile.TemporaryDirectory() as directory:
        # valgrind does not read the debugging information of Swift.
        plain = os.path.join(directory, "program")
        subprocess.run(["objcopy", "--strip-debug", program, plain], check=True)
        at_start = profile(plain, container, [], directory)
        after_moves = profile(plain, container, MOVES, directory)
        after_keys = profile(plain, container, KEYS, directory)
        used = accesses(plain, container, variables, directory)
    moving, steady = (
        {name for name, cost in costs.items() if cost > 1.15 * at_start.get(name, 0) + 20} for costs in (after_moves, after_keys)
    )
    print("# Made by symbols.py: functions that run when the cursor moves, those that run after other keys, those before the first")
    print("# frame, variables that are used up to it. Names that the program no longer has do no harm.")
    for group in (moving & movable, (steady - moving) & movable, (set(at_start) - moving - steady) & movable, used):
        for name in sorted(group):
            print(name)


main()
