import ContainerModel
import FileTree
import Jobs
import Synchronization
import System

/// The contents that a store has.
///
/// When the contents of many files that were kept before are looked up, each directory of contents is read once, which
/// takes a fraction of the time of a look at each file. None stays open: with more than 64 descriptors, the kernel enlarges
/// the table of them, and all threads wait for that for some milliseconds.
final class StoredContents: Sendable {
    /// A directory of contents.
    private enum Place {
        case unread
        /// The names in it.
        case names(NameIndex)
    }

    /// A directory of contents once it is known. Each has its own lock, so that several are read at once.
    private final class Slot: Sendable {
        let place = Mutex<Place?>(nil)
    }

    /// The number of entries that are read in the time of a look at one file.
    private static let entriesPerLook = 16

    private let objects: RootedDirectory
    /// The largest directory that is read, in entries.
    private let most: Int
    /// The directories, by the first byte of the digests in them.
    private let slots = (0..<256).map { _ in Slot() }

    /// Creates a view of a store.
    /// - Parameters:
    ///   - objects: The directory of contents.
    ///   - lookups: The number of files whose contents will be looked up with `has(_:)`.
    init(_ objects: RootedDirectory, lookups: Int) {
        self.objects = objects
        let perDirectory = lookups / 256
        most = perDirectory == 0 ? 0 : max(256, perDirectory * Self.entriesPerLook)
    }

    /// Returns whether contents are in the store.
    ///
    /// Contents get their names once all of them are on disk. Damage since then is found when they are read.
    func has(_ digest: [UInt8]) -> Bool {
        switch place(of: digest) {
        case nil: false
        case .names(let names)?: names.place(of: Self.name(of: digest)[...]) != nil
        case .unread?: status(of: digest)?.kind == .file
        }
    }

    /// Returns whether contents are in the store, with the size that they should have.
    func has(_ digest: [UInt8], size: UInt64) -> Bool {
        guard let status = status(of: digest) else { return false }
        return status.kind == .file && status.size == size
    }

    private func status(of digest: [UInt8]) -> ItemStatus? { try? objects.status(TimePointLayout.object(digest)) }

    /// Returns the directory of contents; nil if it does not exist.
    private func place(of digest: [UInt8]) -> Place? {
        guard let first = digest.first else { return nil }
        return slots[Int(first)].place.withLock { found in
            if let found { return found }
            guard let path = TimePointLayout.object(digest).parent, let opened = try? objects.openDirectory(path)
            else { return nil }
            let place = names(in: .host(opened)).map { .names($0) } ?? Place.unread
            found = place
            return place
        }
    }

    private func names(in directory: TreeDirectory) -> NameIndex? {
        guard most > 0 else { return nil }
        let (most, limit) = (most, Cancellation())
        let entries = try? directory.entries(path: .root, cancellation: limit) { if $0.count > most { limit.cancel() } }
        return (entries ?? nil).map { entries in NameIndex(entries) { entries.kind($0) == .file } }
    }

    /// Returns the name that contents have in their directory. `TimePointLayout.object` makes a checked path, which takes
    /// longer than the look at the file.
    private static func name(of digest: [UInt8]) -> [UInt8] {
        var name: [UInt8] = []
        name.reserveCapacity(2 * digest.count)
        for byte in digest.dropFirst() {
            name.append(digit(byte >> 4))
            name.append(digit(byte & 15))
        }
        return name
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
