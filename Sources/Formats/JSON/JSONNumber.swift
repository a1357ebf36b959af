/// A number in the notation of JSON (RFC 8259, section 6), such as `-1.5e3`. There is none for infinities and NaN.
package struct JSONNumber: Hashable, Sendable {
    /// The notation.
    package let text: String

    /// Creates a number from its notation; nil if that is not JSON's.
    package init?(_ text: String) {
        guard Self.isNumber(text) else { return nil }
        self.text = text
    }

    /// Creates a number from a notation that a reader has checked.
    init(read text: String) { self.text = text }

    /// Creates an integer.
    package init(_ number: some BinaryInteger) { text = "\(number)" }

    /// Creates a number in the shortest notation that is read as the same one; nil for infinities and NaN.
    package init?(_ number: Double) {
        guard number.isFinite else { return nil }
        text = "\(number)"
    }

    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func skip(_ characters: StaticString) -> Bool {
            guard let first = rest.first, characters.withUTF8Buffer({ $0.contains(first) }) else { return false }
            rest.removeFirst()
            return true
        }
        func digits() -> Bool {
            let count = rest.prefix { $0.isASCIIDigit }.count
            rest.removeFirst(count)
            return count > 0
        }
        _ = skip("-")
        if !skip("0") { guard digits() else { return false } }
        if skip(".") { guard digits() else { return false } }
        if skip("eE") {
            _ = skip("+-")
            guard digits() else { return false }
        }
        return rest.isEmpty
    }
}
