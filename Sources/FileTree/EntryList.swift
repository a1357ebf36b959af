package import ContainerModel
import System

/// The entries of a directory in the order in which the system gave them: names as bytes in one arena.
///
/// A million entries cost their names and six bytes each.
package struct EntryList: Sendable {
    /// Every name followed by NUL, so that system calls can take them where they stand.
    private var arena: [UInt8] = []
    /// Where each name begins; one more at the end.
    private var starts: [UInt32] = [0]
    private var kinds: [ItemKind] = []

    /// A list of nothing.
    package init() {}

    /// A list from names in memory, for tests and for what is not a directory of the host.
    package init(_ entries: [(name: [UInt8], kind: ItemKind)]) {
        for entry in entries {
            entry.name.withUnsafeBufferPointer { append($0, kind: entry.kind) }
        }
    }

    /// How many entries there are.
    package var count: Int { kinds.count }
    /// Whether there are none.
    package var isEmpty: Bool { kinds.isEmpty }

    /// The name of an entry, as bytes.
    package func name(_ index: Int) -> ArraySlice<UInt8> {
        arena[Int(starts[index])..<Int(starts[index + 1]) - 1]
    }

    /// What kind of item an entry is, as the directory tells it.
    package func kind(_ index: Int) -> ItemKind { kinds[index] }

    /// Whether the name begins with a dot.
    package func isHidden(_ index: Int) -> Bool { arena[Int(starts[index])] == 0x2e }

    mutating func append(_ name: UnsafeBufferPointer<UInt8>, kind: ItemKind) {
        arena.append(contentsOf: name)
        arena.append(0)
        starts.append(UInt32(truncatingIfNeeded: arena.count))
        kinds.append(kind)
    }

    /// Whether another name of `length` bytes fits: offsets have 32 bits.
    func hasRoom(for length: Int) -> Bool { arena.count + length + 1 <= Int(UInt32.max) }

    mutating func setKind(_ kind: ItemKind, at index: Int) { kinds[index] = kind }

    /// Gives back memory that was reserved for growth.
    mutating func trim() {
        arena = arena.withUnsafeBufferPointer { Array($0) }
        starts = starts.withUnsafeBufferPointer { Array($0) }
        kinds = kinds.withUnsafeBufferPointer { Array($0) }
    }

    /// Adds an entry; a list that is full, with four gigabytes of names, stays as it is.
    package mutating func append(_ name: some Collection<UInt8>, kind: ItemKind) {
        guard hasRoom(for: name.count) else { return }
        arena.append(contentsOf: name)
        arena.append(0)
        starts.append(UInt32(truncatingIfNeeded: arena.count))
        kinds.append(kind)
    }

    /// Whether both are one list in memory: nothing is compared, so equal lists may count as different ones.
    package func isSame(as other: EntryList) -> Bool {
        let (ours, theirs) = (arena.withUnsafeBytes(\.baseAddress), other.arena.withUnsafeBytes(\.baseAddress))
        return count == other.count && ours == theirs
    }

    /// Whether the list begins with all entries of another one.
    package func begins(with other: EntryList) -> Bool {
        guard other.count <= count, Int(starts[other.count]) == other.arena.count else { return false }
        if isSame(as: other) { return true }
        return other.arena.withUnsafeBytes { theirs in
            arena.withUnsafeBytes { ours in
                theirs.count == 0 || memcmp(ours.baseAddress!, theirs.baseAddress!, theirs.count) == 0
            }
        }
    }

    /// Goes through two readings of a directory side by side, and says of each entry of this one where it is in the
    /// other, or nil where it is gone or has moved further than is worth looking.
    ///
    /// - Parameter body: gets the place here, and the place there.
    func goAlong(_ other: EntryList, _ body: (Int, Int?) -> Void) {
        withStorage { ours in
            other.withStorage { theirs in
                var place = 0
                // How many entries in a row were not found, and how many more names far away may be looked at.
                var gap = 0
                var patience = Self.patience
                for index in 0..<ours.kinds.count {
                    let name = ours.name(index)
                    // Where many in a row are gone, the next one that is left is at `place`; where many are new, it is
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

    /// How far a name is looked for beside the place where it is expected.
    private static let nearby = 16
    /// How far it is looked for now and then, where many new entries may have come before it.
    private static let farthest = 65_536
    /// How many names are looked at far away, in all.
    private static let patience = 1_000_000

    /// Where the list stands in memory, for the loops that go over all of it.
    struct Storage {
        let arena: UnsafeBufferPointer<UInt8>
        let starts: UnsafeBufferPointer<UInt32>
        let kinds: UnsafeBufferPointer<ItemKind>

        /// The bytes of a name, without its NUL.
        @inline(__always)
        func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
            let start = Int(starts[index])
            return UnsafeBufferPointer(rebasing: arena[start..<Int(starts[index + 1]) - 1])
        }

        /// Whether an entry has this name.
        @inline(__always)
        func isName(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
            let other = self.name(index)
            guard other.count == name.count else { return false }
            return name.count == 0 || memcmp(other.baseAddress!, name.baseAddress!, name.count) == 0
        }
    }

    /// Calls `body` with the storage, which is good only until it returns.
    func withStorage<Result, Failure>(_ body: (Storage) throws(Failure) -> Result) throws(Failure) -> Result {
        // Array's own method cannot pass a typed error on, so the outcome travels as a value.
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
