import os, plistlib, struct, sys, zlib
root = sys.argv[1]
app = os.path.join(root, "Tide.app")
def write(path, data):
    path = os.path.join(app, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file: file.write(data.encode() if isinstance(data, str) else data)
def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
def png(size, cgbi=False):
    head = b"\x89PNG\r\n\x1a\n" + (chunk(b"CgBI", b"P\0 \2") if cgbi else b"")
    return head + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)) + chunk(b"IEND", b"")
info = {"CFBundleIdentifier": "com.example.tide", "CFBundleExecutable": "Tide", "MinimumOSVersion": "15.4"}
def finish(): write("Info.plist", plistlib.dumps(info))

