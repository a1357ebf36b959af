package import ContainerModel
package import ContainerStore
package import Encryption
import FileTree
import Formats
package import Inspection
package import Jobs
import System

/// Writes the backup set of a container as a MobileSync backup (formats.md, "MobileSync backup").
package struct BackupWriter {
    /// How a backup is encrypted.
    package struct Protection {
        /// The passphrase.
        package let passphrase: Passphrase
        /// The number of iterations of the first derivation; iOS takes 10,000,000.
        package let iterations: UInt32

        /// Creates a protection.
        package init(passphrase: Passphrase, iterations: UInt32 = 10_000_000) {
            self.passphrase = passphrase
            self.iterations = iterations
        }
    }

    /// What was written.
    package struct Report: Sendable {
        /// The totals of the backup set.
        package let totals: BackupSet.Totals
        /// The domain in the backup.
        package let domain: String
        /// What could not be read, with the reason; names are not sanitized.
        package fileprivate(set) var failures: [(path: ContainerPath, reason: String)] = []
    }

    private let container: Container
    private let protection: Protection?
    private let identifier: String
    private let prefix: String
    private let now: Double
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    /// Creates a writer.
    /// - Parameters:
    ///   - protection: How the backup is encrypted; nil for a plain one.
    ///   - identifier: The identifier of the app or group, if the container does not tell it.
    ///   - now: The date of the backup, in seconds since 2001.
    /// - Throws: `PackingError` for a container of which backups hold nothing, or whose identifier is unknown.
    package init(
        of container: Container,
        protection: Protection?,
        identifier: String? = nil,
        now: Double,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(PackingError) {
        let description = container.description
        guard let prefix = Self.prefixes[description.kind] else {
            throw PackingError(.unsuitable, "backups hold nothing of a \(description.kind.title)")
        }
        guard let identifier = identifier ?? description.app.identifier else {
            throw PackingError(
                .unsuitable, "whose container it is is unknown, and a backup needs the identifier: --bundle-id gives it"
            )
        }
        self.container = container
        self.protection = protection
        self.identifier = identifier
        self.prefix = prefix
        self.now = now
        self.progress = progress
        self.cancellation = cancellation
    }

    /// The beginnings of the names of domains.
    private static let prefixes: [ContainerKind: String] = [
        .data: "AppDomain-", .appGroup: "AppDomainGroup-", .system: "SysContainerDomain-",
    ]

    /// Writes the backup.
    /// - Parameter hostPath: The path on this computer, where nothing may exist.
    /// - Throws: `PackingError`
    package func write(to hostPath: [UInt8]) throws(PackingError) -> Report {
        let keys = try protection.map { protection throws(PackingError) in try makeKeys(protection) }
        var report: Report?
        try NewDirectory.make(at: hostPath) { new throws(PackingError) in
            let made = try writeItems(in: new, keys?.keys)
            report = made.report
            try writeManifest(made.manifest, keys, in: new)
            try writeLists(in: new)
        }
        guard let report else { throw PackingError(.cancelled, "cancelled; nothing was made") }
        return report
    }

    private typealias Keys = (keys: BackupKeys, bag: BackupKeyBag)

    private func makeKeys(_ protection: Protection) throws(PackingError) -> Keys {
        let first = BackupKeyBag.Derivation(salt: RandomBytes.make(20), iterations: protection.iterations)
        let second = BackupKeyBag.Derivation(salt: RandomBytes.make(20), iterations: min(10_000, protection.iterations))
        // Class keys as in the bags of real backups: 5 to 11 are those of the keychain.
        guard
            let made = BackupKeys.make(for: 1...11, first, second, passphrase: protection.passphrase)
        else { throw PackingError(.unsuitable, "the system has no random bytes for keys") }
        return made
    }

    // MARK: Items

    private func writeItems(
        in new: NewDirectory, _ keys: BackupKeys?
    ) throws(PackingError) -> (manifest: ManifestDatabase, report: Report) {
        let manifest = try ManifestDatabase()
        var set = BackupSet(
            of: container, for: protection == nil ? .unencrypted : .encrypted, cancellation: cancellation)
        let domain = Array("\(prefix)\(identifier)".utf8)
        var failures: [(path: ContainerPath, reason: String)] = []
        var made: Set<[UInt8]> = []
        while let step = set.next() {
            guard !cancellation.isCancelled else { throw PackingError(.cancelled, "cancelled; nothing was made") }
            guard case .row(let row) = step else {
                if case .failure(let path, let error) = step { failures.append((path, error.explanation)) }
                continue
            }
            guard row.isBackedUp else { continue }
            let path = row.rawPath
            guard String(validating: path.bytes, as: UTF8.self) != nil else {
                failures.append((path, "a name in a backup has to be UTF-8"))
                continue
            }
            let name = BackupFileName.of(domain: domain, path: path.bytes)
            var record = record(of: row.item)
            var flags: Int32 = 2
            do throws(FileTreeError) {
                switch row.item.type {
                case .file:
                    flags = 1
                    let directory = ContainerPath(bytes: name.prefix(2)) ?? .root
                    if made.insert(directory.bytes).inserted, let failure = new.failureToMake(directory) {
                        throw failure
                    }
                    record.encryptionKey = try write(row.item, to: directory, name, in: new, keys, record)
                case .symbolicLink:
                    flags = 4
                    record.target = try row.item.directory.linkTarget(of: row.item.name, path: path)
                case .directory, .other: break
                }
            } catch {
                failures.append((path, error.explanation))
                continue
            }
            try manifest.add(
                fileID: name, domain: domain, path: path.bytes, flags: flags,
                record: record.archived(path: String(decoding: path.bytes, as: UTF8.self)))
        }
        var report = Report(totals: set.totals, domain: String(decoding: domain, as: UTF8.self))
        report.failures = failures
        return (manifest, report)
    }

    /// The kinds of items, as `st_mode` has them.
    private static let types: [ItemType: UInt32] = [.file: 0o100000, .directory: 0o040000, .symbolicLink: 0o120000]

    private func record(of item: ContainerWalk.Item) -> BackupFile {
        let status = item.status
        var record = BackupFile()
        record.mode = (Self.types[item.type] ?? 0) | UInt32(status.permissions)
        record.size = item.type == .file ? status.size : 0
        // The app's user and group on every device.
        (record.user, record.group) = (501, 501)
        record.inode = status.inode & (1 << 40 - 1)
        record.modified = status.modified
        record.changed = status.changed
        record.born = status.born ?? status.modified
        let attributes = item.directory.attributeNames(of: item.name)
        if item.type == .file {
            let kept =
                attributes.contains(ProtectionAttribute.name)
                ? item.directory.attribute(ProtectionAttribute.name, of: item.name)
                    .flatMap { ProtectionAttribute.number($0) } : nil
            let usual = container.description.app.containerProtection.or(.completeUntilFirstUserAuthentication)
            record.protectionClass = kept ?? status.protection.or(usual).rawValue
        }
        record.setAttributes(
            attributes.filter { $0.starts(with: "user.".utf8) && $0 != ProtectionAttribute.name }.compactMap { name in
                item.directory.attribute(name, of: item.name).map {
                    (String(decoding: name.dropFirst(5), as: UTF8.self), $0)
                }
            })
        return record
    }

    /// Writes the contents of a file, encrypted if there are keys.
    /// - Returns: The wrapped key of the file; nil if it is not encrypted.
    private func write(
        _ item: ContainerWalk.Item,
        to directory: ContainerPath,
        _ name: [UInt8],
        in new: NewDirectory,
        _ keys: BackupKeys?,
        _ record: BackupFile
    ) throws(FileTreeError) -> WrappedKey? {
        let source = try item.directory.openFile(item.name, path: item.path)
        let target: Descriptor
        do throws(PackingError) {
            target = try new.makeFile(directory.appending(name: name) ?? directory)
        } catch {
            throw FileTreeError(errno: EIO, operation: "write the backup", path: item.path)
        }
        let key = keys == nil ? nil : SecretKey.random()
        let cipher = key.map { BlockCipher($0, decrypts: false) }
        var offset: UInt64 = 0
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let found = buffer.withUnsafeMutableBytes { source.read($0, at: offset) }
            guard found >= 0 else { throw FileTreeError(errno: errno, operation: "read the file", path: item.path) }
            offset += UInt64(found)
            progress.add(bytes: UInt64(found))
            let isEnd = found < buffer.count
            var part = Array(buffer[..<found])
            if let cipher {
                if isEnd { part += BlockCipher.padding(for: offset) }
                part.withUnsafeMutableBytes { cipher.encrypt($0) }
            }
            rest = part
            let failure = rest.withUnsafeBytes { target.write($0, at: offset - UInt64(found)) }
            guard failure == 0 else {
                throw FileTreeError(errno: failure, operation: "write the backup", path: item.path)
            }
            if isEnd { break }
        }
        return key.flatMap { keys?.wrap($0, classNumber: UInt32(record.protectionClass)) }
    }

    // MARK: Manifests

    private func writeManifest(
        _ manifest: ManifestDatabase, _ keys: Keys?, in new: NewDirectory
    ) throws(PackingError) {
        var bytes = try manifest.finish()
        var pairs: [(String, PropertyListValue)] = [
            ("IsEncrypted", .boolean(keys != nil)), ("Version", "10.0"), ("SystemDomainsVersion", "24.0"),
            ("Date", .date(secondsSince2001: now)), ("WasPasscodeSet", .boolean(keys != nil)),
            ("Lockdown", .dictionary(lockdown)), ("Applications", .dictionary(applications)),
        ]
        if let keys {
            // The class of files that can be read whenever the device is on.
            guard let key = SecretKey.random(), let wrapped = keys.keys.wrap(key, classNumber: 4) else {
                throw PackingError(.unsuitable, "the system has no random bytes for keys")
            }
            bytes += BlockCipher.padding(for: UInt64(bytes.count))
            bytes.withUnsafeMutableBytes { BlockCipher(key, decrypts: false).encrypt($0) }
            pairs.append(("ManifestKey", .data(wrapped.stored)))
            let bag = keys.bag.stored(identifiers: { RandomBytes.make(16) }, check: RandomBytes.make(40))
            pairs.append(("BackupKeyBag", .data(bag)))
        }
        try new.write(bytes, to: "Manifest.db")
        try new.write(
            PropertyListWriter.binary(.dictionary(PropertyListDictionary(pairs))), to: "Manifest.plist")
    }

    private var lockdown: PropertyListDictionary {
        PropertyListDictionary([
            ("DeviceName", "sandglass"), ("ProductType", "iPhone1,1"), ("ProductVersion", "17.0"),
            ("BuildVersion", "21A000"), ("SerialNumber", "000000000000"), ("UniqueDeviceID", .string(Self.device)),
        ])
    }

    /// The identifier of a device that does not exist.
    private static let device = String(repeating: "0", count: 40)

    private var applications: PropertyListDictionary {
        let app = container.description.app
        guard container.description.kind == .data else { return PropertyListDictionary() }
        var pairs: [(String, PropertyListValue)] = [("CFBundleIdentifier", .string(identifier))]
        if let version = app.build ?? app.version { pairs.append(("CFBundleVersion", .string(version))) }
        return PropertyListDictionary([(identifier, .dictionary(PropertyListDictionary(pairs)))])
    }

    private func writeLists(in new: NewDirectory) throws(PackingError) {
        let date = PropertyListValue.date(secondsSince2001: now)
        try new.write(
            PropertyListWriter.binary([
                "BackupState": "new", "Date": date, "IsFullBackup": true, "SnapshotState": "finished",
                "UUID": "00000000-0000-0000-0000-000000000000", "Version": "3.3",
            ]), to: "Status.plist")
        var app: [(String, PropertyListValue)] = []
        if let name = container.description.app.name {
            let store = PropertyListWriter.binary(["itemName": .string(name)])
            app.append(("iTunesMetadata", .data(store)))
        }
        let apps: [(String, PropertyListValue)] =
            container.description.kind == .data
            ? [(identifier, .dictionary(PropertyListDictionary(app)))] : []
        try new.write(
            PropertyListWriter.xml([
                "Applications": .dictionary(PropertyListDictionary(apps)), "Build Version": "21A000",
                "Device Name": "sandglass", "Display Name": "sandglass", "GUID": .string(Self.device),
                "Installed Applications": .array(apps.map { .string($0.0) }), "Last Backup Date": date,
                "Product Type": "iPhone1,1", "Product Version": "17.0", "Serial Number": "000000000000",
                "Target Identifier": .string(Self.device), "Target Type": "Device",
                "Unique Identifier": .string(Self.device),
            ]), to: "Info.plist")
    }
}
