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
