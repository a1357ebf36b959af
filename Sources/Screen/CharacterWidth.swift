/// How many cells a character takes.
///
/// As the C library says, and so ncurses: East Asian wide and fullwidth characters and pictographs take two, marks
/// take none. Two kinds differ from newer tables: spacing marks (general category Mc) take a cell here, and a
/// regional indicator takes one, so that a flag of two of them takes two.
package enum CharacterWidth: UInt32, Sendable {
    /// A mark that is drawn over the character before it.
    case zero
    case narrow
    case wide
    /// A control character, or one that is not assigned.
    case notShown

    /// The class of a scalar.
    package static func of(_ scalar: Unicode.Scalar) -> CharacterWidth {
        if scalar.value < 0x80 { return scalar.value >= 0x20 && scalar.value != 0x7f ? .narrow : .notShown }
        return of(scalar.value)
    }

    /// The class of a scalar from U+0080 on.
    static func of(_ value: UInt32) -> CharacterWidth {
        // What most text beyond ASCII is: Latin letters, and Han.
        if value >= 0xa0, value < 0x300 { return .narrow }
        if value >= 0x4e00, value <= 0x9fff { return .wide }
        return runs.withUnsafeBufferPointer { runs in
            let wanted = value << 2 | 3
            var low = 0
            var high = runs.count
            while high - low > 1 {
                let middle = (low + high) / 2
                if runs[middle] <= wanted { low = middle } else { high = middle }
            }
            return CharacterWidth(rawValue: runs[low] & 3) ?? .notShown
        }
    }
}
