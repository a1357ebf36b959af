"""Stands between ssh and a server of its own, whose connection it delays or cuts.

ssh_proxy.py CONFIG STATE, where CONFIG is that of sshd, and the lines of STATE/faults are `delay MILLISECONDS` for each
direction and `cut COUNT` for the number of chunks from the client after which the connection is cut. It then stays cut while
STATE/cut exists.
"""
import collections, os, selectors, subprocess, sys, time

config, state = sys.argv[1:3]
faults = {}
if os.path.exists(state + '/faults'):
    with open(state + '/faults') as file:
        faults = {line.split()[0]: int(line.split()[1]) for line in file if line.strip()}
delay, cut = faults.get('delay', 0) / 1000, faults.get('cut', 0)
if os.path.exists(state + '/cut'):
    sys.exit('the connection is cut')
with open(state + '/sshd.log', 'ab') as log:
    server = subprocess.Popen(['/usr/sbin/sshd', '-i', '-f', config], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=log)
ways = {0: server.stdin.fileno(), server.stdout.fileno(): 1}
waiting = collections.deque()
selector = selectors.DefaultSelector()
for source in ways:
    selector.register(source, selectors.EVENT_READ)
count = 0
try:
    while True:
        patience = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for key, _ in selector.select(patience):
            data = os.read(key.fd, 1 << 16)
            if not data:
                sys.exit()
            if key.fd == 0:
                count += 1
                if count == cut:
                    open(state + '/cut', 'w').close()
                    sys.exit()
            waiting.append((time.monotonic() + delay, ways[key.fd], data))
        while waiting and waiting[0][0] <= time.monotonic():
            _, target, data = waiting.popleft()
            while data:
                data = data[os.write(target, data):]
finally:
    server.kill()
