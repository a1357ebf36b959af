/// A string that is compared by its bytes.
///
/// Swift's `==` treats precomposed and decomposed characters as equal; property lists, databases and file systems do
/// not.
package struct ExactString: Hashable, Sendable {
    /// The string.
    package let string: String

    /// Wraps a string.
    package init(_ string: String) { self.string = string }

    package static func == (left: ExactString, right: ExactString) -> Bool {
        // Comparing the counts first is cheap and distinguishes most strings.
        left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        let done: Void? = string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
        // Native strings are always contiguous; hash any other one by its bytes as well.
        if done == nil { Array(string.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
}

extension String {
    /// Whether the bytes of another string are the same.
    package func isIdentical(to other: String) -> Bool { ExactString(self) == ExactString(other) }

    /// Returns the text with another one in place of each occurrence of a scalar, also where a combining mark follows it. To
    /// Swift, the two are one character, which neither `split` nor `replacing` takes for the scalar.
    package func replacing(scalar: Unicode.Scalar, by other: String) -> String {
        var text = String.UnicodeScalarView()
        for next in unicodeScalars {
            if next == scalar { text += other.unicodeScalars } else { text.append(next) }
        }
        return String(text)
    }

    /// Decodes UTF-16 that may have half surrogates: these are written as `\ud83d`, and a backslash beside them as `\\`, so that
    /// texts with different units stay different.
    package init(escaping units: [UInt16]) {
        if let valid = String(validating: units, as: UTF16.self) {
            self = valid
            return
        }
        var text: [UInt16] = []
        var index = 0
        while index < units.count {
            let unit = units[index]
            let next = index + 1 < units.count ? units[index + 1] : 0
            if UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(next) {
                text += [unit, next]
                index += 1
            } else if UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit) {
                text += Array("\\u\(String(unit, radix: 16))".utf16)
            } else {
                text += unit == 0x5c ? [unit, unit] : [unit]
            }
            index += 1
        }
        self = String(decoding: text, as: UTF16.self)
    }

    /// Decodes a name that may not be UTF-8: bytes that are none are written as `\xff`, so that names with different bytes
    /// stay different.
    package init(name bytes: some Collection<UInt8>) {
        if let valid = String(validating: bytes, as: UTF8.self) {
            self = valid
            return
        }
        var text: [UInt8] = []
        var rest = Array(bytes)[...]
        while let first = rest.first {
            // The longest character is four bytes.
            let length = (1...4).first { $0 <= rest.count && String(validating: rest.prefix($0), as: UTF8.self) != nil }
            if let length {
                text += rest.prefix(length)
            } else {
                text += Array("\\x\(String(first, radix: 16))".utf8)
            }
            rest = rest.dropFirst(length ?? 1)
        }
        self = String(decoding: text, as: UTF8.self)
    }
}
