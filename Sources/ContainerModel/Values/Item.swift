/// What an item is on disk.
package enum ItemType: String, CaseIterable, Codable, Sendable {
    case file
    case directory
    /// A link is an item of the place where it stands; no rule looks through it.
    case symbolicLink
    /// A socket, a pipe, a device.
    case other
}

/// Where the backup-exclusion attribute (formats.md, "The backup-exclusion attribute") covers an item.
package struct Exclusion: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The item carries the attribute.
    package static let own = Exclusion(rawValue: 1)
    /// A directory above it does.
    package static let inherited = Exclusion(rawValue: 2)
}

/// Something in a container that a rule is asked about. It need not exist: what is to be created is an item too.
package struct Item: Hashable, Sendable {
    /// Where it is, or will be.
    package var path: ContainerPath
    /// The kind of its container.
    package var container: ContainerKind
    /// What it is on disk.
    package var type: ItemType
    /// Where the exclusion attribute covers it.
    package var exclusion: Exclusion
    /// The class of its contents, for a file.
    package var protection: ProtectionClass

    package init(
        _ path: ContainerPath,
        in container: ContainerKind = .data,
        type: ItemType = .file,
        exclusion: Exclusion = [],
        protection: ProtectionClass = .unknown
    ) {
        self.path = path
        self.container = container
        self.type = type
        self.exclusion = exclusion
        self.protection = protection
    }
}

extension Item {
    /// The directory that holds this item; nil for the container's root.
    package var parent: Item? {
        path.parent.map { Item($0, in: container, type: .directory) }
    }

    /// Whether the name is one that databases have: what only the app understands.
    package var isNamedLikeDatabase: Bool {
        guard type == .file, let dot = path.bytes.lastIndex(of: ContainerPath.dot), dot > 0 else { return false }
        let bytes = path.bytes.span
        guard bytes[dot - 1] != ContainerPath.slash else { return false }
        let ending = bytes.extracting((dot + 1)...)
        return Self.databaseEndings.contains { $0.span.isEqual(to: ending) }
    }

    /// What stands behind the last dot of such a name.
    private static let databaseEndings = [
        "sqlite", "sqlite-wal", "sqlite-shm", "sqlite-journal", "sqlite3", "sqlite3-wal", "sqlite3-shm",
        "sqlitedb", "db", "db-wal", "db-shm", "db-journal", "db3", "realm",
    ].map { Array($0.utf8) }
}

extension Span<UInt8> {
    fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }
}
