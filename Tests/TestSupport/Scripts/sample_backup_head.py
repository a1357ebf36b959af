import hashlib, os, plistlib, sqlite3, struct, subprocess, sys
from plistlib import UID
out, encrypted, isOld = sys.argv[1], sys.argv[2] == 'enc', sys.argv[3] == 'mbdb'
iterations, passphrase = int(sys.argv[4]), sys.argv[5].encode()
os.makedirs(out)
APP = 'AppDomain-org.example.app'
rows, records = [], []
def openssl(arguments, data):
    return subprocess.run(['openssl', 'enc'] + arguments, input=data, stdout=subprocess.PIPE, check=True).stdout
def cbc(key, data): return openssl(['-aes-256-cbc', '-K', key.hex(), '-iv', '00' * 16], data)
def wrap(key, data): return openssl(['-id-aes256-wrap', '-K', key.hex(), '-iv', 'a6' * 8], data)
def tlv(tag, value):
    value = struct.pack('>I', value) if isinstance(value, int) else value
    return tag + struct.pack('>I', len(value)) + value
salt, first = os.urandom(20), os.urandom(20)
between = hashlib.pbkdf2_hmac('sha256', passphrase, first, iterations, 32)
if isOld: between = passphrase
master = hashlib.pbkdf2_hmac('sha1', between, salt, iterations, 32)
classes = {number: os.urandom(32) for number in (1, 2, 3, 4)}
def name(domain, path): return hashlib.sha1(domain.encode() + b'-' + (path if isinstance(path, bytes) else path.encode())).hexdigest()
def add(domain, path, data=None, target=None, mode=None, protection=3, flags=None, modified=1600000000, size=None,
        attributes=None, fileID=None, blob=None, stores=True, cut=0, classes=classes, key=True):
    kind = 0o100000 if data is not None else 0o120000 if target is not None else 0o040000
    if mode is None: mode = 0o644 if data is not None else 0o755
    if flags is None: flags = 1 if data is not None else 4 if target is not None else 2
    if data is None: protection = 0
    root = {'LastModified': modified, 'LastStatusChange': modified + 2, 'Birth': modified - 7, 'Flags': 0,
            'GroupID': 501, 'UserID': 501, 'InodeNumber': 1000 + len(rows), 'Mode': kind | mode,
            'Size': size if size is not None else len(data or b''), 'ProtectionClass': protection,
            'RelativePath': UID(2)}
    text = path.decode('latin-1') if isinstance(path, bytes) else path
    objects = ['$null', root, text]
    def put(value):
        objects.append(value)
        return UID(len(objects) - 1)
    wrapped = b''
    stored = data
    if data is not None and encrypted and key:
        fileKey = os.urandom(32)
        wrapped = struct.pack('<I', protection) + wrap(classes.get(protection, b'x' * 32), fileKey)
        root['EncryptionKey'] = put({'NS.data': wrapped, '$class': put({'$classname': 'NSMutableData',
            '$classes': ['NSMutableData', 'NSData', 'NSObject']})})
        stored = cbc(fileKey, data)
    if target is not None: root['Target'] = put(target)
    if attributes: root['ExtendedAttributes'] = put(plistlib.dumps(attributes, fmt=plistlib.FMT_BINARY))
    root['$class'] = put({'$classname': 'MBFile', '$classes': ['MBFile', 'NSObject']})
    archive = {'$version': 100000, '$archiver': 'NSKeyedArchiver', '$top': {'root': UID(1)}, '$objects': objects}
    if blob is None: blob = plistlib.dumps(archive, fmt=plistlib.FMT_BINARY)
    if fileID is None: fileID = name(domain, path)
    rows.append((fileID, domain, path, flags, blob))
    def string(value): return b'\xff\xff' if value is None else struct.pack('>H', len(value)) + value
    raw = path if isinstance(path, bytes) else path.encode()
    records.append(string(domain.encode()) + string(raw) + string(target and target.encode()) + string(None)
        + string(wrapped or None) + struct.pack('>HQIIIIIQBB', kind | mode, 1000, 501, 501, modified, modified,
            modified + 2, len(data or b''), protection, 0))
    if data is not None and stores:
        directory = out if isOld else os.path.join(out, fileID[:2])
        os.makedirs(directory, exist_ok=True)
        with open(os.path.join(directory, fileID), 'wb') as f: f.write(stored[:len(stored) - cut])

