import os, plistlib, struct, sys
os.chdir(sys.argv[1])
def image(signature):
    return struct.pack('<8I', 0xfeedfacf, 0x0100000c, 0, 2, 1, 16, 0, 0) \
        + struct.pack('<4I', 0x1d, 16, 48, signature)
def bundle(path, name):
    os.makedirs(path)
    plistlib.dump({'CFBundleIdentifier': 'com.example', 'CFBundleExecutable': name},
                  open(path + '/Info.plist', 'wb'))
    return path + '/' + name
