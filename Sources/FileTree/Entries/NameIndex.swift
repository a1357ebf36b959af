/// A hash index of the names in a list. It takes 8 to 16 bytes for each name, regardless of its length.
///
/// Hashes are seeded per process, so names cannot be crafted to collide.
package struct NameIndex: Sendable {
    private let entries: EntryList
    /// The index of an entry plus one, or 0 for an empty slot; collisions are resolved by linear probing.
    private var slots: [UInt32]
    private let mask: Int

    /// Creates an index of the names of a list.
    /// - Parameter isIncluded: Returns whether to include the entry at an index; by default all are included.
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

    /// Returns the index of the entry with a name; nil if there is none.
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
