import sys, zlib
data = {
    'empty': b'', 'short': b'harbor', 'text': b'tide and sail ' * 3000,
    'all': bytes(range(256)) * 20, 'mixed': bytes((n * n >> 3) & 255 for n in range(70000)),
}[sys.argv[1]]
if sys.argv[2] == 'plain':
    sys.stdout.buffer.write(data)
else:
    level, strategy = sys.argv[2].split()
    packer = zlib.compressobj(int(level), zlib.DEFLATED, -15, 9, int(strategy))
    sys.stdout.buffer.write(packer.compress(data) + packer.flush())
