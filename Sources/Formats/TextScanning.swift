/// A reader of a text format, which looks at one byte after the other.
protocol TextScanning {
    /// The text.
    var bytes: [UInt8] { get }
    /// The index of the next byte.
    var position: Int { get set }
}

extension TextScanning {
    /// Returns the next byte; nil at the end.
    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Passes over the next byte if it is this one.
    /// - Returns: Whether it was.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    /// Returns an error about the next byte.
    func malformed(_ message: String) -> FormatError { FormatError(.malformed, message, offset: position) }

    /// Returns the error for a text that ends too early.
    func truncated() -> FormatError {
        FormatError(.truncated, "the text ends in the middle of a value", offset: position)
    }
}
