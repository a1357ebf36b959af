/// The parts of two sequences that differ, found in linear space.
///
/// Algorithm: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986), section 4b: the
/// middle of a shortest way is found from both ends at once, and the parts before and behind it are compared in the same
/// manner. Elements that only one sequence has cannot be part of the rest and are left out first.
struct SequenceDifference {
    /// Neighboring elements of both sequences that stand for each other, one range possibly empty.
    struct Region: Equatable {
        let before: Range<Int>
        let after: Range<Int>
    }

    /// The number of differences after which the search for the middle of a shortest way ends; the best way so far is
    /// taken then. Without that, two long texts with nothing in common but a few lines would take hours.
    private static let maxSteps = 1_024

    private let before: [UInt64]
    private let after: [UInt64]
    /// Whether each element is only in its own sequence.
    private var isRemoved: [Bool]
    private var isAdded: [Bool]
    private let mustStop: () -> Bool

    /// Returns the regions in which two sequences differ, in order.
    /// - Parameter mustStop: Whether to stop looking for equal elements; those that were not compared differ then.
    static func regions(
        _ before: [UInt64], _ after: [UInt64], mustStop: @escaping () -> Bool = { false }
    ) -> [Region] {
        var difference = SequenceDifference(before, after, mustStop)
        difference.compareSequences()
        return difference.regions
    }

    private init(_ before: [UInt64], _ after: [UInt64], _ mustStop: @escaping () -> Bool) {
        self.before = before
        self.after = after
        self.mustStop = mustStop
        isRemoved = [Bool](repeating: false, count: before.count)
        isAdded = [Bool](repeating: false, count: after.count)
    }

    private mutating func compareSequences() {
        var start = 0
        let shorter = min(before.count, after.count)
        while start < shorter, before[start] == after[start] { start += 1 }
        var end = 0
        while end < shorter - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
        let inBefore = Self.shared(before, start..<before.count - end, with: after, start..<after.count - end) {
            isRemoved[$0] = true
        }
        let inAfter = Self.shared(after, start..<after.count - end, with: before, start..<before.count - end) {
            isAdded[$0] = true
        }
        var search = MiddleSearch(inBefore.map { before[$0] }, inAfter.map { after[$0] }, maxSteps: Self.maxSteps)
        var waiting = [(0..<inBefore.count, 0..<inAfter.count)]
        while let (one, other) = waiting.popLast() {
            let (ones, others) = search.trimmed(one, other)
            if !ones.isEmpty, !others.isEmpty, !mustStop(), let middle = search.middle(ones, others) {
                waiting.append((middle.x..<ones.upperBound, middle.y..<others.upperBound))
                waiting.append((ones.lowerBound..<middle.x, others.lowerBound..<middle.y))
            } else {
                for index in ones { isRemoved[inBefore[index]] = true }
                for index in others { isAdded[inAfter[index]] = true }
            }
        }
    }

    /// Returns the indices in a range of the elements that also occur in a range of another sequence.
    /// - Parameter report: Receives the others.
    private static func shared(
        _ elements: [UInt64], _ range: Range<Int>, with others: [UInt64], _ otherRange: Range<Int>,
        others report: (Int) -> Void
    ) -> [Int] {
        let known = Set(others[otherRange])
        return range.filter { index in
            let isShared = known.contains(elements[index])
            if !isShared { report(index) }
            return isShared
        }
    }

    private var regions: [Region] {
        var regions: [Region] = []
        var (one, other) = (0, 0)
        while one < before.count || other < after.count {
            let (startOne, startOther) = (one, other)
            while one < before.count, isRemoved[one] { one += 1 }
            while other < after.count, isAdded[other] { other += 1 }
            if one > startOne || other > startOther {
                regions.append(Region(before: startOne..<one, after: startOther..<other))
            }
            // As many elements are left on one side as on the other.
            guard one < before.count, other < after.count else {
                if one < before.count || other < after.count {
                    regions.append(Region(before: one..<before.count, after: other..<after.count))
                }
                break
            }
            one += 1
            other += 1
        }
        return regions
    }
}

/// Finds the middle of a shortest way from one sequence to another one.
private struct MiddleSearch {
    private let xs: [UInt64]
    private let ys: [UInt64]
    private let maxSteps: Int
    /// The furthest position in `xs` on each diagonal, from the start and from the end.
    private var forward: [Int]
    private var backward: [Int]
    /// The index of diagonal 0.
    private let zero: Int

    init(_ xs: [UInt64], _ ys: [UInt64], maxSteps: Int) {
        self.xs = xs
        self.ys = ys
        self.maxSteps = maxSteps
        zero = ys.count + 1
        forward = [Int](repeating: 0, count: xs.count + ys.count + 3)
        backward = forward
    }

    /// Returns ranges without the elements at their beginnings and ends that are the same.
    func trimmed(_ one: Range<Int>, _ other: Range<Int>) -> (Range<Int>, Range<Int>) {
        var (x, y) = (one.lowerBound, other.lowerBound)
        var (lastX, lastY) = (one.upperBound, other.upperBound)
        while x < lastX, y < lastY, xs[x] == ys[y] { (x, y) = (x + 1, y + 1) }
        while x < lastX, y < lastY, xs[lastX - 1] == ys[lastY - 1] { (lastX, lastY) = (lastX - 1, lastY - 1) }
        return (x..<lastX, y..<lastY)
    }

    /// Returns a point on a shortest way between the corners of two ranges that are not empty and differ at both ends, or
    /// on a good way if a shortest one takes too long; nil if there is no point between the corners.
    mutating func middle(_ one: Range<Int>, _ other: Range<Int>) -> (x: Int, y: Int)? {
        let start = one.lowerBound - other.lowerBound
        let end = one.upperBound - other.upperBound
        let (lowest, highest) = (one.lowerBound - other.upperBound, one.upperBound - other.lowerBound)
        let isOdd = (start - end) & 1 != 0
        var (first, last) = (start, start)
        var (firstBack, lastBack) = (end, end)
        forward[zero + start] = one.lowerBound
        backward[zero + end] = one.upperBound
        for step in 1... {
            Self.widen(&first, &last, lowest, highest) { forward[zero + $0] = -1 }
            for diagonal in stride(from: last, through: first, by: -2) {
                let (below, above) = (forward[zero + diagonal - 1], forward[zero + diagonal + 1])
                var x = below < above ? above : below + 1
                while x < one.upperBound, x - diagonal < other.upperBound, x - diagonal >= 0,
                    xs[x] == ys[x - diagonal]
                {
                    x += 1
                }
                forward[zero + diagonal] = x
                if isOdd, (firstBack...lastBack).contains(diagonal), backward[zero + diagonal] <= x {
                    return between(x, x - diagonal, one, other)
                }
            }
            Self.widen(&firstBack, &lastBack, lowest, highest) { backward[zero + $0] = .max }
            for diagonal in stride(from: lastBack, through: firstBack, by: -2) {
                let (below, above) = (backward[zero + diagonal - 1], backward[zero + diagonal + 1])
                var x = below < above ? below : above - 1
                while x > one.lowerBound, x - diagonal > other.lowerBound, x - diagonal <= other.upperBound,
                    xs[x - 1] == ys[x - diagonal - 1]
                {
                    x -= 1
                }
                backward[zero + diagonal] = x
                if !isOdd, (first...last).contains(diagonal), x <= forward[zero + diagonal] {
                    return between(x, x - diagonal, one, other)
                }
            }
            guard step < maxSteps else { break }
        }
        return furthest(from: first, through: last, one, other)
    }

    /// Extends a range of diagonals by one at both ends, or shortens it at the ends of all diagonals.
    /// - Parameter clear: Clears the diagonal beyond a new one.
    private static func widen(
        _ first: inout Int, _ last: inout Int, _ lowest: Int, _ highest: Int, clear: (Int) -> Void
    ) {
        if first > lowest {
            first -= 1
            clear(first - 1)
        } else {
            first += 1
        }
        if last < highest {
            last += 1
            clear(last + 1)
        } else {
            last -= 1
        }
    }

    /// Returns the point that is furthest from the start.
    private func furthest(
        from first: Int, through last: Int, _ one: Range<Int>, _ other: Range<Int>
    ) -> (x: Int, y: Int)? {
        var best: (x: Int, y: Int)?
        for diagonal in stride(from: last, through: first, by: -2) {
            let x = forward[zero + diagonal]
            guard let point = between(x, x - diagonal, one, other) else { continue }
            if best.map({ point.x + point.y > $0.x + $0.y }) ?? true { best = point }
        }
        return best
    }

    /// Returns a point if it is in the ranges and not at a corner.
    private func between(_ x: Int, _ y: Int, _ one: Range<Int>, _ other: Range<Int>) -> (x: Int, y: Int)? {
        guard (one.lowerBound...one.upperBound).contains(x), (other.lowerBound...other.upperBound).contains(y),
            (x, y) != (one.lowerBound, other.lowerBound), (x, y) != (one.upperBound, other.upperBound)
        else { return nil }
        return (x, y)
    }
}
