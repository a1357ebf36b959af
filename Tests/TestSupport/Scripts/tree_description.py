import hashlib, os, stat, sys
root = os.fsencode(sys.argv[1]); wants = sys.argv[2]
seen = {}
def describe(path, name):
    found = os.lstat(path)
    words = [repr(name), oct(found.st_mode), found.st_uid, found.st_gid, found.st_mtime_ns]
    if stat.S_ISREG(found.st_mode):
        words += [found.st_size, hashlib.sha256(open(path, "rb").read()).hexdigest()]
    if stat.S_ISLNK(found.st_mode): words.append(os.readlink(path))
    if not stat.S_ISDIR(found.st_mode):
        words.append(seen.setdefault((found.st_dev, found.st_ino), repr(name)))
    if "attributes" in wants:
        for key in sorted(os.listxattr(path, follow_symlinks=False)):
            words += [key, os.getxattr(path, key, follow_symlinks=False)]
    print(*words)
    if stat.S_ISDIR(found.st_mode):
        for entry in sorted(os.listdir(path)): describe(os.path.join(path, entry), os.path.join(name, entry))
describe(root, b".")
