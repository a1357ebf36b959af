/// A selection of the entries of one directory: the list of entries and one bit for each.
///
/// A selection from a million entries takes 125 KB in addition to the list, which is shared.
package struct EntrySelection: Sendable {
    /// All entries of the directory, selected or not.
    package private(set) var entries: EntryList
    /// The number of selected entries.
    package private(set) var count = 0
    private var words: [UInt64]

    /// The number of entries from which on they are worth processing as a batch; fewer are checked, planned and
    /// reported individually.
    package static let minTogether = 1_000

    /// Creates an empty selection from a list.
    package init(of entries: EntryList) {
        self.entries = entries
        words = Array(repeating: 0, count: (entries.count + 63) / 64)
    }

    /// Creates a selection of all entries of a list.
    package init(all entries: EntryList) {
        self.init(of: entries)
        for index in 0..<entries.count { insert(index) }
    }

    /// Whether no entry is selected.
    package var isEmpty: Bool { count == 0 }

    /// Returns whether the entry at an index is selected.
    package func contains(_ index: Int) -> Bool {
        words.indices.contains(index >> 6) && words[index >> 6] & 1 << UInt64(index & 63) != 0
    }

    /// Selects the entry at an index.
    /// - Returns: Whether it was not selected before.
    @discardableResult
    package mutating func insert(_ index: Int) -> Bool {
        let bit = 1 << UInt64(index & 63) as UInt64
        guard index >= 0, index < entries.count, words[index >> 6] & bit == 0 else { return false }
        words[index >> 6] |= bit
        count += 1
        return true
    }

    /// Deselects the entry at an index.
    /// - Returns: Whether it was selected before.
    @discardableResult
    package mutating func remove(_ index: Int) -> Bool {
        guard contains(index) else { return false }
        words[index >> 6] &= ~(1 << UInt64(index & 63))
        count -= 1
        return true
    }

    /// Returns the index of the first selected entry at or after `index`; nil if there is none.
    package func next(from index: Int) -> Int? {
        var word = index >> 6
        guard index >= 0, word < words.count else { return nil }
        var bits = words[word] & (~0 << UInt64(index & 63))
        while bits == 0 {
            word += 1
            guard word < words.count else { return nil }
            bits = words[word]
        }
        return word << 6 + bits.trailingZeroBitCount
    }

    /// Returns the index of the selected entry with a name; nil if there is none.
    package func index(of name: some Collection<UInt8>) -> Int? {
        indices.first { entries.name($0).count == name.count && entries.name($0).elementsEqual(name) }
    }

    /// The indices of the selected entries, in ascending order.
    package var indices: Indices { Indices(selection: self) }

    /// A sequence of the indices of selected entries.
    package struct Indices: Sequence, IteratorProtocol {
        fileprivate let selection: EntrySelection
        fileprivate var position = 0

        fileprivate init(selection: EntrySelection) { self.selection = selection }

        package mutating func next() -> Int? {
            guard let next = selection.next(from: position) else { return nil }
            position = next + 1
            return next
        }
    }
}

extension EntrySelection {
    /// Returns a selection of the same names in another reading of the directory; names that are gone are dropped.
    ///
    /// Two readings of a directory mostly have the same order, so they are compared in parallel; names that have moved
    /// further are found by their hashes. A million entries take about ten milliseconds, no matter how many are gone.
    ///
    /// - Parameter move: Receives the index of each selected name in this list and its index in the other.
    package func carried(to other: EntryList, move: (Int, Int) -> Void = { _, _ in }) -> EntrySelection {
        var carried = EntrySelection(of: other)
        if isEmpty { return carried }
        func carry(_ index: Int, to found: Int) {
            carried.insert(found)
            move(index, found)
        }
        if other.begins(with: entries) {
            for index in indices { carry(index, to: index) }
            return carried
        }
        var lost: [Int] = []
        var met = EntrySelection(of: other)
        entries.goAlong(other) { index, found in
            if let found { met.insert(found) }
            guard contains(index) else { return }
            if let found { carry(index, to: found) } else { lost.append(index) }
        }
        // If every entry of the new reading has been matched, the lost ones are gone.
        guard !lost.isEmpty, met.count < other.count else { return carried }
        let names = NameIndex(other) { !met.contains($0) }
        for index in lost {
            if let found = names.place(of: entries.name(index)) { carry(index, to: found) }
        }
        return carried
    }

    /// Deselects all entries that are selected in another selection, possibly of another reading.
    package mutating func subtract(_ other: EntrySelection) {
        let same = other.entries.isSame(as: entries) ? other : other.carried(to: entries)
        for index in same.indices { remove(index) }
    }
}

extension EntrySelection: Hashable {
    /// Selections are equal if they contain the same names in the same order.
    package static func == (one: EntrySelection, other: EntrySelection) -> Bool {
        one.count == other.count
            && zip(one.indices, other.indices).allSatisfy {
                one.entries.name($0).elementsEqual(other.entries.name($1))
            }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
