import os, stat, sys
root = os.fsencode(sys.argv[1])
for path in sys.argv[2:]:
    start = os.path.join(root, os.fsencode(path)) if path else root
    if not os.path.isdir(start) or os.path.islink(start):
        print(path, "absent", 0); continue
    seen, size, items = set(), 0, 0
    for where, directories, files in os.walk(start):
        for name in directories + files:
            items += 1
            found = os.lstat(os.path.join(where, name))
            if stat.S_ISREG(found.st_mode) and (found.st_dev, found.st_ino) not in seen:
                seen.add((found.st_dev, found.st_ino)); size += found.st_size
    print(path, size, items)
