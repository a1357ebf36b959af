#!/usr/bin/env python3
"""Makes functions.order, the order in which the linker puts functions, from a profile.

    python3 functions.py PROGRAM CONTAINER > functions.order

PROGRAM is a release build with symbols, linked without an order. It is run twice under valgrind (package `valgrind`): once up
to the first frame, once with keys after it. Functions that run after keys come first, then those of the start.
"""
import fcntl, os, pty, re, select, struct, subprocess, sys, tempfile, termios, time

# A step through a listing, a directory, the viewer, the help, a filter, a selection.
KEYS = ["j", "j", "k", "G", "g", "g", "l", "j", "l", "q", "h", "?", "\x1b", "/", "a", "\x1b", " ", " ", "j", "k"]
ROWS, COLUMNS = 40, 140
PATIENCE = 120
QUIET = 3


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


def profile(program, container, keys, directory):
    """Runs the program, and returns the cost of each of its functions, by mangled name, in instructions."""
    child, terminal = pty.fork()
    if child == 0:
        # On the 80 columns that a terminal without a size has, not all panes are shown.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=directory)
        output = os.path.join(directory, "profile.%p")
        words = ["--tool=callgrind", "--demangle=no", "--callgrind-out-file=" + output, "--log-file=/dev/null"]
        os.execvp("valgrind", ["valgrind", *words, program, container])
    read_until_quiet(terminal)
    for key in keys:
        os.write(terminal, key.encode())
        read_until_quiet(terminal)
    os.write(terminal, b"q")
    read_until_quiet(terminal)
    os.waitpid(child, 0)
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


def main():
    program, container = sys.argv[1:]
    symbols = subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout.splitlines()
    known = {fields[2] for fields in map(str.split, symbols) if len(fields) == 3 and fields[1] in "tTwW"}
    with tempfile.TemporaryDirectory() as directory:
        # valgrind does not read the debugging information of Swift.
        plain = os.path.join(directory, "program")
        subprocess.run(["objcopy", "--strip-debug", program, plain], check=True)
        program = plain
        start = profile(program, container, [], directory)
        keys = profile(program, container, KEYS, directory)
    steady = {name for name, cost in keys.items() if cost > 1.15 * start.get(name, 0) + 20}
    print("# Made by functions.py. Functions that run after keys, then those before the first frame; names that the program")
    print("# no longer has do no harm.")
    for group in (steady, set(start) - steady):
        for name in sorted(group & known):
            print(".text." + name)
    # Functions that have no symbol, so that a profile does not name them. They are small, and many run after each key.
    for pattern in ("objectdestroy*", "__unnamed_*"):
        print(".text..L" + pattern)


main()
