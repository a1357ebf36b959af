/// Reads numbers, texts and bytes one after the other, bounds checked, the least significant byte first.
struct LittleEndianReader {
    private let source: [UInt8]
    /// The index of the next byte.
    private(set) var position: Int
    /// Whether a text so far had half surrogates.
    private(set) var hasHalves = false

    init(_ bytes: [UInt8], from position: Int = 0) {
        source = bytes
        self.position = position
    }

    /// The next byte; nil at the end.
    var next: UInt8? { position < source.count ? source[position] : nil }

    /// Reads a byte.
    /// - Throws: `truncated`
    mutating func byte() throws(FormatError) -> UInt8 {
        guard let byte = next else { throw truncated() }
        position += 1
        return byte
    }

    /// Reads an unsigned number of up to eight bytes.
    /// - Throws: `truncated`
    mutating func number(_ size: Int) throws(FormatError) -> UInt64 {
        guard let number = source.littleEndian(at: position, size: size) else { throw truncated() }
        position += size
        return number
    }

    /// Reads a floating-point number of eight bytes.
    /// - Throws: `truncated`
    mutating func double() throws(FormatError) -> Double { Double(bitPattern: try number(8)) }

    /// Reads bytes.
    /// - Throws: `truncated`
    mutating func bytes(_ count: UInt64) throws(FormatError) -> [UInt8] {
        guard let range = source.range(at: position, length: Int(clamping: count)) else { throw truncated() }
        position = range.upperBound
        return Array(source[range])
    }

    /// Reads a text in UTF-16; half surrogates are written as `\ud83d`.
    /// - Throws: `truncated`
    mutating func text(units: UInt64) throws(FormatError) -> String {
        let bytes = try bytes(units.multipliedReportingOverflow(by: 2).overflow ? .max : units * 2)
        let units = bytes.littleEndianUnits
        if let valid = String(validating: units, as: UTF16.self) { return valid }
        hasHalves = true
        return String(escaping: units)
    }

    /// Reads a text in Latin-1.
    /// - Throws: `truncated`
    mutating func latin1(_ count: UInt64) throws(FormatError) -> String {
        var text = String.UnicodeScalarView()
        for byte in try bytes(count) { text.append(UnicodeScalar(byte)) }
        return String(text)
    }

    /// Returns an error about the next byte.
    func malformed(_ message: String) -> FormatError { failure(.malformed, message) }

    /// Returns an error about the next byte.
    func failure(_ code: FormatError.Code, _ message: String) -> FormatError {
        FormatError(code, message, offset: position)
    }

    private func truncated() -> FormatError { failure(.truncated, "it ends in the middle of a value") }
}
