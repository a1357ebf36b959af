import ContainerModel
package import ContainerStore
package import Encryption
import FileTree
import Formats
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
    ///   - identifier: The identifier of the app or group, if the container does not state it.
    ///   - now: The date of the backup, in seconds since 2001.
    /// - Throws: `PackingError` for a container that backups do not include, or whose identifier is unknown.
    package init(
        of container: Container,
        protection: Protection?,
        identifier: String? = nil,
        now: Double,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(PackingError) {
        let description = container.description
        guard let domain = BackupDomain(of: description) else {
            throw PackingError(.unsuitable, "a \(description.kind.title) is never backed up")
        }
        guard let identifier = identifier ?? description.app.identifier else {
            throw PackingError(
                .unsuitable, "the container has no identifier, and a backup needs one: use --bundle-id"
            )
        }
        self.container = container
        self.protection = protection
        self.identifier = identifier
        prefix = domain.prefix
        self.now = now
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Writes the backup.
    /// - Parameter hostPath: The path on this computer, where nothing may exist.
    /// - Throws: `PackingError`
    package func write(to hostPath: [UInt8]) throws(PackingError) -> PackingReport {
        let keys = try protection.map { protection throws(PackingError) in try makeKeys(protection) }
        var report = PackingReport()
        try NewDirectory.make(at: hostPath, permissions: container.copyPermissions) { new throws(PackingError) in
            var items = try BackupItems(of: container, as: domain, in: new, keys: keys?.keys, progress, cancellation)
            report = try items.write()
            try writeManifest(items.manifest, keys, in: new)
            try writeLists(in: new)
        }
        return report
    }

    /// The name of the domain that holds the container.
    private var domain: String { "\(prefix)\(identifier)" }

    private typealias Keys = (keys: BackupKeys, bag: BackupKeyBag)

    private func makeKeys(_ protection: Protection) throws(PackingError) -> Keys {
        let first = BackupKeyBag.Derivation(salt: try Self.random(20), iterations: protection.iterations)
        let second = BackupKeyBag.Derivation(salt: try Self.random(20), iterations: min(10_000, protection.iterations))
        progress.beginStage(.unlocking, files: 0)
        defer { progress.beginStage(.working, files: 0) }
        progress.expect(files: 0, bytes: BackupKeys.iterations(first, second))
        // Class keys as in the bags of real backups: 5 to 11 belong to the keychain.
        let made = BackupKeys.make(for: 1...11, first, second, passphrase: protection.passphrase) { count in
            progress.add(bytes: UInt64(count))
            return !cancellation.isCancelled
        }
        if cancellation.isCancelled { throw PackingError.cancelled }
        guard let made else { throw PackingError(.unsuitable, "the system has no random bytes for keys") }
        return made
    }

    private static func random(_ count: Int) throws(PackingError) -> [UInt8] {
        guard let bytes = RandomBytes.make(count) else {
            throw PackingError(.unsuitable, "the system has no random bytes for keys")
        }
        return bytes
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
            guard let key = SecretKey.random(), let cipher = BlockCipher(key, decrypts: false),
                let wrapped = keys.keys.wrap(key, classNumber: 4)
            else { throw PackingError(.unsuitable, "the system has no random bytes or no memory for keys") }
            bytes += BlockCipher.padding(for: UInt64(bytes.count))
            var chain = BlockCipher.Chain()
            bytes.withUnsafeMutableBytes { cipher.encrypt($0, &chain) }
            pairs.append(("ManifestKey", .data(wrapped.stored)))
            let identifiers = try (0...keys.bag.classKeys.count).map { _ throws(PackingError) in try Self.random(16) }
            let bag = keys.bag.stored(identifiers: identifiers, check: try Self.random(40))
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
