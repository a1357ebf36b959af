package import Formats

/// A text to be found in contents. The case of ASCII letters matters only if the text has capital ones.
package struct TextSearch: Hashable, Sendable {
    /// The text as entered.
    package let text: String
    /// Whether the case of ASCII letters does not matter.
    package let ignoresCase: Bool
    private let pattern: BytePattern

    /// - Returns: nil for an empty or very long text.
    package init?(_ text: String) {
        ignoresCase = !text.utf8.contains { (0x41...0x5a).contains($0) }
        guard let pattern = BytePattern(text.utf8, ignoringCase: ignoresCase) else { return nil }
        self.pattern = pattern
        self.text = text
    }

    /// Returns whether the text occurs in another.
    package func occurs(in text: String) -> Bool { pattern.occurs(in: text.utf8) }

    /// Returns where the text first occurs in another; nil if it does not.
    package func start(in text: String) -> String.Index? {
        let offset = Array(text.utf8).withUnsafeBytes { pattern.first(in: $0, from: 0) }
        return offset.map { text.utf8.index(text.startIndex, offsetBy: $0) }
    }

    /// Returns whether the text occurs in bytes, as UTF-8.
    package func occurs(in bytes: [UInt8]) -> Bool { pattern.occurs(in: bytes) }

    /// Returns the text in an encoding; nil if it cannot be written in it.
    package func pattern(in encoding: TextEncoding) -> BytePattern? {
        if encoding == .ascii || encoding == .utf8 { return pattern }
        return encoding.bytes(of: text).flatMap { BytePattern($0, ignoringCase: ignoresCase) }
    }

    /// The text as bytes: those that hexadecimal digits behind `0x` stand for, otherwise UTF-8.
    package var bytePattern: BytePattern? {
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return pattern }
        let digits = text.dropFirst(2).filter { $0 != " " }
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        var rest = digits[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return BytePattern(bytes)
    }
}
