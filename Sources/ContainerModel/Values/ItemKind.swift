/// The file type of an item, as the file system reports it.
package enum ItemKind: UInt8, Hashable, Sendable, CaseIterable {
    case directory
    case file
    case link
    case fifo
    case socket
    case characterDevice
    case blockDevice
    /// The file system did not report the type.
    case unknown
}

extension ItemKind {
    /// The name on screen, in text and in JSON.
    package var title: String {
        switch self {
        case .directory: "directory"
        case .file: "file"
        case .link: "symbolic link"
        case .fifo: "pipe (FIFO)"
        case .socket: "socket"
        case .characterDevice: "character device"
        case .blockDevice: "block device"
        case .unknown: "unknown"
        }
    }

    /// The name in a sentence: `a directory`, `an unknown item`.
    package var withArticle: String { self == .unknown ? "an unknown item" : "a \(title)" }

    /// The text that replaces a size, in at most seven columns.
    package var shortTitle: String {
        switch self {
        case .directory: "dir"
        case .file: "file"
        case .link: "link"
        case .fifo: "pipe"
        case .socket: "socket"
        case .characterDevice, .blockDevice: "device"
        case .unknown: ""
        }
    }
}

extension ItemType {
    /// Creates the item type by which the rules know a kind.
    package init(_ kind: ItemKind) {
        self =
            switch kind {
            case .directory: .directory
            case .file: .file
            case .link: .symbolicLink
            case .fifo, .socket, .characterDevice, .blockDevice, .unknown: .other
            }
    }
}
