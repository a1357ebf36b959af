/// Writes property lists: the same bytes for the same value, every time.
package enum PropertyListWriter {
    /// `value` as a binary list (`bplist00`).
    ///
    /// Equal strings, numbers, booleans, dates and data are stored once, as CoreFoundation stores them; collections
    /// and archive references are not compared.
    package static func binary(_ value: PropertyListValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        return writer.write(value)
    }

    /// `value` as an XML list in UTF-8, indented by tabs as CoreFoundation does.
    ///
    /// What XML cannot say is said as well as it can: a set becomes an array, an archive reference a dictionary with
    /// the key `CF$UID`, a date is rounded down to the second and kept within the years 1 to 9999. Control characters
    /// that XML forbids become their pictures (U+2400 to U+241F), U+FFFE and U+FFFF become U+FFFD; of two keys that
    /// are the same after that, a reader sees the last.
    package static func xml(_ value: PropertyListValue) -> [UInt8] {
        var writer = XMLPropertyListWriter()
        return writer.write(value)
    }
}
