import struct, sys, zlib
def write(path, names, host, extra=lambda name: b''):
    out, directory = b'', b''
    for name in names:
        data = b'' if name[-1:] in (b'/', b'\\') else b'x'
        sizes = struct.pack('<3I', zlib.crc32(data), len(data), len(data))
        field, offset = extra(name), len(out)
        out += struct.pack('<4s5H', b'PK\3\4', 20, 0, 0, 0, 33) + sizes
        out += struct.pack('<2H', len(name), len(field)) + name + field + data
        directory += struct.pack('<4s2B5H', b'PK\1\2', 20, host, 20, 0, 0, 0, 33) + sizes
        directory += struct.pack('<5H2I', len(name), len(field), 0, 0, 0, 0, offset) + name + field
    end = struct.pack('<4s4H2IH', b'PK\5\6', 0, 0, len(names), len(names), len(directory), len(out), 0)
    open(path, 'wb').write(out + directory + end)
root = b'App.xcappdata/AppData/'
places = [root + b'Documents/', root + b'Library/', root + b'tmp/']

