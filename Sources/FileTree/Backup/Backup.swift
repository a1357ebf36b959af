import Databases
import Encryption
package import Formats
package import Jobs
import Synchronization
import System

/// An open MobileSync backup: a tree for each of its domains.
package final class Backup: Sendable {
    /// The backup's description of itself.
    package let properties: BackupProperties
    /// The identity of its directory or, in an archive, of its manifest.
    package let identity: FileIdentity
    /// Remarks about it as a whole, as sentences.
    private let problems: [String]
    private let manifest: BackupManifest
    private let files: BackupFiles
    private let totals = Mutex<[[UInt8]: DomainTotal]?>(nil)
    private let domains = Mutex(OpenDomains())

    /// The domains whose rows have been read.
    private struct OpenDomains {
        /// All that are in use.
        var stores: [[UInt8]: WeakReference<BackupStore>] = [:]
        /// Those read last, which are kept: of the app in use, and of its groups and plug-ins.
        var recent: [BackupStore] = []
        static let maxRecent = 16
    }

    init(_ folder: BackupFolder, keys: BackupKeys?, cancellation: Cancellation) throws(FileTreeError) {
        properties = folder.properties
        identity = try folder.directory.writable?.identity ?? folder.version.identity
        manifest = try BackupManifest(folder, keys, cancellation)
        problems = folder.problems
        files = BackupFiles(
            in: folder.directory, keys: keys, isFlat: folder.isOld, isDecrypted: folder.isDecrypted)
    }

    /// Returns the names of the domains, sorted by bytes. Quick, however many items they have.
    /// - Throws: `FileTreeError`
    package func domains(cancellation: Cancellation = Cancellation()) throws(FileTreeError) -> [[UInt8]] {
        try manifest.domains(cancellation)
    }

    /// The items and bytes of a domain.
    package struct DomainTotal: Hashable, Sendable {
        /// The number of rows: directories, files and links.
        package var items = 0
        /// The logical size of the files, in bytes.
        package var bytes: UInt64 = 0

        /// Creates a total of nothing.
        package init() {}
    }

    /// Counts the items of all domains. Reads the whole manifest when it is called for the first time.
    /// - Throws: `FileTreeError`
    package func totals(
        cancellation: Cancellation = Cancellation()
    ) throws(FileTreeError) -> [[UInt8]: DomainTotal] {
        try totals.withLock { totals throws(FileTreeError) in
            if let totals { return totals }
            let counted = try manifest.totals(cancellation)
            totals = counted
            return counted
        }
    }

    /// Returns the tree of a domain. Reads the domain's rows when it is used for the first time.
    /// - Throws: `FileTreeError`; `notFound` if there is no such domain.
    package func tree(
        of domain: [UInt8], progress: ProgressMeter = ProgressMeter(), cancellation: Cancellation = Cancellation()
    ) throws(FileTreeError) -> any FileTree {
        if let known = domains.withLock({ $0.stores[domain]?.object }) { return tree(of: domain, in: known) }
        return tree(of: domain, in: try read(domain, progress, cancellation))
    }

    private func tree(of domain: [UInt8], in store: BackupStore) -> BackupTree {
        BackupTree(store, domain: domain, of: properties, identity: identity, problems: problems)
    }

    private func read(
        _ domain: [UInt8], _ progress: ProgressMeter, _ cancellation: Cancellation
    ) throws(FileTreeError) -> BackupStore {
        let index = try manifest.index(of: domain, progress, cancellation)
        let store = BackupStore(index, manifest, files, device: identity.device ^ (identity.inode << 20) ^ (1 << 62))
        return domains.withLock { domains in
            // Another thread may have read it first.
            if let other = domains.stores[domain]?.object { return other }
            domains.stores[domain] = WeakReference(store)
            if domains.recent.count == OpenDomains.maxRecent { domains.recent.removeFirst() }
            domains.recent.append(store)
            return store
        }
    }
}

/// A reference that does not keep its object.
private struct WeakReference<Object: AnyObject & Sendable>: Sendable {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}

/// A domain of a backup as a read-only tree.
package struct BackupTree: FileTree {
    package let root: TreeDirectory
    package let problems: [String]
    /// Those of the problems that concern the backup as a whole.
    package let backupProblems: [String]
    package let loss: String?
    package let identity: FileIdentity
    /// The name of the domain: `AppDomain-com.example.app`.
    package let domain: [UInt8]
    /// The backup's description of itself.
    package let properties: BackupProperties

    init(
        _ store: BackupStore, domain: [UInt8], of properties: BackupProperties, identity: FileIdentity,
        problems: [String]
    ) {
        root = .listing(IndexedDirectory(store))
        backupProblems = problems.map { "the backup: \($0)" }
        self.problems = backupProblems + store.problems.map { "the backup: \($0)" }
        loss = store.loss.map { "the backup: \($0)" }
        self.domain = domain
        self.properties = properties
        self.identity = identity
    }

    package var medium: String? { BackupFolder.title }
    package var isDecrypted: Bool { properties.isEncrypted }
}

extension FileTreeError {
    /// Creates the error for a tree whose passphrase is needed first.
    init(locked title: String) {
        self.init(.locked, operation: "open the \(title)", "is encrypted, and its passphrase is needed")
    }

    /// Creates the error for a database that cannot be read.
    init(_ error: DatabaseError, in name: String) {
        switch error.code {
        case .cancelled: self.init(errno: ECANCELED, operation: "read the backup")
        case .inputOutput: self.init(errno: EIO, operation: "read the backup")
        case .malformed, .notADatabase, .notFound:
            self.init(operation: "read the backup", damaged: "\(name): \(error.message)", cause: error)
        default: self.init(operation: "read the backup", unusable: "\(name): \(error.message)", cause: error)
        }
    }
}
