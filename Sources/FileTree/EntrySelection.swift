/// Some of the entries of one directory: the list that they are in, and a bit for each entry of it.
///
/// A million chosen entries cost 125 KB beside the list, which is shared with whoever read it.
package struct EntrySelection: Sendable {
    /// The directory's entries, chosen or not.
    package private(set) var entries: EntryList
    /// How many are chosen.
    package private(set) var count = 0
    private var words: [UInt64]

    /// From this many entries on it is worth going over them as one: fewer are spelled out, and judged, planned and
    /// told one by one.
    package static let fewestTogether = 1_000

    /// None of the entries of a list.
    package init(of entries: EntryList) {
        self.entries = entries
        words = Array(repeating: 0, count: (entries.count + 63) / 64)
    }

    /// All entries of a list.
    package init(all entries: EntryList) {
        self.init(of: entries)
        for index in 0..<entries.count { insert(index) }
    }

    /// Whether none is chosen.
    package var isEmpty: Bool { count == 0 }

    /// Whether the entry at a place of the list is chosen.
    package func contains(_ index: Int) -> Bool {
        words.indices.contains(index >> 6) && words[index >> 6] & 1 << UInt64(index & 63) != 0
    }

    /// Chooses the entry at a place of the list.
    /// - Returns: whether it was not chosen before.
    @discardableResult
    package mutating func insert(_ index: Int) -> Bool {
        let bit = 1 << UInt64(index & 63) as UInt64
        guard index >= 0, index < entries.count, words[index >> 6] & bit == 0 else { return false }
        words[index >> 6] |= bit
        count += 1
        return true
    }

    /// Takes the entry at a place of the list out.
    /// - Returns: whether it was chosen before.
    @discardableResult
    package mutating func remove(_ index: Int) -> Bool {
        guard contains(index) else { return false }
        words[index >> 6] &= ~(1 << UInt64(index & 63))
        count -= 1
        return true
    }

    /// The place of the first chosen entry at or after one; nil where none follows.
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

    /// The place of the chosen entry with a name; nil where there is none.
    package func index(of name: some Collection<UInt8>) -> Int? {
        indices.first { entries.name($0).count == name.count && entries.name($0).elementsEqual(name) }
    }

    /// The places of the chosen entries, in the order of the list.
    package var indices: Indices { Indices(selection: self) }

    /// The places of chosen entries, one after the other.
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
    /// The same names chosen in another reading of the directory; those that are gone are not chosen any more.
    ///
    /// Two readings of a directory mostly have the same order, so they are gone through side by side; names that have
    /// moved further are found by their hashes. A million entries take about ten milliseconds, however many went.
    package func carried(to other: EntryList) -> EntrySelection {
        var carried = EntrySelection(of: other)
        if isEmpty { return carried }
        if other.begins(with: entries) {
            for index in indices { carried.insert(index) }
            return carried
        }
        var lost: [Int] = []
        var met = EntrySelection(of: other)
        entries.goAlong(other) { index, found in
            if let found { met.insert(found) }
            guard contains(index) else { return }
            if let found { carried.insert(found) } else { lost.append(index) }
        }
        // Every entry there is one of before: the lost ones are gone.
        guard !lost.isEmpty, met.count < other.count else { return carried }
        let names = NameIndex(other) { !met.contains($0) }
        for index in lost {
            if let found = names.place(of: entries.name(index)) { carried.insert(found) }
        }
        return carried
    }

    /// Takes out everything that is chosen in another selection, which may be of another reading.
    package mutating func subtract(_ other: EntrySelection) {
        let same = other.entries.isSame(as: entries) ? other : other.carried(to: entries)
        for index in same.indices { remove(index) }
    }
}

extension EntrySelection: Hashable {
    /// Selections are the same where the same names are chosen, in the same order.
    package static func == (one: EntrySelection, other: EntrySelection) -> Bool {
        one.count == other.count
            && zip(one.indices, other.indices).allSatisfy {
                one.entries.name($0).elementsEqual(other.entries.name($1))
            }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
