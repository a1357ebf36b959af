import os, plistlib, sqlite3, sys
os.chdir(sys.argv[1])
(notes, notes_app, widget, share, shared, cloud, camera, camera_app, tide, tide_app, tide_group, silent,
    daemon) = sys.argv[2:]
def put(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file: file.write(data)
def plist(path, values): put(path, plistlib.dumps(values, fmt=plistlib.FMT_BINARY))
def container(path, identifier, kind, *directories):
    plist(path + '/.com.apple.mobile_container_manager.metadata.plist', {
        'MCMMetadataIdentifier': identifier, 'MCMMetadataContentClass': kind})
    for directory in directories: os.makedirs(path + '/' + directory)
def bundle(app, identifier, name, version, entitlements=None):
    container(os.path.dirname(app), identifier, 1)
    plist(app + '/Info.plist', {
        'CFBundleIdentifier': identifier, 'CFBundleName': name, 'CFBundleShortVersionString': version})
    if entitlements is not None:
        put(app + '/embedded.mobileprovision',
            b'0\x82signed' + plistlib.dumps({'Entitlements': entitlements}) + b'signature')
groups, clouds = ('com.apple.security.application-groups',
    'com.apple.developer.icloud-container-identifiers')
bundle(notes_app, 'com.example.notes', 'Notes', '2.1', {
    groups: ['group.org.shared'], clouds: ['iCloud.com.example.notes']})
plist(notes_app + '/PlugIns/Share.appex/Info.plist', {'CFBundleIdentifier': 'org.vendor.share'})
container(notes, 'com.example.notes', 2, 'Documents', 'Library', 'tmp')
put(notes + '/Documents/a.txt', b'x' * 1000)
container(widget, 'com.example.notes.widget', 2, 'Library')
container(share, 'org.vendor.share', 2, 'Library')
container(shared, 'group.org.shared', 7, 'Library')
os.makedirs(cloud + '/Documents')
bundle(camera_app, 'com.example.camera', 'Camera', '7', {groups: ['group.org.shared']})
container(camera, 'com.example.camera', 2, 'Documents')
bundle(tide_app, 'com.example.tide', 'Tide', '3')
container(tide, 'com.example.tide', 2, 'Documents')
container(tide_group, 'group.com.example.tide', 7, 'Library')
os.makedirs(silent + '/Documents')
container(daemon, 'com.apple.daemon', 10)
# What makes the root of a device, and its user's home, look like a container.
os.makedirs('Library')
os.symlink('private/var/tmp', 'tmp')
os.makedirs('private/var/mobile/Documents')
os.makedirs('private/var/tmp')
# The compatibility information is a keyed archive, wrapped into a property list of data.
archive = plistlib.dumps({'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': plistlib.UID(1)},
    '$objects': ['$null', {'$class': plistlib.UID(4), 'bundleIdentifier': plistlib.UID(2),
        'sandboxPath': plistlib.UID(3)}, 'com.example.silent', '/' + silent,
        {'$classname': 'XBApplicationInfo', '$classes': ['XBApplicationInfo', 'NSObject']}]},
    fmt=plistlib.FMT_BINARY)
os.makedirs('private/var/mobile/Library/FrontBoard')
database = sqlite3.connect('private/var/mobile/Library/FrontBoard/applicationState.db', isolation_level=None)
database.executescript('''
    pragma synchronous = off;
    pragma journal_mode = wal;
    create table application_identifier_tab (id integer primary key, application_identifier text unique);
    create table key_tab (id integer primary key, key text unique);
    create table kvs (id integer primary key, application_identifier integer, key integer, value blob);
    insert into application_identifier_tab values (3, 'com.example.notes'), (7, 'com.example.silent');
    insert into key_tab values (1, 'XBApplicationSnapshotManifest'), (2, 'compatibilityInfo');
    ''')
database.execute('insert into kvs values (1, 7, 1, ?)', (b'not a property list',))
database.execute('insert into kvs values (2, 7, 2, ?)', (plistlib.dumps(archive, fmt=plistlib.FMT_BINARY),))
database.execute('insert into kvs values (3, 3, 2, NULL)')
sys.stdout.flush()
# The log remains, as in a copy from a device that was running.
os._exit(0)
