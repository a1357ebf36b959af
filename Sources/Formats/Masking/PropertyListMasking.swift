/// Masks values in property lists, in data inside them, and in archived objects, which are property lists.
struct PropertyListMasking {
    private let values: SecretValues
    private let level: Int
    private var isChanged = false

    private init(_ values: SecretValues, level: Int) { (self.values, self.level) = (values, level) }

    /// Returns a property list without values; nil if the bytes are none.
    ///
    /// A list that holds none is returned as it is. Any other is written anew, which drops comments and objects that
    /// nothing refers to.
    static func mask(_ bytes: [UInt8], _ values: SecretValues, isBinary: Bool, level: Int) -> [UInt8]? {
        guard let list = try? PropertyListReader.read(bytes) else { return nil }
        var masking = PropertyListMasking(values, level: level)
        let masked = masking.mask(list)
        guard masking.isChanged || values.areHeld(by: bytes) else { return bytes }
        return isBinary ? PropertyListWriter.binary(masked) : PropertyListWriter.xml(masked)
    }

    private mutating func mask(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .string(let text): return .string(mask(text))
        case .data(let bytes): return .data(mask(bytes))
        case .integer(let number):
            guard values.isHeld(byNumber: "\(number)") else { return value }
            isChanged = true
            return .integer(0)
        case .wide(let number):
            guard values.isHeld(byNumber: "\(number)") else { return value }
            isChanged = true
            return .integer(0)
        case .array(let items): return .array(items.map { mask($0) })
        case .set(let items): return .set(items.map { mask($0) })
        case .dictionary(let dictionary):
            return .dictionary(dictionary.mapped { (mask($0.key), mask($0.value)) })
        case .null, .real, .boolean, .date, .uid: return value
        }
    }

    private mutating func mask(_ text: String) -> String {
        guard let masked = values.masked(text: Array(text.utf8)) else { return text }
        isChanged = true
        return String(decoding: masked, as: UTF8.self)
    }

    private mutating func mask(_ bytes: [UInt8]) -> [UInt8] {
        switch Masking.mask(bytes, values, level: level + 1) {
        case .unchanged: return bytes
        case .masked(let masked):
            isChanged = true
            return masked
        case .impossible:
            isChanged = true
            return values.filled(bytes) ?? []
        }
    }
}
