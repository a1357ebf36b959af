import TestSupport
import Testing

@testable import Transactions

@Suite("Ranges of items")
struct IndexRangesTests {
    @Test("they hold what a set holds, in whatever order it comes")
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
            // As few ranges as there can be.
            #expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            #expect(IndexRanges(ranges: ranges.ranges, within: 30) == ranges)
        }
    }

    @Test(
        "what is not ascending, disjoint and within its bounds is refused",
        arguments: [[3..<5, 1..<2], [1..<3, 2..<4], [1..<1], [5..<11], [-1..<2]] as [[Range<Int>]])
    func refused(ranges: [Range<Int>]) { #expect(IndexRanges(ranges: ranges, within: 10) == nil) }
}
