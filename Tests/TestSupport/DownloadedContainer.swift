/// A container as Xcode downloads it from a device, an `.xcappdata` package: a real one, if it is stored beside this
/// repository, and a generated one of the same shape, so that a fresh clone makes the same assertions.
///
/// The apps of both store their data in an SQLite database in Application Support, and the app switcher has taken two
/// snapshots, one in each orientation. They have neither Documents nor tmp.
package final class DownloadedContainer: Sendable {
    /// The source of the container.
    package enum Origin: Sendable {
        /// Generated for a test by Python.
        case made
        /// The sample `WeightTracker.xcappdata`.
        case kept
    }

    /// The sources available here.
    package static var origins: [Origin] {
        [.made] + (sample != nil ? [.kept] : [])
    }

    private static var sample: String? { sharedSample("WeightTracker.xcappdata") }

    /// The path of the package.
    package let path: String
    /// The app's bundle identifier.
    package let identifier: String
    /// The app's name.
    package let name: String
    /// The time of the download, as in `XCDownloadDate`.
    package let downloadDate: String
    /// The size of the database in bytes.
    package let databaseSize = 28_672
    private let snapshotNames: [String]
    /// The directory of a generated container; nil for the sample.
    private let directory: TemporaryDirectory?

    /// - Throws: `PythonError` if it cannot be generated, `CommandError` if the sample is missing.
    package init(_ origin: Origin) throws {
        switch origin {
        case .kept:
            guard let sample = Self.sample else { throw CommandError(call: "find the sample", number: 0) }
            (path, directory) = (sample, nil)
            (identifier, name) = ("io.github.paulz.WeightTracker", "WeightTracker")
            downloadDate = "2019-02-02 11:31.02.515"
            snapshotNames = ["6CB076CC-2C55-4DF9-AE09-0D17F3211D6B", "E4EFEB12-A998-4723-85B0-6E8FDE70C7F7"]
        case .made:
            let made = TemporaryDirectory()
            (path, directory) = (made("TideTable.xcappdata"), made)
            (identifier, name) = ("org.example.TideTable", "TideTable")
            downloadDate = "2024-02-29 08:05.59.004"
            snapshotNames = ["0D5C2A41-77E0-4C1B-9A52-6B1F0E3D9C10", "B93E6F08-1D24-4E8A-8F37-52C0A7D4E611"]
            try Python.run(Self.recipe, [path, identifier, name, downloadDate, "\(databaseSize)"] + snapshotNames)
            // An exclusion in a place that no backup includes anyway. It may fail on a file system without attributes,
            // where the other tests still apply.
            try? made.setAttribute(
                "user.com.apple.MobileBackup", [1],
                on: "TideTable.xcappdata/AppData/Library/Caches")
        }
    }

    /// The path of the database in the container.
    package var database: String { "Library/Application Support/\(name).sqlite" }

    /// The paths of the app-switcher snapshots in the container: 828 × 1792 pixels, portrait and landscape.
    package var snapshots: [String] { snapshotNames.map { "Library/Caches/Snapshots/\(identifier)/\($0)@2x.ktx" } }

    /// The Python script that generates a container.
    private static let recipe = """
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
            data = key + b'\\0' + value + b'\\0'
            return struct.pack('<I', len(data)) + data + bytes(-len(data) % 4)
        def texture(width, height):
            pairs = pair(b'KTXorientation', b'S=r,T=d') + pair(b'Compression_APPLE', b'APPL')
            image = b'LZFS' + struct.pack('<I', 12) + b'bvx-' + bytes(4) + b'bvx$'
            numbers = [0x04030201, 0, 1, 0, 0x93b0, 0x1908, width, height, 1, 0, 1, 1, len(pairs)]
            return (b'\\xabKTX 11\\xbb\\r\\n\\x1a\\n' + struct.pack('<13I', *numbers) + pairs
                + struct.pack('<I', len(image)) + image)
        folder = 'AppData/Library/Caches/Snapshots/%s/' % identifier
        put(folder + upright + '@2x.ktx', texture(828, 1792))
        put(folder + sideways + '@2x.ktx', texture(1792, 828))
        """
}
