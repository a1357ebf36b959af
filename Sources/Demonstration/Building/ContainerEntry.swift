import Formats

/// A row of the demonstration's tables: an item to create.
struct ContainerEntry: Sendable {
    /// The type and contents of an entry.
    enum Content: Sendable {
        case directory
        case text(String)
        /// Generated only when it is written.
        case bytes(@Sendable () -> [UInt8])
        case binaryList(PropertyListValue)
        case xmlList(PropertyListValue)
        case database(SampleDatabase)
        /// These bytes, and zeros up to this size that take no space on disk.
        case sparse([UInt8], size: Int)
        /// A symbolic link with this target.
        case link(String)
        /// A hard link to the file at this path.
        case hardLink(String)
    }

    /// How an entry is excluded from backups.
    enum Exclusion: Sendable {
        case none
        /// By an extended attribute.
        case attribute
        /// By the same attribute in an AppleDouble file next to it, as on volumes without extended attributes.
        case appleDouble
    }

    /// The path below the container's root.
    let path: String
    let modified: FixedTime
    let content: Content
    let exclusion: Exclusion
    let isExecutable: Bool

    init(
        _ path: String,
        _ modified: FixedTime,
        _ content: Content,
        exclusion: Exclusion = .none,
        isExecutable: Bool = false
    ) {
        self.path = path
        self.modified = modified
        self.content = content
        self.exclusion = exclusion
        self.isExecutable = isExecutable
    }
}

extension ContainerEntry {
    /// The contents of a file that is made from bytes alone; empty for any other entry.
    var fileBytes: [UInt8] {
        switch content {
        case .text(let text): Array(text.utf8)
        case .bytes(let make): make()
        case .binaryList(let list): PropertyListWriter.binary(list)
        case .xmlList(let list): PropertyListWriter.xml(list)
        case .directory, .sparse, .database, .link, .hardLink: []
        }
    }
}
