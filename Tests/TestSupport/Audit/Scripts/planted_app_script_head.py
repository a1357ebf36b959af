import datetime, json, sqlite3, time
data, group, app, kind, code, library = sys.argv[1:7]
planted, now = kind == 'planted', time.time()
metadata = '.com.apple.mobile_container_manager.metadata.plist'

def file(path, contents):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as opened: opened.write(contents if isinstance(contents, bytes) else contents.encode())

# Without the defect, the file has other contents of the same length, or lies in another place.
def put(base, path, bad, good=None, at=None):
    if planted: return file(f'{base}/{path}', bad)
    if good is None and at is None: good = 'x' * len(bad)
    good = bad if good is None else good
    if isinstance(good, str): good += ' ' * (len(bad) - len(good))
    file(f'{base}/{at or path}', good)

def binary(values): return plistlib.dumps(values, fmt=plistlib.FMT_BINARY)

def base(path, *statements):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    opened = sqlite3.connect(path)
    for one in statements: opened.execute(*(one if isinstance(one, tuple) else (one,)))
    opened.commit()
    opened.close()
