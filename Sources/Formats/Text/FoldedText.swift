/// Text in UTF-8 for comparisons that ignore case and composition: decomposed, and in lowercase, each character by itself as
/// in simple case folding (The Unicode Standard, sections 3.11 and 5.18).
package enum FoldedText {
    /// Returns the bytes of a folded text. Bytes that are not UTF-8 stay as they are.
    package static func bytes(of text: some Collection<UInt8>) -> [UInt8] {
        let decomposed = CanonicalDecomposition.bytes(of: text)
        return decomposed.withUnsafeBufferPointer { text in
            var folded: [UInt8] = []
            folded.reserveCapacity(text.count)
            var index = 0
            while index < text.count {
                guard let (scalar, length) = Unicode.Scalar.decode(text, at: index) else {
                    folded.append(text[index])
                    index += 1
                    continue
                }
                if scalar.isASCII { folded.append(text[index].asciiLowercased) } else { append(scalar, to: &folded) }
                index += length
            }
            return folded
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        // Of letters with several lowercase forms, such as the sigmas, the one of their capital. A dotless i is no form of i.
        let capital = scalar.value == 0x131 ? scalar : only(scalar.properties.uppercaseMapping) ?? scalar
        let small = only(capital.properties.lowercaseMapping) ?? only(scalar.properties.lowercaseMapping) ?? scalar
        folded.append(contentsOf: small.utf8)
    }

    /// Returns the scalar of a text that consists of one; nil for any other text.
    private static func only(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}
