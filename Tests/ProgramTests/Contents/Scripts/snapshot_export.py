import os, plistlib, struct, sys
root, pictures = sys.argv[1:]
place = root + '/Library/SplashBoard/Snapshots/sceneID:org.example.app-default/'
os.makedirs(place + 'downscaled')
for name in ['Documents', 'tmp']: os.makedirs(root + '/' + name)
with open(root + '/.com.apple.mobile_container_manager.metadata.plist', 'wb') as file:
    plistlib.dump({'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': 2}, file)
blocks = open(pictures + '/blocks.astc', 'rb').read()[16:]
head = bytes.fromhex('ab4b5458203131bb0d0a1a0a01020304')
head += struct.pack('<12I', 0, 0, 0, 0x93b0, 0x1908, 128, 128, 1, 0, 1, 1, 0)
texture = head + struct.pack('<I', len(blocks)) + blocks
open(place + 'A@2x.ktx', 'wb').write(texture)
open(place + 'downscaled/A@2x.ktx', 'wb').write(texture)
open(place + 'B@2x.jpeg', 'wb').write(bytes.fromhex('ffd8ffc0000b080004000401011100ffd9'))
