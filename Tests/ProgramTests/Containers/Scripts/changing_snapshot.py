import os, sys, stat, hashlib
def show(path):
    s = os.lstat(path)
    digest, names = '', []
    if stat.S_ISREG(s.st_mode):
        fd = os.open(path, os.O_RDONLY | os.O_NOATIME)
        digest = hashlib.sha256(os.read(fd, 1 << 24)).hexdigest(); os.close(fd)
    if stat.S_ISDIR(s.st_mode):
        fd = os.open(path, os.O_RDONLY | os.O_NOATIME)
        names = sorted(os.fsencode(n) for n in os.listdir(fd)); os.close(fd)
    attributes = [(n, os.getxattr(path, n, follow_symlinks=False)) for n in os.listxattr(path, follow_symlinks=False)]
    # No system call reads a link without touching its time.
    atime = 0 if stat.S_ISLNK(s.st_mode) else s.st_atime_ns
    print(path, s.st_mode, s.st_ino, s.st_size, s.st_nlink, s.st_uid, s.st_gid, atime,
          s.st_mtime_ns, s.st_ctime_ns, attributes, digest)
    for name in names: show(path + b'/' + name)
show(os.fsencode(sys.argv[1]))
