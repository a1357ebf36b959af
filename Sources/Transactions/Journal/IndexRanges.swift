/// A set of item indices, stored as ranges: a contiguous selection of any size takes one range.
struct IndexRanges: Hashable, Sendable {
    /// The ranges: ascending, disjoint and not empty.
    private(set) var ranges: [Range<Int>] = []

    /// Creates an empty set.
    init() {}

    /// - Parameter numbers: The indices, in any order; duplicates are allowed.
    init(_ numbers: some Sequence<Int>) {
        for number in numbers { insert(number) }
    }

    /// Creates a set; nil if the ranges are not ascending, disjoint and within `0..<count`.
    init?(ranges: [Range<Int>], within count: Int) {
        var end = 0
        for range in ranges {
            guard range.lowerBound >= end, !range.isEmpty, range.upperBound <= count else { return nil }
            end = range.upperBound
        }
        self.ranges = ranges
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// The number of indices.
    var count: Int { ranges.reduce(0) { $0 + $1.count } }

    func contains(_ number: Int) -> Bool {
        let place = place(of: number)
        return place < ranges.count && ranges[place].contains(number)
    }

    /// Inserts an index; cheap if it follows the greatest one.
    mutating func insert(_ number: Int) {
        if let last = ranges.last, number == last.upperBound {
            ranges[ranges.count - 1] = last.lowerBound..<(number + 1)
            return
        }
        let place = place(of: number)
        if place < ranges.count, ranges[place].contains(number) { return }
        let joinsNext = place < ranges.count && ranges[place].lowerBound == number + 1
        let joinsLast = place > 0 && ranges[place - 1].upperBound == number
        switch (joinsLast, joinsNext) {
        case (true, true):
            ranges[place - 1] = ranges[place - 1].lowerBound..<ranges[place].upperBound
            ranges.remove(at: place)
        case (true, false): ranges[place - 1] = ranges[place - 1].lowerBound..<(number + 1)
        case (false, true): ranges[place] = number..<ranges[place].upperBound
        case (false, false): ranges.insert(number..<(number + 1), at: place)
        }
    }

    /// Returns the position of the first range that ends after `number`.
    private func place(of number: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
