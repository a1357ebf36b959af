import array, fcntl, os, re, subprocess, sys, termios, time
program, backup = sys.argv[1:3]
secret = b'Zq7-vX9-kLm2-and-so-on-since-growing-arrays-leave-the-beginnings-of-texts'
end, source = os.pipe()
os.write(source, secret)
process = subprocess.Popen([program, 'apps', backup, '--passphrase-fd', '0'], stdin=end, stderr=subprocess.PIPE)
deadline = time.time() + 60
def wait(condition):
    while not condition():
        assert process.poll() is None and time.time() < deadline
        time.sleep(0.002)
def left():
    count = array.array('i', [0])
    fcntl.ioctl(end, termios.FIONREAD, count)
    return count[0]
def state():
    return open('/proc/%d/stat' % process.pid).read().rsplit(')', 1)[1].split()[0]
def places():
    locked, others, areas = 0, [], []
    for line in open('/proc/%d/smaps' % process.pid):
        head = re.match(r'([0-9a-f]+)-([0-9a-f]+) ([r-])', line)
        if head: areas.append([int(head[1], 16), int(head[2], 16), line, '', head[3]])
        elif line.startswith('VmFlags:') and areas: areas[-1][3] = line
    with open('/proc/%d/mem' % process.pid, 'rb', 0) as memory:
        for start, end, line, flags, mode in areas:
            if mode != 'r' or ' io' in flags or 'vvar' in line or 'vsyscall' in line: continue
            memory.seek(start)
            if secret[:12] not in memory.read(end - start): continue
            if ' lo' in flags: locked += 1
            else: others.append(line)
    return locked, others
try:
    # All of it was read, and the program waits for more.
    wait(lambda: left() == 0)
    wait(lambda: state() == 'S')
    locked, others = places()
    assert locked == 1 and not others, (locked, others)
    os.write(source, b'\n')
    assert b'the passphrase is wrong' in process.communicate()[1]
finally:
    process.kill()
    process.wait()
