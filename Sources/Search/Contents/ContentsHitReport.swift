import Formats
package import FoundationEssentials
package import Screen

/// The output of `grep`: a hit in a file. The JSON keys are stable.
package struct ContentsHitReport: Encodable, Sendable {
    /// The path from the container's root, or as it was given outside of containers; invalid UTF-8 is replaced.
    package let path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The way to a value inside the file, as after the colon of `sandglass show FILE:VALUE`; omitted for the file
    /// itself.
    package let value: String?
    /// `line` of a text, `value`, `key` or `bytes`.
    package let kind: String
    /// The number of the line, from 1; omitted for contents without lines.
    package let line: UInt64?
    /// The offset of the match in bytes; omitted for values and keys.
    package let offset: UInt64?
    /// `utf16` or `base64`; omitted for UTF-8.
    package let encoding: String?
    /// The line or the value, in part if it is long.
    package let text: String
    /// The matching text.
    package let match: String

    /// Creates the report on a hit.
    /// - Parameter path: The path of the file.
    package init(_ hit: ContentsHit, in path: [UInt8]) {
        self.path = String(decoding: path, as: UTF8.self)
        pathBytes = String(validating: path, as: UTF8.self) == nil ? Data(path) : nil
        value = hit.address.map { String(decoding: $0, as: UTF8.self) }
        switch hit.place {
        case .line(let number, let offset): (kind, line, self.offset) = ("line", number > 0 ? number : nil, offset)
        case .offset(let offset): (kind, line, self.offset) = ("bytes", nil, offset)
        case .value: (kind, line, offset) = ("value", nil, nil)
        case .name: (kind, line, offset) = ("key", nil, nil)
        }
        encoding = hit.encoding?.rawValue
        text = String(decoding: hit.excerpt.bytes, as: UTF8.self)
        match = String(decoding: hit.excerpt.bytes[hit.excerpt.match], as: UTF8.self)
    }
}

extension ContentsHit {
    /// Returns the hit as a line behind the path of the file: `:12: text`, `:KEY/0: text`, `: offset 512: text`.
    package func line(ascii: Bool) -> DisplayText {
        var head = address.map { ":" + String(decoding: $0, as: UTF8.self) } ?? ""
        switch place {
        case .line(let number, _): head += number > 0 ? ":\(number)" : ""
        case .offset(let offset): head += ": binary file, offset \(offset)"
        case .value: break
        case .name: head += " (key)"
        }
        if let encoding { head += " (\(encoding.rawValue))" }
        let (before, after) = (excerpt.isCutBefore ? "…" : "", excerpt.isCutAfter ? "…" : "")
        let text = String(decoding: excerpt.bytes, as: UTF8.self)
        return DisplayText(head + ": " + before + text + after, ascii: ascii)
    }
}
