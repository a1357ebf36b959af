event = sys.argv[2]
table = {
    'running':     {'tmp': ('kept', 'kept'), 'caches': ('kept', 'kept')},
    'idle':        {'tmp': ('willGo', 'kept'), 'caches': ('kept', 'kept')},
    'low-storage': {'tmp': ('mayGo', 'kept'), 'caches': ('mayGo', 'mayGo')},
    'update':      {'tmp': ('kept', 'kept'), 'caches': ('mayGo', 'kept')},
}
order = ['kept', 'mayGo', 'willGo', 'goes']
out = []
def walk(path, above):
    full = os.path.join(root, path) if path else root
    s = os.lstat(full)
    isdir = stat.S_ISDIR(s.st_mode)
    own = excluded(full, 'every')
    inside = 'goes'
    if isdir:
        for name in os.listdir(full):
            fate = walk(os.path.join(path, name), above or own)
            if order.index(fate) < order.index(inside): inside = fate
    c = path.split(b'/') if path else []
    policy = 'tmp' if c[:1] == [b'tmp'] else 'caches' if c[:2] == [b'Library', b'Caches'] else None
    if event == 'restore':
        # Gone is exactly what the backup set does not hold.
        held = backed_up(c, isdir) and not (own or above)
        if not (isdir or stat.S_ISREG(s.st_mode) or stat.S_ISLNK(s.st_mode)): held = False
        # The system writes the metadata file when it installs the app, so it is there again.
        anew = path == b'.com.apple.mobile_container_manager.metadata.plist'
        if not held: out.append((path, 'kept' if anew else 'goes', s.st_size if stat.S_ISREG(s.st_mode) else -1))
        return 'kept' if held else 'goes'
    if not policy: return 'kept'
    places = [[b'tmp'], [b'Library', b'Caches'], [b'Library', b'Caches', b'Snapshots'], [b'tmp', b'org.example.app-Inbox']]
    fate = table[event][policy][1 if isdir and c in places else 0]
    if own or above: fate = 'kept'
    if order.index(inside) < order.index(fate): fate = inside
    out.append((path, fate, s.st_size if stat.S_ISREG(s.st_mode) else -1))
    return fate
walk(b'', False)
for path, fate, size in sorted(out): print(fate, size, ascii(path))
