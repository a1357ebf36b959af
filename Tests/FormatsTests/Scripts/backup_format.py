import plistlib, struct
from plistlib import UID
root = {'LastModified': 1600000000, 'Birth': 1500000000, 'LastStatusChange': 1600000002, 'Flags': 0,
        'Mode': 0o100640, 'Size': 5000000000, 'UserID': 501, 'GroupID': 502, 'InodeNumber': 2**63 + 5,
        'ProtectionClass': 2, 'RelativePath': UID(2), 'EncryptionKey': UID(3), 'Target': UID(5),
        'ExtendedAttributes': UID(6), '$class': UID(7)}
objects = ['$null', root, 'Documents/ü', {'NS.data': struct.pack('<I', 2) + bytes(range(40)), '$class': UID(4)},
           {'$classname': 'NSMutableData', '$classes': ['NSMutableData', 'NSData', 'NSObject']}, 'to/ü',
           plistlib.dumps({'a.b': b'v'}, fmt=plistlib.FMT_BINARY),
           {'$classname': 'MBFile', '$classes': ['MBFile', 'NSObject']}]
archive = {'$version': 100000, '$archiver': 'NSKeyedArchiver', '$top': {'root': UID(1)}, '$objects': objects}
print(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY).hex())
def tlv(tag, value):
    value = struct.pack('>I', value) if isinstance(value, int) else value
    return tag + struct.pack('>I', len(value)) + value
bag = tlv(b'VERS', 5) + tlv(b'TYPE', 1) + tlv(b'UUID', b'u' * 16) + tlv(b'WRAP', 0)
bag += tlv(b'SALT', b's' * 20) + tlv(b'ITER', 3) + tlv(b'DPIC', 10000000) + tlv(b'DPSL', b'd' * 20)
for number, wrap in ((1, 2), (2, 3), (3, 1), (11, 2)):
    bag += tlv(b'UUID', b'v' * 16) + tlv(b'CLAS', number) + tlv(b'WRAP', wrap) + tlv(b'WPKY', bytes([number]) * 40)
print(bag.hex())
def string(value): return b'\xff\xff' if value is None else struct.pack('>H', len(value)) + value
record = lambda path, mode, target, key, properties: (string(b'AppDomain-a') + string(path) + string(target)
    + string(None) + string(key) + struct.pack('>HQIIIIIQBB', mode, 7, 501, 502, 11, 12, 13, 99, 3, len(properties))
    + b''.join(string(name) + string(value) for name, value in properties))
print((b'mbdb\x05\x00' + record(b'', 0o040755, None, None, [])
    + record(b'f', 0o100644, None, struct.pack('<I', 9) + b'k' * 40, [(b'p', b'v')])
    + record(b'l', 0o120755, b'to', None, [])).hex())
