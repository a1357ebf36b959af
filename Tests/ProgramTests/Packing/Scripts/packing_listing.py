import os, sys
def show(path, shown):
    status = os.lstat(path)
    attributes = {} if os.path.islink(path) else {n: os.getxattr(path, n) for n in os.listxattr(path)}
    # What an unpacked file of the usual class has, and the original need not say.
    attributes.pop('user.dev.sandglass.protection-class', None) == b'1' and print(shown, 'complete')
    attributes = sorted((n, v) for n, v in attributes.items() if n.startswith('user.'))
    data = os.readlink(path) if os.path.islink(path) else open(path, 'rb').read() if os.path.isfile(path) else ''
    time = int(status.st_mtime) if not os.path.isdir(path) or shown.startswith('Documents') else 0
    print(ascii((shown, oct(status.st_mode), time, data if len(data) < 99 else hash(data), attributes)))
top = sys.argv[1]
for path, directories, files in os.walk(top):
    directories.sort()
    for name in sorted(directories + files):
        shown = os.path.relpath(os.path.join(path, name), top)
        if not os.path.basename(shown).startswith('.com.apple') and (
            sys.argv[2] == 'all' or not any(part in shown for part in ['left out', 'Caches', 'tmp', 'System'])
        ):
            show(os.path.join(path, name), shown)
