/// Finds the places of names in a list: eight bytes for each name, whatever its length.
///
/// Names are hashed with the process's own seed, so that names made to collide cost no more than others.
package struct NameIndex: Sendable {
    private let entries: EntryList
    /// A place in the list and one, or 0 for none; looked for from the hash on until there is none.
    private var slots: [UInt32]
    private let mask: Int

    /// An index of the names of a list.
    /// - Parameter isIncluded: which places of the list count; all where it is not given.
    package init(_ entries: EntryList, where isIncluded: (Int) -> Bool = { _ in true }) {
        self.entries = entries
        let count = (0..<entries.count).reduce(0) { isIncluded($1) ? $0 + 1 : $0 }
        var size = 16
        while size < count * 2 { size *= 2 }
        mask = size - 1
        slots = Array(repeating: 0, count: size)
        let mask = mask
        entries.withStorage { storage in
            slots.withUnsafeMutableBufferPointer { slots in
                for index in 0..<storage.kinds.count where isIncluded(index) {
                    var slot = Self.hash(UnsafeRawBufferPointer(storage.name(index))) & mask
                    while slots[slot] != 0 { slot = (slot + 1) & mask }
                    slots[slot] = UInt32(truncatingIfNeeded: index + 1)
                }
            }
        }
    }

    /// Where a name stands in the list; nil where it does not.
    package func place(of name: ArraySlice<UInt8>) -> Int? {
        name.withUnsafeBufferPointer { name in
            entries.withStorage { storage in
                var slot = Self.hash(UnsafeRawBufferPointer(name)) & mask
                while slots[slot] != 0 {
                    let index = Int(slots[slot]) - 1
                    if storage.isName(index, name) { return index }
                    slot = (slot + 1) & mask
                }
                return nil
            }
        }
    }

    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: name)
        return hasher.finalize()
    }
}
