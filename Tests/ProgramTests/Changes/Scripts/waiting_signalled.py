import fcntl, os, signal, subprocess, sys, time
os.chdir(sys.argv[2])
# The tests run on threads that block signals, which what they start would inherit.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
environment = dict(os.environ, XDG_STATE_HOME=os.path.abspath('state'), XDG_DATA_HOME=os.path.abspath('data'))
status = os.stat('App')
os.makedirs('state/sandglass/locks')
lock = 'state/sandglass/locks/%d-%d' % (status.st_dev, status.st_ino)
ready, done = os.pipe()
holder = os.fork()
if holder == 0:
    held = open(lock, 'w')
    fcntl.flock(held, fcntl.LOCK_EX)
    os.write(done, b'x')
    os.kill(os.getpid(), signal.SIGSTOP)
    os._exit(0)
os.read(ready, 1)
try:
    # What does not change that container does not wait.
    listed = subprocess.run([sys.argv[1], 'journal'], env=environment, capture_output=True)
    print(listed.returncode)
    waiting = subprocess.Popen(
        [sys.argv[1], 'import', 'host/file.txt', '--to', 'App'], env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    def waits():
        fds = '/proc/%d/fd/' % waiting.pid
        for fd in os.listdir(fds):
            try:
                if '/locks/' in os.readlink(fds + fd): return True
            except FileNotFoundError: pass
    while waiting.poll() is None and not waits(): time.sleep(0.005)
    waiting.send_signal(getattr(signal, sys.argv[3]))
    output, errors = waiting.communicate()
    print(waiting.returncode)
    print(errors.decode())
finally:
    os.kill(holder, signal.SIGKILL)
