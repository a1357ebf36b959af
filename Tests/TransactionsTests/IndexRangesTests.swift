import TestSupport
import Testing

@testable import Transactions

@Suite("Ranges of item indices")
struct IndexRangesTests {
    @Test("ranges contain the same numbers as a set, in whatever order they are given")
    func model() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<300 {
            let numbers = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                Int.random(in: 0..<30, using: &generator)
            }
            let ranges = IndexRanges(numbers)
            let set = Set(numbers)
            #expect(ranges.ranges.flatMap { Array($0) } == set.sorted())
            #expect(ranges.count == set.count && ranges.isEmpty == set.isEmpty)
            for number in -1...31 { #expect(ranges.contains(number) == set.contains(number)) }
            // Adjacent ranges are merged.
            #expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            #expect(IndexRanges(ranges: ranges.ranges, within: 30) == ranges)
        }
    }

    @Test(
        "ranges that are empty, unordered, overlapping or out of bounds are rejected",
        arguments: [[3..<5, 1..<2], [1..<3, 2..<4], [1..<1], [5..<11], [-1..<2]] as [[Range<Int>]])
    func refused(ranges: [Range<Int>]) { #expect(IndexRanges(ranges: ranges, within: 10) == nil) }
}
