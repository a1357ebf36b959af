import atexit, gc, os, signal, sys
import binascii, datetime, hashlib, io, itertools, json, plistlib, random, re, select, shutil, socket, sqlite3, stat
import struct, subprocess, tarfile, threading, time, traceback, zipfile, zlib
# Collections in the forks then neither visit nor copy what is there.
gc.freeze()

def run(script, arguments):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.argv = ['-c'] + arguments
    main = type(sys)('__main__')
    sys.modules['__main__'] = main
    try:
        exec(compile(script, '<string>', 'exec'), main.__dict__)
        return 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int): return (end.code or 0) & 0xff
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        # Closes the files that the script left open, as the end of an interpreter does.
        main.__dict__.clear()
        gc.collect()

def child(process, request, *rest):
    def opened(number, flags): return os.open('/proc/%s/fd/%s' % (process, number), flags)
    words = []
    with open('/proc/%s/fd/%s' % (process, request), 'rb') as file:
        while length := file.read(8): words.append(file.read(int.from_bytes(length, 'little')))
    for target, number in enumerate(rest[:3]):
        source = opened(number, os.O_RDONLY if target == 0 else os.O_WRONLY)
        os.dup2(source, target)
        os.close(source)
    status = run(words[0].decode(), [os.fsdecode(word) for word in words[1:]])
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon: thread.join()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)

# The replies of the scripts that run, by their processes.
replies = {}
def handle(words):
    reply = os.open('/proc/%s/fd/%s' % (words[0], words[5]), os.O_WRONLY)
    process = os.fork()
    if process == 0:
        signal.set_wakeup_fd(-1)
        for number in [reply, ended, wakeup, *replies.values()]: os.close(number)
        try: child(*words)
        finally: os._exit(1)
    replies[process] = reply

ended, wakeup = os.pipe()
os.set_blocking(ended, False)
os.set_blocking(wakeup, False)
signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
signal.signal(signal.SIGCHLD, lambda *_: None)
poll = select.poll()
for number in [0, ended]: poll.register(number, select.POLLIN)
rest = b''
while True:
    ready = {number for number, _ in poll.poll()}
    if ended in ready:
        try: os.read(ended, 65536)
        except BlockingIOError: pass
    while replies:
        process, status = os.waitpid(-1, os.WNOHANG)
        if process == 0: break
        reply = replies.pop(process)
        os.write(reply, struct.pack('=i', status))
        os.close(reply)
    if 0 in ready:
        more = os.read(0, 65536)
        if not more: break
        *lines, rest = (rest + more).split(b'\n')
        for line in lines: handle(line.decode().split())
