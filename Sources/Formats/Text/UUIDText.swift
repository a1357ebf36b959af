/// Formats UUIDs as Apple does.
package enum UUIDText {
    /// Returns 32 digits in five groups for 16 bytes.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += CollectionOfOne(byte).hexadecimal(uppercase: true)
        }
        return text
    }

    /// Returns the 16 bytes of 32 digits, whether in groups or not; nil for any other text.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.filter { $0 != "-" }.compactMap(\.hexDigitValue)
        guard digits.count == 32, text.allSatisfy({ $0 == "-" || $0.isHexDigit }) else { return nil }
        return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
