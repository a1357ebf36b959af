/// A row of a table as numbers: which one it is, and what it says.
struct RowDigest {
    /// The identity of the row; the same as `row` if only the values identify it.
    let key: UInt64
    /// The values that are compared.
    let row: UInt64
    /// Where the row is found again: a row ID or a position.
    let place: Int64
}

/// The rows of two tables that do not occur in the other one, by their places.
struct RowMatching {
    private(set) var removed: [Int64] = []
    private(set) var added: [Int64] = []
    /// Rows with one identity and other values.
    private(set) var changed: [(before: Int64, after: Int64)] = []

    /// Whether rows are identified by something else than all of their values.
    private let hasKeys: Bool

    init(hasKeys: Bool) { self.hasKeys = hasKeys }

    /// Matches the rows of two tables, or of the same part of both.
    mutating func add(_ before: [RowDigest], _ after: [RowDigest]) {
        guard hasKeys, !(Self.isSorted(before) && Self.isSorted(after)) else {
            return matchSorted(Self.sorted(before), Self.sorted(after))
        }
        // Tables that are read in the order of their keys, or of their row IDs, mostly have the same rows in one order.
        var rests = RowAlignment(before, after)
        changed += rests.align()
        matchSorted(Self.sorted(rests.before), Self.sorted(rests.after))
    }

    private mutating func matchSorted(_ before: [RowDigest], _ after: [RowDigest]) {
        var (one, other) = (0, 0)
        while one < before.count || other < after.count {
            let key =
                switch (one < before.count ? before[one].key : nil, other < after.count ? after[other].key : nil) {
                case (let key?, let otherKey?): min(key, otherKey)
                case (let key?, nil), (nil, let key?): key
                case (nil, nil): UInt64(0)
                }
            let (startOne, startOther) = (one, other)
            while one < before.count, before[one].key == key { one += 1 }
            while other < after.count, after[other].key == key { other += 1 }
            if one - startOne == 1, other - startOther == 1 {
                // As nearly all rows are.
                guard before[startOne].row != after[startOther].row else { continue }
            }
            match(before[startOne..<one], after[startOther..<other])
        }
    }

    /// Forgets the rows that only one table has.
    mutating func forgetOneSided() { (removed, added) = ([], []) }

    /// Puts the rows in the order of the tables.
    mutating func finish() {
        removed.sort()
        added.sort()
        changed.sort { $0.after < $1.after }
    }

    private static func sorted(_ digests: [RowDigest]) -> [RowDigest] {
        // Rows that are identified by their row IDs mostly are in that order.
        isSorted(digests) ? digests : digests.sorted { $0.key < $1.key }
    }

    private static func isSorted(_ digests: [RowDigest]) -> Bool {
        for index in digests.indices.dropFirst() where digests[index].key < digests[index - 1].key { return false }
        return true
    }

    /// Matches rows with one key: first those with the same values, then the others in their order.
    private mutating func match(_ before: ArraySlice<RowDigest>, _ after: ArraySlice<RowDigest>) {
        var counts: [UInt64: Int] = [:]
        for digest in after { counts[digest.row, default: 0] += 1 }
        var restBefore: [Int64] = []
        for digest in before {
            if let count = counts[digest.row], count > 0 {
                counts[digest.row] = count - 1
            } else {
                restBefore.append(digest.place)
            }
        }
        var restAfter: [Int64] = []
        for digest in after {
            if let count = counts[digest.row], count > 0 {
                counts[digest.row] = count - 1
                restAfter.append(digest.place)
            }
        }
        let shared = hasKeys ? min(restBefore.count, restAfter.count) : 0
        for index in 0..<shared { changed.append((restBefore[index], restAfter[index])) }
        removed += restBefore.dropFirst(shared)
        added += restAfter.dropFirst(shared)
    }
}

/// Values to be combined in digests, which differ from run to run.
enum RowHash {
    static func of(_ combine: (inout Hasher) -> Void) -> UInt64 {
        var hasher = Hasher()
        combine(&hasher)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
