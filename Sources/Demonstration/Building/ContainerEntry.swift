import Formats

/// One row of the demonstration's tables: something that is made, and how.
struct ContainerEntry: Sendable {
    /// What an entry is, and what is in it.
    enum Content: Sendable {
        case directory
        case text(String)
        /// Put together only when it is written.
        case bytes(@Sendable () -> [UInt8])
        case binaryList(PropertyListValue)
        case xmlList(PropertyListValue)
        case database(DatabaseFile)
        /// A symbolic link with this target.
        case link(String)
        /// Another name of the file at this path.
        case hardLink(String)
    }

    /// How an entry is kept out of backups.
    enum Exclusion: Sendable {
        case none
        /// By its extended attribute.
        case attribute
        /// By the same attribute in an AppleDouble file beside it, as on volumes without attributes.
        case appleDouble
    }

    /// Below the container's root.
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
