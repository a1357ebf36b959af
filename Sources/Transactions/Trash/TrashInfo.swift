import ContainerModel
import FileTree
import Formats

/// The contents of a `.trashinfo` file (FreeDesktop.org Trash specification 1.0, "Contents of a trash directory").
struct TrashInfo: Equatable {
    /// The item's original path: absolute, as bytes.
    let path: [UInt8]
    /// When the item was moved to the trash, in seconds since 1970.
    let deleted: Int64
    /// The transaction that put it there. Other implementations ignore the line, as the specification requires.
    let mark: String

    /// The contents of the file.
    var bytes: [UInt8] {
        let date = LocalTime(secondsSince1970: deleted).iso8601
        return Array(
            "[Trash Info]\nPath=\(Self.encoded(path))\nDeletionDate=\(date)\nX-Sandglass=\(mark)\n".utf8)
    }

    /// Returns the original path and the mark in the contents of a file; nil if it has none of them.
    static func parts(of bytes: [UInt8]) -> (path: [UInt8], mark: String)? {
        let lines = bytes.split(separator: 0x0a)
        func value(_ key: String) -> ArraySlice<UInt8>? {
            lines.first { $0.starts(with: key.utf8) }.map { $0.dropFirst(key.utf8.count) }
        }
        guard let encoded = value("Path="), let mark = value("X-Sandglass=") else { return nil }
        return (PercentEncoding.decoded(encoded), String(decoding: mark, as: UTF8.self))
    }

    /// Percent-encodes all bytes except unreserved characters and slashes (RFC 2396, section 2).
    static func encoded(_ path: [UInt8]) -> String { PercentEncoding.encoded(path, except: "/-_.~") }
}
