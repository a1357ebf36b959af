import os, struct, subprocess, sys, zlib
def field(name, path, version=1, sum=None):
    sum = zlib.crc32(name) if sum is None else sum
    return struct.pack('<2HBI', 0x7075, 5 + len(path), version, sum) + path
def entry(name, host=3, version=20, flags=0, extra=b'', attributes=0, data=b'x'):
    return name, host, version, flags, extra, attributes, data
def write(path, entries):
    out, directory = b'', b''
    for name, host, version, flags, extra, attributes, data in entries:
        sum, offset = zlib.crc32(data), len(out)
        sizes = struct.pack('<3I', sum, len(data), len(data))
        out += struct.pack('<4s5H', b'PK\3\4', 20, flags, 0, 0, 33) + sizes
        out += struct.pack('<2H', len(name), len(extra)) + name + extra + data
        directory += struct.pack('<4s2B5H', b'PK\1\2', version, host, 20, flags, 0, 0, 33) + sizes
        directory += struct.pack('<5H2I', len(name), len(extra), 0, 0, 0, attributes, offset) + name + extra
    end = struct.pack('<4s4H2IH', b'PK\5\6', 0, 0, len(entries), len(entries), len(directory), len(out), 0)
    with open(path, 'wb') as file: file.write(out + directory + end)
def listed(path):
    lines = subprocess.run(['unzip', '-l', path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=dict(os.environ, LC_ALL='C.UTF-8')).stdout.splitlines()
    return [line[30:] for line in lines[3:-2]]

