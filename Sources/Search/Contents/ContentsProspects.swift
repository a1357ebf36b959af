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

    /// Offsets in their order, of which the parts are asked for one behind the other, as values are visited.
    private final class Places {
        private let offsets: [Int]
        /// The first offset that is no less than the beginning of the last part.
        private var next = 0

        init(_ offsets: [Int]) { self.offsets = offsets }

        /// Whether one of them is in a range.
        func have(oneIn range: Range<Int>) -> Bool {
            var (low, high) = (0, offsets.count)
            // Most parts are near the last one.
            if next > 0, offsets[next - 1] < range.lowerBound {
                low = next
                var step = 1
                while low + step < high, offsets[low + step] < range.lowerBound {
                    low += step
                    step *= 2
                }
                high = min(high, low + step)
            }
            while low < high {
                let middle = (low + high) / 2
                if offsets[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
            }
            next = low
            return low < offsets.count && offsets[low] < range.upperBound
        }
    }

    private let bytes: UnsafeRawBufferPointer
    private let matches: Places?
    private let numbers: Places?

    /// - Parameters:
    ///   - bytes: The bytes, which stay where they are while this is used.
    ///   - matches: The offsets where a pattern may match, in their order; nil if they are not known.
    ///   - numbers: The offsets where a number may begin, likewise.
    package init(in bytes: UnsafeRawBufferPointer, matches: [Int]?, numbers: [Int]?) {
        self.bytes = bytes
        (self.matches, self.numbers) = (matches.map { Places($0) }, numbers.map { Places($0) })
    }

    /// Returns what a text has; nothing is known of one that is no part of the bytes.
    package func prospect(of part: UnsafeRawBufferPointer) -> Prospect {
        guard let base = bytes.baseAddress, let start = part.baseAddress, start >= base, start - base <= bytes.count
        else { return part.isEmpty ? Prospect(matches: false, numbers: false) : .unknown }
        let range = start - base..<start - base + part.count
        guard range.upperBound <= bytes.count else { return .unknown }
        return Prospect(
            matches: matches?.have(oneIn: range) ?? true, numbers: numbers?.have(oneIn: range) ?? true)
    }
}
