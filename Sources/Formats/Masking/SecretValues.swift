/// Values that have to be masked, prepared to be found in any bytes: as UTF-8, as UTF-16 in both orders, and in base64 of
/// both alphabets.
///
/// Values that many bytes have by chance, such as PINs, are only replaced where they stand by themselves.
package struct SecretValues: Sendable {
    /// A value, and the number in the text that replaces it. The same value has the same number everywhere.
    package struct Value: Hashable, Sendable {
        package let bytes: [UInt8]
        package let number: Int

        package init(_ bytes: [UInt8], number: Int) { (self.bytes, self.number) = (bytes, number) }

        /// Whether the value does not occur by chance, so that it can be searched for in all bytes.
        package var isUnmistakable: Bool {
            let isNumber = bytes.allSatisfy { (0x30...0x39).contains($0) }
            return bytes.count >= (isNumber ? SecretValues.minDigits : SecretValues.minBytes)
        }

        /// The text that replaces it; the audit takes it for no secret.
        var mask: [UInt8] { SecretValues.maskPrefix + Array("\(number)".utf8) }
    }

    /// The form in which a value is written.
    private enum Form { case plain, bigEndianUTF16, littleEndianUTF16, base64, hexadecimal }

    private struct Pattern {
        let bytes: [UInt8]
        let form: Form
        /// The index of the value.
        let value: Int
    }

    /// An occurrence of a value.
    private struct Match {
        let range: Range<Int>
        let pattern: Pattern
    }

    private static let minBytes = 6
    private static let minDigits = 13
    private static let maskPrefix = Array("redacted-".utf8)
    private static let fill: UInt8 = 0x2a

    private var values: [Value] = []
    private var whole: [[UInt8]: Int] = [:]
    /// The patterns by their first three bytes, the longest first.
    private var patterns: [UInt32: [Pattern]] = [:]
    /// The hashes of these bytes.
    private var filter = [Bool](repeating: false, count: 1 << 16)
    /// The length of the longest pattern in bytes.
    package private(set) var longest = 0

    /// Prepares values.
    package init(_ values: some Sequence<Value>) {
        for value in values { insert(value) }
    }

    /// Returns these values and some others, of which there are few.
    package func adding(_ others: some Sequence<Value>) -> SecretValues {
        var all = self
        for value in others { all.insert(value) }
        return all
    }

    private mutating func insert(_ value: Value) {
        guard !value.bytes.isEmpty else { return }
        let index = values.count
        values.append(value)
        if whole[value.bytes] == nil { whole[value.bytes] = index }
        for (form, bytes) in Self.forms(of: value) where bytes.count >= 3 {
            let key = Self.key(bytes[0], bytes[1], bytes[2])
            let place = patterns[key]?.firstIndex { $0.bytes.count < bytes.count } ?? patterns[key]?.count ?? 0
            patterns[key, default: []].insert(Pattern(bytes: bytes, form: form, value: index), at: place)
            filter[Self.hash(key)] = true
            longest = max(longest, bytes.count)
        }
    }

    /// Whether there are no values.
    package var isEmpty: Bool { values.isEmpty }

    /// Returns whether a value is what another value was replaced by.
    package static func isMask(_ value: some Collection<UInt8>) -> Bool {
        if value.allSatisfy({ $0 == fill || $0 == 0x0a || $0 == 0x0d }) { return true }
        return value.starts(with: maskPrefix)
            && value.dropFirst(maskPrefix.count).allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func forms(of value: Value) -> [(Form, [UInt8])] {
        var forms: [(Form, [UInt8])] = [(.plain, value.bytes)]
        guard value.isUnmistakable else { return forms }
        let units = Array(String(decoding: value.bytes, as: UTF8.self).utf16)
        forms.append(
            (.bigEndianUTF16, units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }))
        forms.append(
            (.littleEndianUTF16, units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }))
        for isUppercase in [false, true] {
            forms.append((.hexadecimal, Array(value.bytes.hexadecimal(uppercase: isUppercase).utf8)))
        }
        return forms + Base64Parts(of: value.bytes).all.map { (.base64, $0) }
    }

    private static func key(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
        UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16
    }

    private static func hash(_ key: UInt32) -> Int { Int((key &* 0x9e37_79b1) >> 16) }

    // MARK: Finding

    /// Calls a closure for each occurrence, from the first to the last, until it returns false. Occurrences do not overlap.
    private func forEachMatch(in bytes: UnsafeRawBufferPointer, _ body: (Match) -> Bool) {
        guard bytes.count >= 3, !patterns.isEmpty else { return }
        filter.withUnsafeBufferPointer { filter in
            var index = 0
            while index + 2 < bytes.count {
                let key = Self.key(bytes[index], bytes[index + 1], bytes[index + 2])
                if filter[Self.hash(key)], let pattern = pattern(key, at: index, in: bytes) {
                    guard body(Match(range: index..<index + pattern.bytes.count, pattern: pattern)) else { return }
                    index += pattern.bytes.count
                } else {
                    index += 1
                }
            }
        }
    }

    private func pattern(_ key: UInt32, at index: Int, in bytes: UnsafeRawBufferPointer) -> Pattern? {
        patterns[key]?.first { pattern in
            let end = index + pattern.bytes.count
            guard end <= bytes.count,
                UnsafeRawBufferPointer(rebasing: bytes[index..<end]).elementsEqual(pattern.bytes)
            else { return false }
            guard !values[pattern.value].isUnmistakable else { return true }
            let isBegun = index > 0 && Self.isWordByte(bytes[index - 1])
            return !isBegun && !(end < bytes.count && Self.isWordByte(bytes[end]))
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == 0x5f || byte.isASCIILetter || byte.isASCIIDigit
    }

    /// Returns whether bytes hold one of the values that do not occur by chance.
    package func areHeld(by bytes: UnsafeRawBufferPointer) -> Bool {
        var isFound = false
        forEachMatch(in: bytes) { match in
            isFound = values[match.pattern.value].isUnmistakable
            return !isFound
        }
        return isFound
    }

    /// Returns whether bytes hold one of the values that do not occur by chance.
    package func areHeld(by bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { areHeld(by: $0) } }

    // MARK: Masking

    /// Returns a text in UTF-8 with all values replaced; nil if it holds none.
    package func masked(text: [UInt8]) -> [UInt8]? {
        if let index = whole[text] { return values[index].mask }
        var masked: [UInt8] = []
        var end = 0
        text.withUnsafeBytes { bytes in
            forEachMatch(in: bytes) { match in
                masked += text[end..<match.range.lowerBound]
                switch match.pattern.form {
                case .plain: masked += values[match.pattern.value].mask
                default: masked += Self.filled(text[match.range], match.pattern.form)
                }
                end = match.range.upperBound
                return true
            }
        }
        return end == 0 ? nil : masked + text[end...]
    }

    /// Returns bytes of the same length in which all values are overwritten; nil if they hold none.
    package func filled(_ bytes: [UInt8]) -> [UInt8]? {
        if whole[bytes] != nil { return Self.filled(bytes[...], .plain) }
        var masked = bytes
        var isChanged = false
        bytes.withUnsafeBytes { buffer in
            forEachMatch(in: buffer) { match in
                masked.replaceSubrange(match.range, with: Self.filled(bytes[match.range], match.pattern.form))
                isChanged = true
                return true
            }
        }
        return isChanged ? masked : nil
    }

    private static func filled(_ bytes: ArraySlice<UInt8>, _ form: Form) -> [UInt8] {
        switch form {
        // The lines of a text stay.
        case .plain: bytes.map { $0 == 0x0a || $0 == 0x0d ? $0 : fill }
        case .bigEndianUTF16: (0..<bytes.count).map { $0 % 2 == 0 ? 0 : fill }
        case .littleEndianUTF16: (0..<bytes.count).map { $0 % 2 == 0 ? fill : 0 }
        // The digit of zeros.
        case .base64: bytes.map { _ in 0x41 }
        case .hexadecimal: bytes.map { _ in 0x30 }
        }
    }

    /// Whether a whole number is one of the values.
    package func isHeld(byNumber digits: String) -> Bool { whole[Array(digits.utf8)] != nil }
}
