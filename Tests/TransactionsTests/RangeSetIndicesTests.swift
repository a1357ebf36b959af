import TestSupport
import Testing

@testable import Transactions

@Suite("Sets of item indices")
struct RangeSetIndicesTests {
    @Test("a set contains the same indices as a hashed set, in whatever order they are inserted")
    func model() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<300 {
            func indices() -> [Int] {
                let indices = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    Int.random(in: 0..<30, using: &generator)
                }
                return Bool.random(using: &generator) ? indices : indices.sorted()
            }
            let (first, second) = (indices(), indices())
            var ranges = RangeSet(indices: first)
            #expect(ranges.ranges.flatMap { Array($0) } == Set(first).sorted())
            ranges.insert(indices: second)
            let set = Set(first + second)
            #expect(ranges.ranges.flatMap { Array($0) } == set.sorted())
            #expect(ranges.count == set.count && ranges.isEmpty == set.isEmpty)
            for index in -1...31 { #expect(ranges.contains(index) == set.contains(index)) }
        }
    }

    // In chunks, as a run inserts them. In the time that this may take, quadratic work would not end.
    @Test(
        "a million indices are inserted in linear time, consecutive or not", arguments: [1, 2, 8])
    func million(step: Int) {
        var ranges = RangeSet<Int>()
        let time = processorTime {
            for start in stride(from: 0, to: 1_000_000, by: 4_096) {
                ranges.insert(indices: stride(from: start, to: min(start + 4_096, 1_000_000), by: step))
            }
        }
        #expect(time < .seconds(60))
        #expect(ranges.count == 1_000_000 / step)
        #expect(ranges.ranges.count == (step == 1 ? 1 : 1_000_000 / step))
        #expect(ranges.contains(999_992) && !ranges.contains(1_000_000))
    }
}
