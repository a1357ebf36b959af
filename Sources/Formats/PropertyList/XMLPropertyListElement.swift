/// The elements of an XML property list (the PropertyList-1.0 DTD).
enum XMLPropertyListElement: CaseIterable {
    // The most frequent come first: a name is looked for in this order.
    case string, key, integer, dict, array, `true`, `false`, real, date, data, plist

    /// The element that a tag's name, which ends with NUL, says; nil if it is none of a property list.
    init?(name: UnsafePointer<CChar>) {
        guard let element = Self.allCases.first(where: { $0.isNamed(name) }) else { return nil }
        self = element
    }

    /// The name in tags.
    var name: StaticString {
        switch self {
        case .string: "string"
        case .key: "key"
        case .integer: "integer"
        case .dict: "dict"
        case .array: "array"
        case .true: "true"
        case .false: "false"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .plist: "plist"
        }
    }

    private func isNamed(_ other: UnsafePointer<CChar>) -> Bool {
        let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount + 1)
        // Static strings end with NUL, too, so nothing behind the end of either is looked at.
        return bytes.indices.allSatisfy { CChar(bitPattern: bytes[$0]) == other[$0] }
    }
}
