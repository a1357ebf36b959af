/// The type of an item on disk.
package enum ItemType: String, CaseIterable, Codable, Sendable {
    case file
    case directory
    /// A symbolic link belongs to the place that contains it; no rule follows it.
    case symbolicLink
    /// A socket, a pipe or a device.
    case other
}

/// How the backup-exclusion attribute (formats.md, "The backup-exclusion attribute") applies to an item.
package struct Exclusion: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The item has the attribute.
    package static let own = Exclusion(rawValue: 1)
    /// A directory above the item has the attribute.
    package static let inherited = Exclusion(rawValue: 2)
}

/// An item in a container to which rules are applied. It need not exist yet.
package struct Item: Hashable, Sendable {
    /// Where it is, or will be.
    package var path: ContainerPath
    /// The kind of its container.
    package var container: ContainerKind
    /// The type of the item on disk.
    package var type: ItemType
    /// How the exclusion attribute applies to it.
    package var exclusion: Exclusion
    /// The data protection class, for a file.
    package var protection: ProtectionClass
    /// The rights that mode, owner and access control list do not deny the app's user: D stands for removing the item
    /// from its directory, or for adding an item that does not exist.
    package var permitted: Rights

    package init(
        _ path: ContainerPath,
        in container: ContainerKind = .data,
        type: ItemType = .file,
        exclusion: Exclusion = [],
        protection: ProtectionClass = .unknown,
        permitted: Rights = .unrestricted
    ) {
        self.path = path
        self.container = container
        self.type = type
        self.exclusion = exclusion
        self.protection = protection
        self.permitted = permitted
    }
}

extension Item {
    /// Whether the name indicates a database file, which only the app understands.
    package var isNamedLikeDatabase: Bool {
        guard type == .file, let dot = path.bytes.lastIndex(of: ContainerPath.dot), dot > 0 else { return false }
        let bytes = path.bytes.span
        guard bytes[dot - 1] != ContainerPath.slash else { return false }
        let ending = bytes.extracting((dot + 1)...)
        return Self.databaseEndings.contains { $0.span.isEqual(to: ending) }
    }

    /// The extensions of database files.
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
