import FoundationEssentials

/// The content of a `data` element: base64 (RFC 4648, section 4) among white space.
enum XMLData {
    private static let padding = UInt8(ascii: "=")

    /// The bytes that `text` stands for; nil if it is not base64. The padding may be missing, as CoreFoundation allows.
    static func bytes(from text: ArraySlice<UInt8>) -> [UInt8]? {
        var digits = Data(text.filter { !$0.isXMLSpace })
        // Foundation wants all of the padding, and does not mind more.
        let given = digits.reversed().prefix { $0 == padding }.count
        let needed = (4 - (digits.count - given) % 4) % 4
        guard needed < 3, given <= needed else { return nil }
        digits.append(contentsOf: repeatElement(padding, count: needed - given))
        return Data(base64Encoded: digits).map { [UInt8]($0) }
    }

    /// `bytes` as padded base64, without white space.
    static func text(of bytes: [UInt8]) -> Data { Data(bytes).base64EncodedData() }
}
