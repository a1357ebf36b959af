one = zlib.compressobj(6, zlib.DEFLATED, -15)
block = one.compress(part) + one.flush(zlib.Z_FULL_FLUSH)
one = zlib.compressobj(6, zlib.DEFLATED, -15)
packed, size = block * count + one.compress(b'end') + one.flush(), len(part) * count + 3
sum = 0
for _ in range(count): sum = zlib.crc32(part, sum)
sum = zlib.crc32(b'end', sum)
write(sys.argv[1], [text(b'a', b'first'), (b'large', 8, sum, len(packed), size, lambda file: file.write(packed)),
    text(b'z', b'last')])
print(size)
