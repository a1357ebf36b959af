import os, plistlib, struct, sys
os.chdir(sys.argv[1])
app, group, isFat, damage = sys.argv[2], sys.argv[3], sys.argv[4] == 'fat', sys.argv[5]
def blob(magic, data): return struct.pack('>II', magic, len(data) + 8) + data
entitled = blob(0xfade7171, plistlib.dumps({'com.apple.security.application-groups': ['group.net.other'],
    **({} if damage == 'simulator' else {'application-identifier': 'TEAM123456.com.example.tide'})}))
other = blob(0xfade0c01, b'\0\0\0\0')
start = 12 + 16
signature = struct.pack('>IIIIIII', 0xfade0cc0, start + len(other) + len(entitled), 2, 2, start,
                        5, start + len(other)) + other + entitled
if damage == 'offset': signature = signature[:24] + b'\x7f\xff\xff\xff' + signature[28:]
if damage == 'length': signature = signature.replace(b'\xfa\xde\x71\x71\0\0', b'\xfa\xde\x71\x71\x7f\xff')
if damage == 'magic': signature = b'none' + signature[4:]
image = struct.pack('<8I', 0xfeedfacf, 0x0100000c, 0, 2, 1, 16, 0, 0)
image += struct.pack('<4I', 0x1d, 16, 48, len(signature)) + signature
if isFat:
    image = struct.pack('>7I', 0xcafebabe, 1, 0x0100000c, 0, 4096, len(image), 12).ljust(4096, b'\0') + image
open(app + '/Tide', 'wb').write(image)
information = plistlib.load(open(app + '/Info.plist', 'rb'))
information['CFBundleExecutable'] = 'Tide'
plistlib.dump(information, open(app + '/Info.plist', 'wb'))
os.makedirs(group + '/Library')
plistlib.dump({'MCMMetadataIdentifier': 'group.net.other', 'MCMMetadataContentClass': 7},
              open(group + '/.com.apple.mobile_container_manager.metadata.plist', 'wb'))
