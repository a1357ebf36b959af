/// A copy of a device's files in the layout of `/private/var`, made by Python's plistlib and sqlite3.
///
/// Notes (`com.example.notes`) has a container of every role, Camera (`com.example.camera`) shares a group with it,
/// Tide (`com.example.tide`) comes without a profile, and only the home screen's database identifies the app of the
/// directory of `com.example.silent`.
package enum DeviceCopy {
    /// The place of the app's data below the copy.
    package static let notes = "private/var/mobile/Containers/Data/Application/\(uuid(1))"
    package static let notesBundle = "private/var/containers/Bundle/Application/\(uuid(2))/Notes.app"
    package static let notesWidget = "private/var/mobile/Containers/Data/PluginKitPlugin/\(uuid(3))"
    /// A plug-in whose identifier does not begin with its app's.
    package static let notesShare = "private/var/mobile/Containers/Data/PluginKitPlugin/\(uuid(4))"
    package static let sharedGroup = "private/var/mobile/Containers/Shared/AppGroup/\(uuid(5))"
    package static let notesCloud = "private/var/mobile/Library/Mobile Documents/iCloud~com~example~notes"
    package static let camera = "private/var/mobile/Containers/Data/Application/\(uuid(6))"
    package static let cameraBundle = "private/var/containers/Bundle/Application/\(uuid(7))/Camera.app"
    package static let tide = "private/var/mobile/Containers/Data/Application/\(uuid(8))"
    package static let tideBundle = "private/var/containers/Bundle/Application/\(uuid(9))/Tide.app"
    package static let tideGroup = "private/var/mobile/Containers/Shared/AppGroup/\(uuid(10))"
    package static let silent = "private/var/mobile/Containers/Data/Application/\(uuid(11))"
    /// A container of the system, of no app.
    package static let daemon = "private/var/mobile/Containers/Data/InternalDaemon/\(uuid(12))"

    private static func uuid(_ number: Int) -> String {
        "00000000-0000-4000-8000-0000000000" + (number < 10 ? "0\(number)" : "\(number)")
    }

    /// Makes the copy in a directory.
    /// - Throws: `PythonError` if it cannot be generated.
    package static func make(in directory: TemporaryDirectory) throws {
        let places = [
            notes, notesBundle, notesWidget, notesShare, sharedGroup, notesCloud, camera, cameraBundle, tide,
            tideBundle,
            tideGroup, silent, daemon,
        ]
        try Python.run(script, [directory.path] + places)
    }

    private static let script = """
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
                    b'0\\x82signed' + plistlib.dumps({'Entitlements': entitlements}) + b'signature')
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
        """
}
