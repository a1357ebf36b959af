import os, random, signal, subprocess, sys, time
seed, place, *command = sys.argv[1:]
random = random.Random(int(seed))
process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
def begun(): return any(name.startswith('.sandglass-new-') for name in os.listdir(place))
while not begun() and process.poll() is None: pass
# A number of looks, so that the moment differs.
for _ in range(random.randrange(0, 400)): os.listdir(place)
process.send_signal(signal.SIGKILL)
print(process.wait())
