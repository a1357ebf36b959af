package import ContainerModel
import System

/// The entries of a directory in the order in which the system returned them, with all names in one array.
///
/// A million entries take the memory of their names and six bytes each.
package struct EntryList: Sendable {
    /// The names, each followed by NUL so that system calls can use them in place.
    private var arena: [UInt8] = []
    /// The offset of each name, followed by the end of the last one.
    private var starts: [UInt32] = [0]
    private var kinds: [ItemKind] = []
    /// Whether any name begins with `._`, as the name of an AppleDouble file does.
    package private(set) var hasAppleDoubles = false

    /// Creates an empty list.
    package init() {}

    /// Creates a list from names in memory, for tests and for trees other than host directories.
    package init(_ entries: [(name: [UInt8], kind: ItemKind)]) {
        for entry in entries {
            entry.name.withUnsafeBufferPointer { append($0, kind: entry.kind) }
        }
    }

    /// The number of entries.
    package var count: Int { kinds.count }
    /// Whether the list is empty.
    package var isEmpty: Bool { kinds.isEmpty }

    /// Returns the name of an entry, as bytes.
    package func name(_ index: Int) -> ArraySlice<UInt8> {
        arena[Int(starts[index])..<Int(starts[index + 1]) - 1]
    }

    /// Returns the kind of an entry, as reported by the directory.
    package func kind(_ index: Int) -> ItemKind { kinds[index] }

    /// Returns the first entries of a kind, as reported by the directory.
    package func first(_ limit: Int, of kind: ItemKind) -> [Int] {
        Array(kinds.indices.lazy.filter { kinds[$0] == kind }.prefix(limit))
    }

    /// Returns whether an entry's name begins with a dot.
    package func isHidden(_ index: Int) -> Bool { arena[Int(starts[index])] == 0x2e }

    mutating func append(_ name: UnsafeBufferPointer<UInt8>, kind: ItemKind) {
        noteAppleDouble(name)
        arena.append(contentsOf: name)
        arena.append(0)
        starts.append(UInt32(truncatingIfNeeded: arena.count))
        kinds.append(kind)
    }

    /// Adds an entry under the path of its directory, which ends in a slash or is empty.
    mutating func append(_ name: UnsafeBufferPointer<UInt8>, below prefix: [UInt8], kind: ItemKind) {
        guard hasRoom(for: prefix.count + name.count) else { return }
        noteAppleDouble(name)
        arena.append(contentsOf: prefix)
        arena.append(contentsOf: name)
        arena.append(0)
        starts.append(UInt32(truncatingIfNeeded: arena.count))
        kinds.append(kind)
    }

    /// Adds all entries of another list; does nothing if they have no room.
    mutating func append(contentsOf other: EntryList) {
        guard hasRoom(for: other.arena.count) else { return }
        let offset = UInt32(arena.count)
        arena.append(contentsOf: other.arena)
        starts.append(contentsOf: other.starts.dropFirst().lazy.map { $0 + offset })
        kinds.append(contentsOf: other.kinds)
        hasAppleDoubles = hasAppleDoubles || other.hasAppleDoubles
    }

    private mutating func noteAppleDouble(_ name: some Collection<UInt8>) {
        if name.first == 0x2e, name.dropFirst().first == 0x5f { hasAppleDoubles = true }
    }

    /// Returns whether another name of `length` bytes fits: offsets have 32 bits.
    func hasRoom(for length: Int) -> Bool { arena.count + length + 1 <= Int(UInt32.max) }

    mutating func setKind(_ kind: ItemKind, at index: Int) { kinds[index] = kind }

    /// Releases memory reserved for growth.
    mutating func trim() {
        arena = arena.withUnsafeBufferPointer { Array($0) }
        starts = starts.withUnsafeBufferPointer { Array($0) }
        kinds = kinds.withUnsafeBufferPointer { Array($0) }
    }

    /// Adds an entry; does nothing if the list is full, with four gigabytes of names.
    package mutating func append(_ name: some Collection<UInt8>, kind: ItemKind) {
        guard hasRoom(for: name.count) else { return }
        noteAppleDouble(name)
        arena.append(contentsOf: name)
        arena.append(0)
        starts.append(UInt32(truncatingIfNeeded: arena.count))
        kinds.append(kind)
    }

    /// Returns whether both lists share the same memory. Does not compare entries, so equal lists may be reported as
    /// different.
    package func isSame(as other: EntryList) -> Bool {
        let (ours, theirs) = (arena.withUnsafeBytes(\.baseAddress), other.arena.withUnsafeBytes(\.baseAddress))
        return count == other.count && ours == theirs
    }

    /// Returns whether the list begins with all entries of another one.
    package func begins(with other: EntryList) -> Bool {
        guard other.count <= count, Int(starts[other.count]) == other.arena.count else { return false }
        if isSame(as: other) { return true }
        return other.arena.withUnsafeBytes { theirs in
            arena.withUnsafeBytes { ours in
                theirs.count == 0 || memcmp(ours.baseAddress!, theirs.baseAddress!, theirs.count) == 0
            }
        }
    }

    /// Compares two readings of a directory in parallel, and calls `body` for each entry of this one with its index in
    /// the other, or nil if it is gone or has moved too far to be found.
    ///
    /// - Parameter body: Receives the index in this list and the index in the other.
    func goAlong(_ other: EntryList, _ body: (Int, Int?) -> Void) {
        withStorage { ours in
            other.withStorage { theirs in
                var place = 0
                // The number of consecutive entries not found, and the number of distant names that may still be
                // examined.
                var gap = 0
                var patience = Self.patience
                for index in 0..<ours.kinds.count {
                    let name = ours.name(index)
                    // After many removed entries, the next remaining one is at `place`; after many added ones, it is
                    // further on.
                    var window = gap % 64 == 0 ? Self.nearby : 1
                    if gap % 4_096 == 4_095 { window = min(Self.farthest, patience) }
                    let end = min(theirs.kinds.count, place + window)
                    var found = place
                    while found < end, !theirs.isName(found, name) { found += 1 }
                    if window > Self.nearby { patience -= found - place }
                    if found < end {
                        place = found + 1
                        gap = 0
                        body(index, found)
                    } else {
                        gap += 1
                        body(index, nil)
                    }
                }
            }
        }
    }

    /// How far from its expected position a name is searched.
    private static let nearby = 16
    /// How far it is searched occasionally, in case many entries were added before it.
    private static let farthest = 65_536
    /// The total number of distant names to examine.
    private static let patience = 1_000_000

    /// The list's memory, for loops over all entries.
    struct Storage {
        let arena: UnsafeBufferPointer<UInt8>
        let starts: UnsafeBufferPointer<UInt32>
        let kinds: UnsafeBufferPointer<ItemKind>

        /// Returns the bytes of a name, without its NUL.
        @inline(__always)
        func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
            let start = Int(starts[index])
            return UnsafeBufferPointer(rebasing: arena[start..<Int(starts[index + 1]) - 1])
        }

        /// Returns whether an entry has the given name.
        @inline(__always)
        func isName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
            let other = self.name(index)
            guard other.count == name.count else { return false }
            return name.count == 0 || memcmp(other.baseAddress!, name.baseAddress!, name.count) == 0
        }
    }

    /// Calls `body` with the storage, which is valid only until `body` returns.
    func withStorage<Result, Failure>(_ body: (Storage) throws(Failure) -> Result) throws(Failure) -> Result {
        // Array's method does not support typed throws, so pass the outcome as a value.
        let outcome: Swift.Result<Result, Failure> = arena.withUnsafeBufferPointer { arena in
            starts.withUnsafeBufferPointer { starts in
                kinds.withUnsafeBufferPointer { kinds in
                    do throws(Failure) {
                        return .success(try body(Storage(arena: arena, starts: starts, kinds: kinds)))
                    } catch {
                        return .failure(error)
                    }
                }
            }
        }
        return try outcome.get()
    }
}
