import struct, sys
name = b'com.apple.metadata:com_apple_backup_excludeItem\0'
entry = struct.pack('>IIHB', 120 + 11 + len(name) + 4, 1, 0, len(name)) + name
header = struct.pack('>IIIII12xHH', 0x41545452, 0, 400, 200, 1, 0, 1)
body = (b'\0' * 34 + header + entry).ljust(400, b'\0')
double = struct.pack('>II16xH', 0x00051607, 0x00020000, 2)
double += struct.pack('>III', 9, 50, len(body)) + struct.pack('>III', 2, 50 + len(body), 0)
open(sys.argv[1], 'wb').write(double + body)
