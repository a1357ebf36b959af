import struct, sys
make = b'FancyCam 9\0'
tiff = b'II*\0' + struct.pack('<IHHHIII', 8, 1, 0x10f, 2, len(make), 26, 0) + make
exif = b'Exif\0\0' + tiff
frame = struct.pack('>HHBHHB', 0xffc0, 17, 8, 4, 4, 3) + bytes([1, 17, 0, 2, 17, 0, 3, 17, 0])
jpeg = b'\xff\xd8\xff\xe1' + struct.pack('>H', len(exif) + 2) + exif + frame + b'\xff\xd9'
open(sys.argv[1] + '/Documents/a.jpg', 'wb').write(jpeg)
text = b'harbor at dawn'
message = b'\x0a' + bytes([len(text)]) + text + b'\x10\x00\x1a\x04\x08\x00\x10\x00'
open(sys.argv[1] + '/Documents/b.pb', 'wb').write(message)
