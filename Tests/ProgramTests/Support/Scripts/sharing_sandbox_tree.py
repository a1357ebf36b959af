import hashlib, os, stat, sys
root = os.fsencode(sys.argv[1])
def show(path):
    s = os.lstat(path)
    parts = [ascii(os.path.relpath(path, root)), oct(s.st_mode)]
    if stat.S_ISREG(s.st_mode):
        parts += [s.st_size, s.st_mtime_ns, hashlib.sha256(open(path, 'rb').read()).hexdigest()]
    if stat.S_ISLNK(s.st_mode): parts.append(ascii(os.readlink(path)))
    else: parts.append(sorted((n, os.getxattr(path, n)) for n in os.listxattr(path)))
    print(*parts)
    if stat.S_ISDIR(s.st_mode):
        for name in sorted(os.listdir(path)): show(os.path.join(path, name))
show(root)
