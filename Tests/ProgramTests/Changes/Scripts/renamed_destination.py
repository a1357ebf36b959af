import ctypes, json, os, random, shutil, subprocess, sys, time
home, program, racing, is_exchange, tries, seconds, variables, seed, words = sys.argv[1:]
os.chdir(home)
os.environ.update(entry.split('=', 1) for entry in variables.split('\n'))
rename = ctypes.CDLL(None).renameat2
flag = 2 if is_exchange == 'true' else 1 # RENAME_EXCHANGE, RENAME_NOREPLACE
# Out of the way of what is nearly named.
aside = 'aside/' + os.path.basename(racing)
def swap(one, other): return rename(-100, one.encode(), -100, other.encode(), flag) == 0
def race(begun):
    chance = random.Random(int(seed))
    def pause(): time.sleep(chance.choice([0, 0, 1e-5, 1e-4, 1e-3, 4e-3]))
    while not os.path.exists('stop'):
        is_away = swap(racing, aside)
        if begun: os.close(begun); begun = None
        pause()
        # Something else has the name by now.
        if is_away and not swap(aside, racing): break
        pause()
    os._exit(0)
def run(words):
    return subprocess.run([program] + words, capture_output=True, stdin=subprocess.DEVNULL)
def tell(status, errors, is_recovered):
    found = {}
    for directory, _, names in (entry for top in ['App', 'aside', 'data/Trash/files'] for entry in os.walk(top)):
        for name in names:
            path = os.path.join(directory, name)
            is_back = flag == 1 and (path + '/').startswith(aside + '/')
            content = open(path, 'rb').read().decode('latin-1')
            found.setdefault(content, []).append(racing + path[len(aside):] if is_back else path)
    print(json.dumps({'status': status, 'errors': errors, 'isRecovered': is_recovered, 'places': found}))
for name in ['App', 'aside']: shutil.copytree(name, name + ' at first', symlinks=True)
tell(0, '', False)
end = time.monotonic() + float(seconds)
for _ in range(int(tries)):
    if time.monotonic() > end: break
    for name in ['App', 'aside', 'state', 'data']: shutil.rmtree(name, ignore_errors=True)
    if os.path.exists('stop'): os.remove('stop')
    for name in ['App', 'aside']: shutil.copytree(name + ' at first', name, symlinks=True)
    begun, into = os.pipe()
    child = os.fork()
    if child == 0: race(into)
    os.close(into); os.read(begun, 1); os.close(begun)
    result = run(words.split() + ['--on-conflict', 'replace'])
    open('stop', 'w').close()
    os.waitpid(child, 0)
    trash = 'data/Trash/files'
    needs_recovery = result.returncode != 0 and os.path.isdir(trash) and os.listdir(trash) != []
    if needs_recovery: run(['journal'])
    tell(result.returncode, result.stderr.decode(errors='replace'), needs_recovery)
