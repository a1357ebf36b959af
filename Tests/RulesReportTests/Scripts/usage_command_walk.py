import os, sys
root = os.fsencode(sys.argv[1])
def files(path):
    if os.path.islink(path) or not os.path.isdir(path):
        yield path
    else:
        for top, names, found in os.walk(path):
            for name in found: yield os.path.join(top, name)
def size(paths):
    seen = {}
    for path in paths:
        found = os.lstat(path)
        if found.st_mode & 0o170000 == 0o100000: seen[found.st_ino] = found.st_size
    return sum(seen.values())
for name in sorted(os.listdir(root)): print(ascii(os.fsdecode(name)), size(files(os.path.join(root, name))))
print("total", size(files(root)))
