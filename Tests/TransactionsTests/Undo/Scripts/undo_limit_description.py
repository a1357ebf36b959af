import hashlib, os, stat, sys
for root in sys.argv[1:]:
    for path, directories, files in sorted(os.walk(root)):
        for name in sorted(directories + files):
            item = os.path.join(path, name); found = os.lstat(item); mode = found.st_mode
            words = [item, oct(mode), found.st_uid, found.st_gid]
            if not stat.S_ISDIR(mode): words.append(found.st_mtime_ns)
            if stat.S_ISREG(mode): words.append(hashlib.sha256(open(item, 'rb').read()).hexdigest())
            if stat.S_ISLNK(mode): words.append(os.readlink(item))
            else: words.append([(key, os.getxattr(item, key)) for key in sorted(os.listxattr(item))])
            print(*words)
