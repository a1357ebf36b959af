/// The elements of an XML property list (the PropertyList-1.0 DTD).
enum XMLPropertyListElement {
    case string, key, integer, dict, array, `true`, `false`, real, date, data, plist

    /// Returns the element with a tag's name; nil if there is none.
    init?(_ name: UnsafeRawBufferPointer) {
        let candidate: Self? =
            switch (name.count, name.first) {
            case (3, _): .key
            case (4, 0x64): name[1] == 0x69 ? .dict : name[3] == 0x65 ? .date : .data
            case (4, 0x74): .true
            case (4, _): .real
            case (5, 0x61): .array
            case (5, 0x66): .false
            case (5, _): .plist
            case (6, _): .string
            case (7, _): .integer
            default: nil
            }
        guard let candidate, name.isEqual(to: candidate.name) else { return nil }
        self = candidate
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
}
