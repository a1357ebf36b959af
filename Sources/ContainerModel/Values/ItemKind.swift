/// What kind of item the file system says something is.
package enum ItemKind: UInt8, Hashable, Sendable, CaseIterable {
    case directory
    case file
    case link
    case fifo
    case socket
    case characterDevice
    case blockDevice
    /// The system did not say.
    case unknown
}

extension ItemKind {
    /// What it is called on screen, in text and in JSON.
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

    /// What it is called in a sentence: `a directory`, `an unknown item`.
    package var withArticle: String { self == .unknown ? "an unknown item" : "a \(title)" }

    /// What stands in place of a size, in seven columns.
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
    /// What the rules call an item of a kind.
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
