/// Writes property lists. The same value always yields the same bytes.
package enum PropertyListWriter {
    /// Returns `value` as a binary list (`bplist00`).
    ///
    /// Equal strings, numbers, booleans, dates and data are stored once, as in CoreFoundation. Collections and archive
    /// references are not uniqued.
    package static func binary(_ value: PropertyListValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        return writer.write(value)
    }

    /// Returns `value` as an XML list in UTF-8, indented by tabs like CoreFoundation's.
    ///
    /// Values that XML cannot represent are approximated: a set becomes an array, an archive reference a dictionary
    /// with the key `CF$UID`, and a date is rounded down to the second and clamped to the years 0 to 9999; null becomes `$null`. Control
    /// characters that XML forbids become their pictures (U+2400 to U+241F), U+FFFE and U+FFFF become U+FFFD. If two
    /// keys become equal that way, a reader uses the last value.
    ///
    /// Characters that act on a terminal or an editor (`Unicode.Scalar.isActive`) are written as character references.
    /// - Parameter isASCII: Whether all characters beyond ASCII are.
    package static func xml(_ value: PropertyListValue, isASCII: Bool = false) -> [UInt8] {
        var writer = XMLPropertyListWriter(isASCII: isASCII)
        return writer.write(value)
    }
}
