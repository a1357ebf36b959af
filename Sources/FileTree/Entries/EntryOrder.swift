import ContainerModel
import Formats
package import Jobs

/// Determines which entries of a listing are shown.
package struct EntryFilter: Hashable, Sendable {
    /// Whether to show names that begin with a dot.
    package var showsHidden: Bool
    /// Bytes that a name must contain, ignoring ASCII case and Unicode composition, or with a `*`, a pattern that it
    /// must match; empty matches every name.
    package var text: [UInt8]
    /// Whether the names are paths: the text is a `FuzzyPattern` then, and everything in a hidden directory is hidden.
    package var matchesPaths = false
    /// Whether paths that match are in the order of their scores, whatever the order of the listing is.
    package var ranksMatches = true

    /// Creates a filter; by default it shows all names that are not hidden.
    package init(showsHidden: Bool = false, text: [UInt8] = []) {
        self.showsHidden = showsHidden
        self.text = text
    }

    /// The pattern that paths must match; nil if names are not paths, or if all of them match.
    package var pattern: FuzzyPattern? { matchesPaths ? FuzzyPattern(text) : nil }

    /// Whether matches are ordered by score.
    package var isRanked: Bool { ranksMatches && pattern != nil }

    /// Returns whether a name begins with a dot, or any component of a path does.
    fileprivate func hides(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.first != 0x2e else { return true }
        guard matchesPaths, name.count > 1 else { return false }
        for index in 1..<name.count where name[index] == 0x2e && name[index - 1] == 0x2f { return true }
        return false
    }

    /// The pattern that names must match as a whole; nil if they have to contain the text.
    fileprivate var glob: NameGlob? { matchesPaths ? nil : NameGlob(text) }

    /// The text in lower case and decomposed, computed once for many names.
    fileprivate var folded: [UInt8] {
        CanonicalDecomposition.bytes(of: text).map(\.asciiLowercased)
    }
}

extension EntryList {
    /// Returns the indices of the entries that match the filter, sorted. Run on a worker: a million entries take a
    /// while.
    /// - Parameters:
    ///   - numbers: A number for each entry, the least first, for orders by anything but names; without them, such an
    ///     order falls back to names.
    ///   - chosen: Whether each entry is listed at all, if the filter matches it; nil for all of them.
    ///   - linked: The links that lead to directories, which precede other entries as these do.
    ///   - cancellation: Ends the matching of paths when it is set; the result is incomplete then.
    package func arranged(
        by order: EntryOrder,
        filter: EntryFilter,
        numbers: [UInt64]? = nil,
        among chosen: [Bool]? = nil,
        linked: Set<UInt32> = [],
        cancellation: Cancellation = Cancellation()
    ) -> [UInt32] {
        withStorage { entries in
            if filter.isRanked { return ranked(filter, entries, limit: nil, among: chosen, cancellation) }
            var (directories, others) = matching(
                filter, entries, separatingDirectories: order.directoriesFirst, among: chosen, linked: linked)
            sort(&directories, by: order, entries, numbers)
            sort(&others, by: order, entries, numbers)
            if order.isReversed {
                directories.reverse()
                others.reverse()
            }
            directories.append(contentsOf: others)
            return directories
        }
    }

    /// Returns the first `limit` indices that `arranged` would return for an order by name, without sorting the rest.
    package func firstArranged(_ limit: Int, directoriesFirst: Bool, filter: EntryFilter) -> [UInt32] {
        withStorage { entries in
            if filter.isRanked { return ranked(filter, entries, limit: limit, Cancellation()) }
            let (directories, others) = matching(filter, entries, separatingDirectories: directoriesFirst)
            var first = smallest(limit, of: directories, entries)
            if first.count < limit { first += smallest(limit - first.count, of: others, entries) }
            return first
        }
    }

    private func matching(
        _ filter: EntryFilter,
        _ entries: Storage,
        separatingDirectories: Bool,
        among chosen: [Bool]? = nil,
        linked: Set<UInt32> = []
    ) -> (directories: [UInt32], others: [UInt32]) {
        var directories: [UInt32] = []
        var others: [UInt32] = []
        others.reserveCapacity(filter.text.isEmpty ? count : 0)
        let glob = filter.glob
        let text = filter.matchesPaths || glob != nil ? [] : filter.folded
        let matcher = filter.pattern.map { FuzzyMatcher($0) }
        let files = filter.showsHidden || filter.matchesPaths ? nil : appleDoubleOwners
        for index in 0..<count {
            let name = entries.name(index)
            if !filter.showsHidden, filter.hides(name), !isOrphan(index, among: files) { continue }
            if chosen?[index] == false { continue }
            if !text.isEmpty, !containsFolded(name, text) { continue }
            if glob?.matches(name) == false { continue }
            if matcher?.matches(name) == false { continue }
            let kind = entries.kinds[index]
            if separatingDirectories,
                kind == .directory || kind == .link && !linked.isEmpty && linked.contains(UInt32(index))
            {
                directories.append(UInt32(index))
            } else {
                others.append(UInt32(index))
            }
        }
        return (directories, others)
    }

    /// Returns the number of entries that the filter leaves out because their names are hidden, whatever its text is.
    package func hiddenCount(by filter: EntryFilter) -> Int {
        guard !filter.showsHidden else { return 0 }
        return withStorage { entries in
            let files = filter.matchesPaths ? nil : appleDoubleOwners
            return (0..<count).count { filter.hides(entries.name($0)) && !isOrphan($0, among: files) }
        }
    }

    /// The names that AppleDouble files may belong to; nil if there is no such file.
    private var appleDoubleOwners: NameIndex? {
        hasAppleDoubles ? NameIndex(self) { !AppleDoubleName.isOne(name($0)) } : nil
    }

    /// Returns whether an entry has the name of an AppleDouble file, but its file is not there. It is not hidden: nothing
    /// else shows that it exists.
    private func isOrphan(_ index: Int, among files: NameIndex?) -> Bool {
        guard let files, let file = AppleDoubleName.file(of: name(index)) else { return false }
        return files.place(of: file) == nil
    }

    /// Returns the matching paths, the best first and short ones before long ones.
    private func ranked(
        _ filter: EntryFilter, _ entries: Storage, limit: Int?, among chosen: [Bool]? = nil,
        _ cancellation: Cancellation
    ) -> [UInt32] {
        guard let pattern = filter.pattern else { return [] }
        var matcher = FuzzyMatcher(pattern)
        var found: [(rank: UInt64, index: UInt32)] = []
        for index in 0..<count {
            if index % 4_096 == 0, cancellation.isCancelled { break }
            let name = entries.name(index)
            if !filter.showsHidden, filter.hides(name) { continue }
            if chosen?[index] == false { continue }
            guard let score = matcher.score(name) else { continue }
            let rank = UInt64(Int(UInt32.max) - score) << 32 | UInt64(UInt32(truncatingIfNeeded: name.count))
            found.append((rank, UInt32(index)))
        }
        found.sort { one, other in
            guard one.rank == other.rank else { return one.rank < other.rank }
            return compareBytes(entries.name(Int(one.index)), entries.name(Int(other.index))) < 0
        }
        return found.prefix(limit ?? .max).map(\.index)
    }

    private func sort(
        _ indices: inout [UInt32],
        by order: EntryOrder,
        _ entries: Storage,
        _ numbers: [UInt64]?
    ) {
        guard indices.count > 1 else { return }
        switch (order.key, numbers) {
        case (.name, _): sortByName(&indices, entries)
        case (.kind, _):
            let ranks = extensionRanks(indices, entries)
            sort(&indices, entries) { ranks[Int($0)] }
        case (_, let numbers?): sort(&indices, entries) { numbers[Int($0)] }
        case (_, nil): sortByName(&indices, entries)
        }
    }

    /// Sorts by a number, and by name if the numbers are equal.
    private func sort(_ indices: inout [UInt32], _ entries: Storage, number: (UInt32) -> UInt64) {
        // Swift's sort is stable in practice, but that is not guaranteed, so the position in the name order breaks
        // ties.
        sortByName(&indices, entries)
        var numbered = indices.enumerated().map { (number: number($1), place: UInt32($0), index: $1) }
        numbered.sort { $0.number != $1.number ? $0.number < $1.number : $0.place < $1.place }
        for place in indices.indices { indices[place] = numbered[place].index }
    }

    /// Returns a rank for each entry of the list, in the order of the extensions.
    private func extensionRanks(_ indices: [UInt32], _ entries: Storage) -> [UInt64] {
        var ranks = [UInt64](repeating: 0, count: count)
        var byExtension: [[UInt8]: [UInt32]] = [:]
        for index in indices {
            byExtension[EntryList.foldedExtension(entries.name(Int(index))), default: []].append(index)
        }
        let sorted = byExtension.keys.sorted { $0.lexicographicallyPrecedes($1) }
        for (rank, key) in sorted.enumerated() {
            for index in byExtension[key] ?? [] { ranks[Int(index)] = UInt64(rank) }
        }
        return ranks
    }

    /// Returns the part after the last dot in lower case; empty if the dot is the first byte or missing.
    private static func foldedExtension(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard let dot = name.lastIndex(of: 0x2e), dot > 0 else { return [] }
        return name[(dot + 1)...].map(\.asciiLowercased)
    }

    private func sortByName(_ indices: inout [UInt32], _ entries: Storage) {
        guard indices.count > 1 else { return }
        let original = indices
        NaturalSortKeys(entries, indices: original).withStorage { keys in
            let common = commonPrefix(keys, count: original.count)
            var items = (0..<original.count).map {
                SortItem(prefix: packedPrefix(keys.key($0), from: common), place: UInt32($0))
            }
            items.sort { one, other in
                if one.prefix != other.prefix { return one.prefix < other.prefix }
                let first = Int(one.place)
                let second = Int(other.place)
                let order = compareBytes(keys.key(first), keys.key(second), from: common)
                if order != 0 { return order < 0 }
                // The names differ only in case or in leading zeros.
                return compareBytes(entries.name(Int(original[first])), entries.name(Int(original[second]))) < 0
            }
            for place in indices.indices { indices[place] = original[Int(items[place].place)] }
        }
    }

    /// Returns the indices of the first entries of a selection by name.
    package static func first(_ limit: Int, of selection: EntrySelection) -> [Int] {
        let list = selection.entries
        let indices = selection.indices.map { UInt32(truncatingIfNeeded: $0) }
        return list.withStorage { list.smallest(limit, of: indices, $0) }.map { Int($0) }
    }

    /// Returns the first `limit` of `indices` by name, sorted, in a single pass over the entries.
    private func smallest(_ limit: Int, of indices: [UInt32], _ entries: Storage) -> [UInt32] {
        guard limit > 0 else { return [] }
        guard indices.count > limit else {
            var all = indices
            sortByName(&all, entries)
            return all
        }
        // Kept sorted, greatest last: of a shuffled list, only about limit · ln(count) entries are inserted.
        var kept: [(key: [UInt8], index: UInt32)] = []
        kept.reserveCapacity(limit + 1)
        var key: [UInt8] = []
        key.reserveCapacity(512)
        for index in indices {
            key.removeAll(keepingCapacity: true)
            let name = entries.name(Int(index))
            NaturalSortKeys.append(name, to: &key)
            if kept.count == limit, let last = kept.last, !precedes(key, name, last.key, last.index, entries) {
                continue
            }
            let place = kept.indices.partitioningIndex {
                precedes(key, name, kept[$0].key, kept[$0].index, entries)
            }
            kept.insert((key, index), at: place)
            if kept.count > limit { kept.removeLast() }
        }
        return kept.map(\.index)
    }

    private func precedes(
        _ key: [UInt8],
        _ name: UnsafeBufferPointer<UInt8>,
        _ otherKey: [UInt8],
        _ other: UInt32,
        _ entries: Storage
    ) -> Bool {
        let order = key.withUnsafeBufferPointer { one in otherKey.withUnsafeBufferPointer { compareBytes(one, $0) } }
        return order != 0 ? order < 0 : compareBytes(name, entries.name(Int(other))) < 0
    }

    /// Returns the length of the prefix shared by all keys; the eight bytes that follow it distinguish most keys.
    private func commonPrefix(_ keys: NaturalSortKeys.Storage, count: Int) -> Int {
        let first = keys.key(0)
        var common = first.count
        for index in 1..<count where common > 0 {
            let key = keys.key(index)
            common = min(common, key.count)
            var shared = 0
            while shared < common, key[shared] == first[shared] { shared += 1 }
            common = shared
        }
        return common
    }
}

/// The first distinctive bytes of a key, and its index.
private struct SortItem {
    let prefix: UInt64
    let place: UInt32
}

/// Returns whether `name` contains `text`, ignoring ASCII case and composition; `text` is in lower case and decomposed.
private func containsFolded(_ name: UnsafeBufferPointer<UInt8>, _ text: [UInt8]) -> Bool {
    CanonicalDecomposition.withBytes(of: name) { containsDecomposed($0, text) }
}

private func containsDecomposed(_ name: UnsafeBufferPointer<UInt8>, _ text: [UInt8]) -> Bool {
    guard name.count >= text.count else { return false }
    for start in 0...(name.count - text.count) {
        var matched = 0
        while matched < text.count {
            let byte = name[start + matched]
            if byte.asciiLowercased != text[matched] { break }
            matched += 1
        }
        if matched == text.count { return true }
    }
    return false
}
