import os, plistlib, sqlite3, struct, sys
package, identifier, name, date, size, upright, sideways = sys.argv[1:]
def place(path):
    path = os.path.join(package, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path
def put(path, data):
    with open(place(path), 'wb') as file: file.write(data)

put('AppDataInfo.plist', plistlib.dumps({
    'CFBundleIdentifier': identifier, 'XCApplicationName': name, 'XCDownloadDate': date,
    'XCExecutableName': name, 'XCExecutableVersion': '4', 'XCMinimumOSVersion': '9.0',
}, fmt=plistlib.FMT_BINARY))
put('AppData/.com.apple.mobile_container_manager.metadata.plist', plistlib.dumps({
    'MCMMetadataContentClass': 2, 'MCMMetadataIdentifier': identifier, 'MCMMetadataPersona': 501,
    'MCMMetadataUUID': '5B0C9E63-8E1F-4B7D-A2C4-90D1E6F37A58',
}, fmt=plistlib.FMT_BINARY))

# Tables as Core Data makes them, with a model that takes the rest of the pages.
database = sqlite3.connect(place('AppData/Library/Application Support/%s.sqlite' % name))
database.executescript('''
    pragma page_size = 4096;
    create table Z_PRIMARYKEY (Z_ENT integer primary key, Z_NAME varchar, Z_SUPER integer, Z_MAX integer);
    create table Z_METADATA (Z_VERSION integer primary key, Z_UUID varchar(255), Z_PLIST blob);
    create table Z_MODELCACHE (Z_CONTENT blob);
    create table ZTIDE (Z_PK integer primary key, ZDATE timestamp, ZHEIGHT float);
    ''')
database.execute('insert into Z_MODELCACHE values (?)', (bytes(9000),))
database.commit()
database.close()
assert os.stat(place('AppData/Library/Application Support/%s.sqlite' % name)).st_size == int(size)

# KTX 1 (https://registry.khronos.org/KTX/specs/1.0/ktxspec.v1.html), its ASTC blocks compressed by LZFSE.
def pair(key, value):
    data = key + b'\0' + value + b'\0'
    return struct.pack('<I', len(data)) + data + bytes(-len(data) % 4)
def texture(width, height):
    pairs = pair(b'KTXorientation', b'S=r,T=d') + pair(b'Compression_APPLE', b'APPL')
    image = b'LZFS' + struct.pack('<I', 12) + b'bvx-' + bytes(4) + b'bvx$'
    numbers = [0x04030201, 0, 1, 0, 0x93b0, 0x1908, width, height, 1, 0, 1, 1, len(pairs)]
    return (b'\xabKTX 11\xbb\r\n\x1a\n' + struct.pack('<13I', *numbers) + pairs
        + struct.pack('<I', len(image)) + image)
folder = 'AppData/Library/Caches/Snapshots/%s/' % identifier
put(folder + upright + '@2x.ktx', texture(828, 1792))
put(folder + sideways + '@2x.ktx', texture(1792, 828))
