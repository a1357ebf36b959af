/// The strings in a section of C strings.
package enum StringSection {
    /// The most bytes of a section that are read.
    package static let maxBytes = 32 << 20

    /// A string and where it begins in the section.
    package struct Entry: Hashable, Sendable {
        /// The offset in the section in bytes.
        package let offset: Int
        /// The string; invalid UTF-8 is replaced. Not sanitized.
        package let text: String
    }

    /// Calls `receive` with the strings of a section, in order; one that has no end is left out.
    /// - Parameters:
    ///   - section: The bytes of the section.
    ///   - lengths: The lengths in bytes of the strings that are wanted.
    ///   - receive: Returns whether to go on.
    package static func strings(in section: [UInt8], lengths: ClosedRange<Int>, _ receive: (Entry) -> Bool) {
        var start = 0
        while start < section.count, let end = section[start...].firstIndex(of: 0) {
            if lengths.contains(end - start) {
                let text = String(decoding: section[start..<end], as: UTF8.self)
                guard receive(Entry(offset: start, text: text)) else { return }
            }
            start = end + 1
        }
    }
}
