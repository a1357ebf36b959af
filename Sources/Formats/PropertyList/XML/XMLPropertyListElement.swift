/// The elements of an XML property list (the PropertyList-1.0 DTD).
enum XMLPropertyListElement: CaseIterable {
    // The most frequent ones come first: names are looked up in this order.
    case string, key, integer, dict, array, `true`, `false`, real, date, data, plist

    /// Returns the element with a tag's name, which ends with NUL; nil if there is none.
    init?(name: UnsafePointer<CChar>) {
        guard let element = Self.allCases.first(where: { $0.isNamed(name) }) else { return nil }
        self = element
    }

    /// The name used in tags.
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
        // Static strings end with NUL as well, so the comparison does not read past the end of either.
        return bytes.indices.allSatisfy { CChar(bitPattern: bytes[$0]) == other[$0] }
    }
}
