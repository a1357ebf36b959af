import struct
name = b'com.apple.metadata:com_apple_backup_excludeItem\0'
entry = struct.pack('>IIHB', 120 + 11 + len(name) + 4, 1, 0, len(name)) + name
header = struct.pack('>IIIII12xHH', 0x41545452, 0, 400, 200, 1, 0, 1)
body = b'\0' * 34 + header + entry
body += b'\0' * (400 - len(body))
double = struct.pack('>II16xH', 0x00051607, 0x00020000, 2)
double += struct.pack('>III', 9, 50, len(body)) + struct.pack('>III', 2, 50 + len(body), 0)
open(os.path.join(root, 'Documents/._a.txt'), 'wb').write(double + body)
write('Documents/doc.txt', 1)
write('Documents/doc.txt.sb-1a2b3c4d-AbCdEf', 1)
exclude('Documents/doc.txt.sb-1a2b3c4d-AbCdEf')
