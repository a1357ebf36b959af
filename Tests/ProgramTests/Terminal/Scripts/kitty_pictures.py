"""Runs a browser in kitty on a virtual display, and prints how much of a red picture is seen after each step.

Arguments: a directory for files, the browser, and its arguments. The picture is Documents/red.png."""
import glob, os, signal, struct, subprocess, sys, time

folder, browser = sys.argv[1], sys.argv[2:]
display = ':%d' % (1000 + os.getpid() % 20000)
screen, socket = folder + '/Xvfb_screen0', 'unix:' + folder + '/kitty'


def red():
    """The pixels of the picture among every fourth one of every fourth row (X11's XWD format, version 7)."""
    data = open(screen, 'rb').read()
    head = struct.unpack('>25I', data[:100])
    size, width, height, stride, colors = head[0], head[4], head[5], head[12], head[19]
    start, count = size + colors * 12, 0
    for row in range(0, height, 4):
        line = data[start + row * stride:start + row * stride + width * 4]
        pixels = zip(line[0::16], line[1::16], line[2::16])
        count += sum(1 for blue, green, red in pixels if red > 240 and green < 15 and blue < 15)
    return count


def wait(condition, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def send(keys):
    subprocess.run(['kitty', '@', '--to', socket, 'send-text', keys], check=True, stdout=subprocess.DEVNULL)


def child(process):
    found = open('/proc/%d/task/%d/children' % (process, process)).read().split()
    return [int(number) for number in found]


environment = dict(os.environ, DISPLAY=display, LIBGL_ALWAYS_SOFTWARE='1', HOME=folder, XDG_RUNTIME_DIR=folder,
                   XDG_CONFIG_HOME=folder + '/config', XDG_CACHE_HOME=folder + '/cache', LC_ALL='C.UTF-8',
                   XDG_STATE_HOME=folder + '/state', XDG_DATA_HOME=folder + '/data')
quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
server = subprocess.Popen(['Xvfb', display, '-screen', '0', '1200x700x24', '-fbdir', folder], **quiet)
terminal = None
try:
    assert wait(lambda: os.path.exists('/tmp/.X11-unix/X' + display[1:])), 'no display'
    options = ['allow_remote_control=yes', 'initial_window_width=1180', 'initial_window_height=680',
               'remember_window_size=no', 'confirm_os_window_close=0']
    words = [word for option in options for word in ('-o', option)]
    terminal = subprocess.Popen(
        ['kitty', '--config', 'NONE', '--listen-on', socket, *words, *browser], env=environment, **quiet)
    assert wait(lambda: os.path.exists(folder + '/kitty') and child(terminal.pid)), 'no terminal'
    # What is typed before the browser reads is lost: type until it goes there.
    for _ in range(12):
        send('g/')
        time.sleep(0.3)
        send('Documents/red.png\r')
        if wait(lambda: red() > 100, 5):
            break
    print('shown', red() > 100)
    send('Z')
    print('covered', wait(lambda: red() == 0))
    send('x')
    print('back', wait(lambda: red() > 100))
    # The browser is the guard's first child.
    guards = [number for number in child(terminal.pid) if child(number)]
    os.kill(child(guards[0])[0], signal.SIGKILL)
    print('killed', wait(lambda: red() == 0))
finally:
    for process in [terminal, server]:
        if process:
            process.terminate()
            process.wait()
