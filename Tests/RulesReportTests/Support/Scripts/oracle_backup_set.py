kind = sys.argv[2]
def walk(path, above):
    full = os.path.join(root, path) if path else root
    s = os.lstat(full)
    own = excluded(full, kind)
    c = path.split(b'/') if path else []
    isdir = stat.S_ISDIR(s.st_mode)
    reason = 'place' if not backed_up(c, isdir) else 'excluded' if own else 'excluded-above' if above else ''
    if not reason and not (isdir or stat.S_ISREG(s.st_mode) or stat.S_ISLNK(s.st_mode)): reason = 'kind'
    size = s.st_size if stat.S_ISREG(s.st_mode) else -1
    print('-' if reason else '+', reason, size, ascii(path or b'.'))
    if isdir:
        for name in sorted(os.listdir(full)): walk(os.path.join(path, name), above or own)
walk(b'', False)
