import TestSupport
import Testing

@testable import Comparison

@Suite("Differences of sequences")
struct SequenceDifferenceTests {
    private typealias Region = SequenceDifference.Region

    private static func regions(_ before: String, _ after: String) -> [Region] {
        SequenceDifference.regions(before.utf8.map { UInt64($0) }, after.utf8.map { UInt64($0) })
    }

    /// Two texts, and the regions in which they differ.
    static let known: [(before: String, after: String, regions: [(Range<Int>, Range<Int>)])] = [
        ("", "", []), ("abc", "abc", []), ("", "ab", [(0..<0, 0..<2)]), ("ab", "", [(0..<2, 0..<0)]),
        ("abc", "axc", [(1..<2, 1..<2)]), ("abcd", "bcde", [(0..<1, 0..<0), (4..<4, 3..<4)]),
        ("aXbYc", "abc", [(1..<2, 1..<1), (3..<4, 2..<2)]), ("abc", "xyz", [(0..<3, 0..<3)]),
    ]

    @Test("the regions that differ are found", arguments: known.indices)
    func found(index: Int) {
        let (before, after, regions) = Self.known[index]
        #expect(Self.regions(before, after) == regions.map { Region(before: $0.0, after: $0.1) })
    }

    /// The number of elements that are removed and added on a shortest way, in quadratic time.
    private static func shortest(_ one: [UInt64], _ other: [UInt64]) -> Int {
        var row = Array(0...other.count)
        for (index, element) in one.enumerated() {
            var corner = row[0]
            row[0] = index + 1
            for column in other.indices {
                let best = element == other[column] ? corner : min(row[column], row[column + 1]) + 1
                (corner, row[column + 1]) = (row[column + 1], best)
            }
        }
        return row[other.count]
    }

    @Test("what is outside of the regions is the same, and no other way is shorter", arguments: 1...4)
    func random(letters: Int) {
        var random = SeededGenerator(seed: UInt64(letters))
        for _ in 0..<400 {
            func sequence() -> [UInt64] {
                (0..<Int.random(in: 0...24, using: &random)).map { _ in
                    UInt64.random(in: 0...UInt64(letters), using: &random)
                }
            }
            let (before, after) = (sequence(), sequence())
            let regions = SequenceDifference.regions(before, after)
            var (rest, otherRest) = (before, after)
            for region in regions.reversed() {
                rest.removeSubrange(region.before)
                otherRest.removeSubrange(region.after)
            }
            #expect(rest == otherRest, "\(before) \(after)")
            let count = regions.reduce(0) { $0 + $1.before.count + $1.after.count }
            #expect(count == Self.shortest(before, after), "\(before) \(after)")
        }
    }

    @Test("long sequences in another order end in time, and nothing is lost")
    func long() {
        let before = (0..<20_000).map { UInt64($0) }
        let after = before.map { $0 * 7_919 % 20_000 }
        let regions = SequenceDifference.regions(before, after)
        var (rest, otherRest) = (before, after)
        for region in regions.reversed() {
            rest.removeSubrange(region.before)
            otherRest.removeSubrange(region.after)
        }
        #expect(rest == otherRest)
    }
}
