import os, struct, sys, time
root = sys.argv[1]
for place in ['Library/SplashBoard/Snapshots', 'Library/Caches/Snapshots']:
    for folder, _, names in os.walk(os.path.join(root, place)):
        for name in names:
            path = os.path.join(folder, name)
            data = open(path, 'rb').read()
            if data[:4] == b'\xabKTX':
                size = struct.unpack_from('<II', data, 0x24)
            elif data[:4] == b'AAPL':
                at = data.index(b'HEAD') + 4
                size = struct.unpack_from('<II', data, at + 24)
            elif data[:4] == b'\x89PNG':
                size = struct.unpack_from('>II', data, 16)
            elif data[:2] == b'\xff\xd8':
                at = 2
                while data[at + 1] not in (0xc0, 0xc1, 0xc2):
                    at += 2 + struct.unpack_from('>H', data, at + 2)[0]
                size = struct.unpack_from('>HH', data, at + 5)[::-1]
            else:
                continue
            written = time.gmtime(os.stat(path).st_mtime)
            print(os.path.relpath(path, root), *size, len(data), time.strftime('%Y-%m-%dT%H:%M:%SZ', written))
