/// Merges the rows of two tables that are read in one order, without knowing that order: rows with the same key belong
/// together where they meet, and after a row that only one side has, the next row of both sides is looked for nearby.
///
/// What does not meet is left for matching by the keys alone, so that the order may be any.
struct RowAlignment {
    /// The number of rows that are looked at on both sides for the next one that both have.
    private static let farthest = 1_024

    /// The rows that have not met, in their order.
    private(set) var before: [RowDigest]
    private(set) var after: [RowDigest]

    init(_ before: [RowDigest], _ after: [RowDigest]) {
        self.before = before
        self.after = after
    }

    /// Takes out the rows that meet.
    /// - Returns: Those with other values.
    mutating func align() -> [(before: Int64, after: Int64)] {
        var changed: [(before: Int64, after: Int64)] = []
        var (one, other) = (0, 0)
        var (end, otherEnd) = (before.count, after.count)
        var (rest, otherRest): ([RowDigest], [RowDigest]) = ([], [])
        func meet(_ row: RowDigest, _ otherRow: RowDigest) {
            if row.row != otherRow.row { changed.append((row.place, otherRow.place)) }
        }
        // From the end, so that many rows added in one place do not matter.
        while end > 0, otherEnd > 0, before[end - 1].key == after[otherEnd - 1].key {
            end -= 1
            otherEnd -= 1
            meet(before[end], after[otherEnd])
        }
        while one < end, other < otherEnd {
            if before[one].key != after[other].key {
                guard let next = nextMeeting(one..<end, other..<otherEnd) else { break }
                rest += before[one..<next.one]
                otherRest += after[other..<next.other]
                (one, other) = next
            }
            meet(before[one], after[other])
            one += 1
            other += 1
        }
        (before, after) = (rest + before[one..<end], otherRest + after[other..<otherEnd])
        return changed
    }

    /// Returns where the next rows with the same key are; nil if there are none nearby.
    private func nextMeeting(_ ones: Range<Int>, _ others: Range<Int>) -> (one: Int, other: Int)? {
        var (seen, otherSeen): ([UInt64: Int], [UInt64: Int]) = ([:], [:])
        for distance in 0..<Self.farthest {
            let (one, other) = (ones.lowerBound + distance, others.lowerBound + distance)
            guard one < ones.upperBound || other < others.upperBound else { return nil }
            if one < ones.upperBound {
                let key = before[one].key
                if let met = otherSeen[key] { return (one, met) }
                if seen[key] == nil { seen[key] = one }
            }
            if other < others.upperBound {
                let key = after[other].key
                if let met = seen[key] { return (met, other) }
                if otherSeen[key] == nil { otherSeen[key] = other }
            }
        }
        return nil
    }
}
