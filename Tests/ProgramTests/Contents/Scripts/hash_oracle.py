import base64, datetime, hashlib, json, os, stat, sys
os.chdir(sys.argv[1])
def named(item, key, name):
    try: item[key] = name.decode()
    except UnicodeDecodeError:
        # One replacement for each byte: none of the names has a part of a longer sequence.
        item[key] = name.decode(errors='replace'); item[key + 'Bytes'] = base64.b64encode(name).decode()
kinds = {stat.S_IFDIR: 'directory', stat.S_IFREG: 'file', stat.S_IFLNK: 'symbolic link',
         stat.S_IFIFO: 'pipe (FIFO)'}
def show(path):
    s = os.lstat(path)
    item = {}
    named(item, 'path', path)
    item['type'] = kinds[stat.S_IFMT(s.st_mode)]
    item['mode'] = '%04o' % (s.st_mode & 0o7777)
    item['user'], item['group'] = s.st_uid, s.st_gid
    if stat.S_ISREG(s.st_mode): item['size'] = s.st_size
    seconds, rest = divmod(s.st_mtime_ns, 10**9)
    item['modified'] = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime(
        '%Y-%m-%dT%H:%M:%S') + '.%09dZ' % rest
    if stat.S_ISREG(s.st_mode): item['sha256'] = hashlib.sha256(open(path, 'rb').read()).hexdigest()
    if stat.S_ISLNK(s.st_mode): named(item, 'target', os.readlink(path))
    names = sorted(os.fsencode(n) for n in os.listxattr(path, follow_symlinks=False))
    if names:
        item['attributes'] = [{'name': n.decode(), 'value': base64.b64encode(
            os.getxattr(path, n, follow_symlinks=False)).decode()} for n in names]
    print(json.dumps(item, separators=(',', ':')))
    if stat.S_ISDIR(s.st_mode):
        for name in sorted(os.listdir(path)): show(name if path == b'.' else path + b'/' + name)
show(b'.')
