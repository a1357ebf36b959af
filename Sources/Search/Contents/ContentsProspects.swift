import Formats

/// The places in bytes where something begins that a visitor may want: each byte is looked at once, however many values
/// there are in them.
package struct ContentsProspects {
    /// What a part of the bytes may have.
    package struct Prospect {
        /// Whether it may match a pattern.
        package let matches: Bool
        /// Whether it may have a number that is wanted under any name.
        package let numbers: Bool

        /// That of bytes of which nothing is known.
        package static let unknown = Prospect(matches: true, numbers: true)

        /// Whether nothing is wanted, unless a name tells otherwise.
        var isNothing: Bool { !matches && !numbers }
    }

    private let bytes: UnsafeRawBufferPointer
    private let matches: [Int]?
    private let numbers: [Int]?

    /// - Parameters:
    ///   - bytes: The bytes, which stay where they are while this is used.
    ///   - matches: The offsets where a pattern may match, in their order; nil if they are not known.
    ///   - numbers: The offsets where a number may begin, likewise.
    package init(in bytes: UnsafeRawBufferPointer, matches: [Int]?, numbers: [Int]?) {
        (self.bytes, self.matches, self.numbers) = (bytes, matches, numbers)
    }

    /// Returns what a text has; nothing is known of one that is no part of the bytes.
    package func prospect(of part: UnsafeRawBufferPointer) -> Prospect {
        guard let base = bytes.baseAddress, let start = part.baseAddress, start >= base, start - base <= bytes.count
        else { return part.isEmpty ? Prospect(matches: false, numbers: false) : .unknown }
        let range = start - base..<start - base + part.count
        guard range.upperBound <= bytes.count else { return .unknown }
        return Prospect(matches: Self.mayBegin(in: range, matches), numbers: Self.mayBegin(in: range, numbers))
    }

    private static func mayBegin(in range: Range<Int>, _ places: [Int]?) -> Bool {
        guard let places else { return true }
        let next = places.indices.partitioningIndex { places[$0] >= range.lowerBound }
        return next < places.count && places[next] < range.upperBound
    }
}
