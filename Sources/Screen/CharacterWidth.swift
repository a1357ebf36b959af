/// The number of cells a character takes.
///
/// As in the C library, and therefore ncurses: East Asian wide and fullwidth characters and pictographs take two, marks
/// take none. Two kinds differ from newer tables: spacing marks (general category Mc) take one cell, and a regional
/// indicator takes one, so that a flag of two takes two.
package enum CharacterWidth: UInt32, Sendable {
    /// A combining mark, drawn over the character before it.
    case zero
    case narrow
    case wide
    /// A control character, or an unassigned one.
    case notShown

    /// Returns the width of a scalar.
    package static func of(_ scalar: Unicode.Scalar) -> CharacterWidth {
        if scalar.value < 0x80 { return scalar.value >= 0x20 && scalar.value != 0x7f ? .narrow : .notShown }
        return of(scalar.value)
    }

    /// Returns the width of a scalar from U+0080 on.
    static func of(_ value: UInt32) -> CharacterWidth {
        // Most text beyond ASCII is in these ranges: Latin letters, and Han.
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
