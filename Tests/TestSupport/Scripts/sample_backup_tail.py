bag = tlv(b'VERS', 5) + tlv(b'TYPE', 1) + tlv(b'UUID', os.urandom(16)) + tlv(b'HMCK', os.urandom(40))
bag += tlv(b'WRAP', 0) + tlv(b'SALT', salt) + tlv(b'ITER', iterations)
if not isOld: bag += tlv(b'DPWT', 1) + tlv(b'DPIC', iterations) + tlv(b'DPSL', first)
for number, classKey in classes.items():
    bag += tlv(b'UUID', os.urandom(16)) + tlv(b'CLAS', number) + tlv(b'WRAP', 2) + tlv(b'KTYP', 0)
    bag += tlv(b'WPKY', wrap(master, classKey))
manifest = {'IsEncrypted': encrypted, 'Version': '10.0', 'BackupKeyBag': bag,
            'Lockdown': {'ProductVersion': '17.5', 'DeviceName': 'Test Phone', 'ProductType': 'iPhone15,2'},
            'Applications': {'org.example.app': {'CFBundleIdentifier': 'org.example.app', 'CFBundleVersion': '42'}}}
store = plistlib.dumps({'itemName': 'Example', 'bundleShortVersionString': '1.2'}, fmt=plistlib.FMT_BINARY)
info = {'Applications': {'org.example.app': {'iTunesMetadata': store}}, 'Device Name': 'Test Phone'}
if isOld:
    with open(out + '/Manifest.mbdb', 'wb') as f: f.write(b'mbdb\x05\x00' + b''.join(records))
else:
    database = out + '/../Manifest.db'
    con = sqlite3.connect(database)
    con.executescript('CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER,'
        ' file BLOB); CREATE INDEX FilesDomainIdx ON Files(domain);'
        ' CREATE TABLE Properties (key TEXT PRIMARY KEY, value BLOB);')
    con.executemany('INSERT OR REPLACE INTO Files VALUES (?, ?, CAST(? AS TEXT), ?, ?)', rows)
    con.commit()
    con.close()
    with open(database, 'rb') as f: raw = f.read()
    if encrypted:
        key = os.urandom(32)
        manifest['ManifestKey'] = struct.pack('<I', 4) + wrap(classes[4], key)
        raw = cbc(key, raw)
    with open(out + '/Manifest.db', 'wb') as f: f.write(raw)
    os.remove(database)
with open(out + '/Manifest.plist', 'wb') as f: plistlib.dump(manifest, f, fmt=plistlib.FMT_BINARY)
with open(out + '/Info.plist', 'wb') as f: plistlib.dump(info, f)
with open(out + '/Status.plist', 'wb') as f: plistlib.dump({'IsFullBackup': True}, f, fmt=plistlib.FMT_BINARY)
