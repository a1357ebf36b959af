/// Text for output other than the browser's screen: the last line of defense in front of standard output and standard
/// error. Names and contents are sanitized where a line is composed (see `DisplayText`), which shows them best;
/// anything missed there is sanitized here.
package enum PrintableText {
    /// Returns whether bytes are UTF-8 in which nothing acts on a terminal: no control characters but line feeds, no
    /// line or paragraph separators, and no controls of writing direction.
    /// - Parameter allowsTabs: Whether tabs are also permitted.
    package static func isPrintable(_ bytes: UnsafeBufferPointer<UInt8>, allowingTabs allowsTabs: Bool = false) -> Bool
    {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                guard byte >= 0x20 && byte != 0x7f || byte == 0x0a || allowsTabs && byte == 0x09 else { return false }
                index += 1
                continue
            }
            guard let (value, count) = Sanitizer.decode(bytes, at: index), !InvisibleCharacter.actsOnText(value) else {
                return false
            }
            index += count
        }
        return true
    }

    /// Returns text as UTF-8 that can be printed: as it is if `isPrintable`, or else each line as `DisplayText` shows
    /// it. Sanitizing sanitized text again changes nothing.
    /// - Parameters:
    ///   - keepsTabs: Whether tabs stay.
    ///   - isASCII: Whether to convert it for a locale that is not UTF-8; see `PlainText`.
    package static func lines(_ bytes: [UInt8], keepingTabs keepsTabs: Bool = false, ascii isASCII: Bool) -> [UInt8] {
        let isPrintable = bytes.withUnsafeBufferPointer { Self.isPrintable($0, allowingTabs: keepsTabs) }
        guard !isPrintable || isASCII else { return bytes }
        var text = isPrintable ? String(decoding: bytes, as: UTF8.self) : sanitized(bytes, keepsTabs)
        if isASCII { text = PlainText.ascii(text) }
        return Array(text.utf8)
    }

    private static func sanitized(_ bytes: [UInt8], _ keepsTabs: Bool) -> String {
        bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
            let parts = keepsTabs ? line.split(separator: 0x09, omittingEmptySubsequences: false) : [line]
            return parts.map { DisplayText(bytes: $0).description }.joined(separator: "\t")
        }.joined(separator: "\n")
    }
}
