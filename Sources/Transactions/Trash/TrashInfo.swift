import ContainerModel
import FileTree

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
        var path: [UInt8] = []
        var rest = encoded
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
                path.append(value)
                rest = rest.dropFirst(2)
            } else {
                path.append(byte)
            }
        }
        return (path, String(decoding: mark, as: UTF8.self))
    }

    /// Percent-encodes all bytes except unreserved characters and slashes (RFC 2396, section 2).
    static func encoded(_ path: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var text = String.UnicodeScalarView()
        for byte in path {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "~"):
                text.append(Unicode.Scalar(byte))
            default: text.append(contentsOf: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(text)
    }
}
