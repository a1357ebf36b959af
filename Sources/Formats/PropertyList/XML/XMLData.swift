import FoundationEssentials

/// The content of a `data` element: base64 (RFC 4648, section 4) with white space.
enum XMLData {
    private static let padding = UInt8(ascii: "=")

    /// Decodes base64; nil if `text` is invalid. The padding may be missing, as in CoreFoundation.
    static func bytes(from text: ArraySlice<UInt8>) -> [UInt8]? {
        var digits = text.filter { !$0.isXMLSpace }
        // Foundation requires the complete padding, and accepts more than that.
        let given = digits.reversed().prefix { $0 == padding }.count
        let needed = (4 - (digits.count - given) % 4) % 4
        guard needed < 3, given <= needed else { return nil }
        digits.append(contentsOf: repeatElement(padding, count: needed - given))
        return Data(base64Encoded: Data(digits)).map { [UInt8]($0) }
    }

    /// Encodes `bytes` as padded base64 without white space.
    static func text(of bytes: [UInt8]) -> Data { Data(bytes).base64EncodedData() }
}
