package import ContainerModel
import FileTree

/// The space that items take, by what becomes of it.
package struct Usage: Hashable, Sendable {
    /// The logical sizes of the files in bytes, by `StorageClass`; a file with several hard links counts once.
    private var sizes: [UInt64] = Array(repeating: 0, count: StorageClass.allCases.count)
    /// The number of items of all kinds.
    package var items = 0
    /// The number of directories that could not be read, whose contents are missing from the other figures.
    package var unreadable = 0

    /// Nothing.
    package init() {}

    /// The logical size of the files of a class in bytes.
    package subscript(storage: StorageClass) -> UInt64 {
        get { sizes[storage.rawValue] }
        set { sizes[storage.rawValue] = newValue }
    }

    /// The logical size of all files in bytes.
    package var bytes: UInt64 { sizes.reduce(0) { $0.addingSaturated($1) } }

    mutating func add(_ bytes: UInt64, _ storage: StorageClass) { self[storage] = self[storage].addingSaturated(bytes) }

    mutating func add(_ other: Usage) {
        for storage in StorageClass.allCases { add(other[storage], storage) }
        items += other.items
        unreadable += other.unreadable
    }
}

/// Where the space below a directory goes: the output of `usage`.
package struct UsageReport: Sendable {
    /// An entry of the directory, with everything below it.
    package struct Row: Hashable, Sendable {
        /// The name as bytes.
        package let name: [UInt8]
        /// The kind of item.
        package let kind: ItemKind
        /// Its usage; a directory counts as one item more than it contains.
        package var usage: Usage

        /// Creates a row.
        package init(name: [UInt8], kind: ItemKind, usage: Usage) {
            self.name = name
            self.kind = kind
            self.usage = usage
        }
    }

    /// The path of the directory.
    package let path: ContainerPath
    /// The entries, the largest first.
    package var rows: [Row] = []
    /// Their total usage; a file with hard links in several of them counts once.
    package var total = Usage()
    /// Whether everything was counted.
    package var isComplete = false

    /// Creates an empty report.
    package init(path: ContainerPath) { self.path = path }
}
