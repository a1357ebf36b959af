import ContainerModel
import Formats
import System

/// The items of a domain of a backup.
struct BackupIndex: Sendable {
    /// The facts in a manifest about an item beyond those of every tree.
    struct Details {
        /// The row of the manifest.
        var row: Int64
        /// When the item was created, in seconds since 1970; nil if that is not recorded.
        var born: Int64?
        /// When the metadata last changed, in seconds since 1970.
        var changed: Int64
        var protection: ProtectionClass
    }

    /// The items; each entry's ordinal is an index of `details`.
    private(set) var tree: TreeIndex
    private(set) var details: [Details]
    /// The unreadable parts.
    let problems: TreeProblems

    /// Returns the details of an item; nil for a directory that has no row.
    func details(of node: TreeIndex.Node) -> Details? {
        let ordinal = tree.entry(node).ordinal
        return ordinal < details.count ? details[Int(ordinal)] : nil
    }

    /// Builds an index from rows, in any order.
    struct Builder {
        private var builder = TreeIndexBuilder(rootModified: 0, depth: 512, medium: "backup")
        private var details: [Details] = []

        /// The number of rows, and the bytes of all names.
        var isFull: Bool { builder.index.count >= 2_000_000 || builder.index.nameBytes > 256 << 20 }

        /// Adds a row.
        /// - Parameters:
        ///   - flags: 1 file, 2 directory, 4 symbolic link.
        ///   - file: The record; nil if it cannot be read.
        mutating func add(
            _ path: UnsafeRawBufferPointer, row: Int64, flags: Int64, _ file: BackupFile?
        ) {
            let name = path.assumingMemoryBound(to: UInt8.self)
            var entry = TreeIndex.Entry()
            entry.kind = ItemKind(backupFlags: flags) ?? .unknown
            if let file, let kind = ItemKind(mode: file.mode).recorded {
                if entry.kind == .unknown { entry.kind = kind }
                if entry.kind != kind { builder.problems.note(.contradictory, name) }
            }
            if entry.kind == .unknown { builder.problems.note(.unknownKind, name) }
            if file == nil { builder.problems.note(.unreadableRecord, name) }
            let usual: UInt16 = entry.kind == .directory ? 0o755 : 0o644
            entry.permissions = file.map { UInt16(truncatingIfNeeded: $0.mode & 0o7777) } ?? usual
            entry.user = file?.user ?? 0
            entry.group = file?.group ?? 0
            entry.size = entry.kind == .file ? file?.size ?? 0 : 0
            if entry.kind == .link { entry.size = UInt64(file?.target?.count ?? 0) }
            entry.modified = file?.modified ?? 0
            entry.isEncrypted = file?.encryptionKey != nil
            entry.ordinal = UInt32(details.count)
            details.append(
                Details(
                    row: row, born: file?.born == 0 ? nil : file?.born, changed: file?.changed ?? 0,
                    protection: ProtectionClass(number: file?.protectionClass ?? 0)))
            guard let node = builder.add(name, entry) else { return }
            if entry.kind == .link, let target = file?.target { builder.index.setLinkTarget(target, of: node) }
            if let file, file.attributeList != nil {
                // As a file system of this computer would name them.
                let attributes = file.attributes.map { (name: Array("user.\($0.name)".utf8), value: $0.value) }
                if !attributes.isEmpty { builder.index.setAttributes(attributes, of: node) }
            }
        }

        /// Records why items of the manifest are missing.
        mutating func noteMissing(_ sentence: String) { builder.problems.noteMissing(sentence) }

        consuming func finish() -> BackupIndex {
            builder.index.trim()
            return BackupIndex(tree: builder.index, details: details, problems: builder.problems)
        }
    }
}

extension ItemKind {
    /// Creates the kind of a row of `Manifest.db`; nil for other numbers.
    fileprivate init?(backupFlags flags: Int64) {
        switch flags {
        case 1: self = .file
        case 2: self = .directory
        case 4: self = .link
        default: return nil
        }
    }

    /// The kind; nil if a mode does not state it.
    fileprivate var recorded: ItemKind? { self == .unknown ? nil : self }
}
