package import ContainerModel
package import Encryption
package import Formats
package import Jobs
import Synchronization
import System

/// A directory that holds a MobileSync backup (formats.md, "MobileSync backup"), of this computer or in an archive. No more
/// than the properties has been read.
package struct BackupFolder: Sendable {
    /// The directory.
    package let directory: any FileTree
    /// The backup's description of itself.
    package let properties: BackupProperties
    /// The version of its manifest.
    let version: Version
    /// Whether the manifest is a `Manifest.mbdb`, as before iOS 10.
    let isOld: Bool
    /// Whether there is a `Manifest.plist`.
    let hasProperties: Bool

    /// Identifies the contents of a file of a backup.
    struct Version: Hashable {
        let identity: FileIdentity
        let size: UInt64
        let modified: Int64
        let modifiedNanoseconds: UInt32

        init(_ status: ItemStatus) {
            identity = status.identity
            (size, modified, modifiedNanoseconds) = (status.size, status.modified, status.modifiedNanoseconds)
        }
    }

    /// The title of a backup, as displayed.
    package static let title = "MobileSync backup"

    static let properties: ContainerPath = "Manifest.plist"
    static let information: ContainerPath = "Info.plist"
    static let state: ContainerPath = "Status.plist"
    static let database: ContainerPath = "Manifest.db"
    static let records: ContainerPath = "Manifest.mbdb"

    /// Real lists have up to a few MB: icons and receipts of all apps.
    private static let maxBytes = 64 << 20

    /// Recognizes a directory; nil if it holds no backup.
    package init?(_ directory: any FileTree) {
        // An app may keep files of these names.
        guard directory.medium != Self.title else { return nil }
        let database = try? directory.status(Self.database)
        let manifest = database?.kind == .file ? database : try? directory.status(Self.records)
        guard let manifest, manifest.kind == .file else { return nil }
        isOld = database?.kind != .file
        version = Version(manifest)
        self.directory = directory
        if let properties = Self.readProperties(in: directory) {
            (self.properties, hasProperties) = (properties, true)
        } else {
            guard (try? directory.status(Self.properties)) == nil,
                BackupPlainness.isManifest(in: directory, isOld: isOld, version)
            else { return nil }
            let information = try? FileContents.read(Self.information, in: directory, limit: Self.maxBytes)
            let state = try? FileContents.read(Self.state, in: directory, limit: Self.maxBytes)
            (properties, hasProperties) = (BackupProperties(information: information, status: state), false)
        }
    }

    /// Whether the backup calls itself encrypted, though neither its manifest nor its files are: they were decrypted in
    /// place. Reads some records of the manifest.
    var isDecrypted: Bool { properties.isEncrypted && BackupPlainness.isDecrypted(self) }

    /// Whether it is encrypted.
    package var isEncrypted: Bool { properties.isEncrypted && !isDecrypted }

    /// Remarks about the backup as a whole, as sentences without a full stop.
    var problems: [String] {
        var problems: [String] = []
        if !hasProperties {
            problems.append("Manifest.plist is missing; \(isOld ? "Manifest.mbdb" : "Manifest.db") is read without it")
        } else if isDecrypted {
            problems.append("Manifest.plist calls it encrypted, but its files are not")
        }
        if let state = properties.snapshotState, state != "finished" {
            problems.append("not finished, so that files may be missing: its SnapshotState is \(state)")
        }
        return problems
    }

    /// The properties read last: each domain of a backup asks for the properties of the whole backup, which include the
    /// icons of all its apps.
    private static let last = Mutex<(versions: [Version], properties: BackupProperties)?>(nil)

    private static func readProperties(in directory: any FileTree) -> BackupProperties? {
        let versions = [properties, information, state].compactMap { try? directory.status($0) }.map { Version($0) }
        if let known = last.withLock({ $0?.versions == versions ? $0?.properties : nil }) { return known }
        guard let list = try? FileContents.read(properties, in: directory, limit: maxBytes) else { return nil }
        let information = try? FileContents.read(information, in: directory, limit: maxBytes)
        let state = try? FileContents.read(state, in: directory, limit: maxBytes)
        guard let read = try? BackupProperties(manifest: list, information: information, status: state) else {
            return nil
        }
        last.withLock { $0 = (versions, read) }
        return read
    }

    /// Returns why a directory of this computer is not a backup that can be opened; nil if it is one.
    package static func reasonAgainst(_ hostPath: [UInt8]) -> String? {
        do throws(FileTreeError) {
            return reasonAgainst(try HostTree.directory(hostPath))
        } catch {
            return error.reason
        }
    }

    /// Returns why a directory is not a backup that can be opened; nil if it is one.
    package static func reasonAgainst(_ directory: any FileTree) -> String? {
        guard BackupFolder(directory) == nil else { return nil }
        if (try? directory.status(database)) == nil, (try? directory.status(records)) == nil {
            return "it has no Manifest.db"
        }
        do throws(FileTreeError) {
            let list = try FileContents.read(properties, in: directory, limit: maxBytes)
            do throws(PropertyListError) {
                _ = try BackupProperties(manifest: list, information: nil)
            } catch {
                return "Manifest.plist cannot be read: \(error)"
            }
        } catch {
            guard error.code == .notFound else { return "Manifest.plist cannot be read: \(error.reason)" }
            return "Manifest.plist is missing, and Manifest.db is not a manifest, or is encrypted with keys that are "
                + "in Manifest.plist"
        }
        return "Manifest.db is not a file"
    }

    /// Finds the backup that a path of this computer leads into, and the path in it: a domain, and the items in that.
    /// The path may lead through an archive.
    /// - Parameter entersArchives: Whether archives on the way are opened, which takes long for a large one.
    /// - Returns: nil if no directory on the way holds a backup.
    package static func find(_ hostPath: [UInt8], entersArchives: Bool = true) -> (BackupFolder, ContainerPath)? {
        var path = hostPath[...]
        while let slash = path.lastIndex(of: 0x2f) {
            path = path[..<slash]
            if path.last == 0x2f { continue }
            let name = path.isEmpty ? [0x2f] : Array(path)
            let directory: (any FileTree)? =
                entersArchives ? try? HostTree.directory(name) : try? RootedDirectory(hostPath: name)
            guard let directory else { continue }
            // The nearest directory that exists decides.
            guard let folder = BackupFolder(directory) else { return nil }
            return ContainerPath(bytes: hostPath[(slash + 1)...]).map { (folder, $0) }
        }
        return nil
    }

    /// The path of the directory on this computer; nil in an archive, and if it is not known.
    package var hostPath: [UInt8]? { directory.writable.flatMap { Platform.path(of: $0.descriptor) } }

    /// Whether the passphrase is needed before anything in the backup can be listed.
    package var isLocked: Bool { properties.isEncrypted && OpenBackups.keys(of: self) == nil && !isDecrypted }

    /// Whether the directory has the manifest of a backup whose properties are missing.
    package static func lacksProperties(_ directory: any FileTree) -> Bool {
        (try? directory.status(properties)) == nil && (try? directory.status(database))?.kind == .file
            && [information, state].contains { (try? directory.status($0))?.kind == .file }
    }

    /// Opens the backup.
    /// - Throws: `FileTreeError`; `locked` if its passphrase is needed first.
    package func open(cancellation: Cancellation = Cancellation()) throws(FileTreeError) -> Backup {
        try OpenBackups.backup(in: self, cancellation: cancellation)
    }

    /// The result of an attempt to unlock a backup.
    package enum Unlocking: Hashable, Sendable {
        case unlocked
        case wrongPassphrase
        case cancelled
    }

    /// Unlocks the backup for the rest of the session. Takes some seconds.
    /// - Parameter progress: Counts the iterations of the derivation, as bytes.
    /// - Throws: `FileTreeError` if the backup has no usable key bag.
    package func unlock(
        with passphrase: Passphrase,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(FileTreeError) -> Unlocking {
        let bag: BackupKeyBag
        do throws(FormatError) {
            bag = try BackupKeyBag(properties.keyBag ?? [])
        } catch {
            throw FileTreeError(operation: "unlock the backup", unusable: "Manifest.plist: \(error)", cause: error)
        }
        progress.beginStage(.unlocking, files: 0)
        defer { progress.beginStage(.working, files: 0) }
        progress.expect(files: 0, bytes: BackupKeys.iterations(of: bag))
        let result = BackupKeys.unlock(bag, with: passphrase) { count in
            progress.add(bytes: UInt64(count))
            return !cancellation.isCancelled
        }
        switch result {
        case .wrongPassphrase: return .wrongPassphrase
        case .cancelled: return .cancelled
        case .unlocked(let keys):
            OpenBackups.keep(keys, of: self)
            return .unlocked
        }
    }
}
