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
    /// What is known of a directory of contents. Each has its own lock, so that several are read at once.
    private final class Slot: Sendable {
        /// The names in it; nil if it was not read, the inner nil if it is too large or absent.
        let names = Mutex<NameIndex??>(nil)
    }

    /// The number of entries that are read in the time of a look at one file.
    private static let entriesPerLook = 16

    private let objects: RootedDirectory
    /// The largest directory that is read, in entries.
    private let maximum: Int
    /// The directories, by the first byte of the digests in them.
    private let slots = (0..<256).map { _ in Slot() }

    /// Creates a view of a store.
    /// - Parameters:
    ///   - objects: The directory of contents.
    ///   - lookups: The number of files whose contents will be looked up with `has(_:)`.
    init(_ objects: RootedDirectory, lookups: Int) {
        self.objects = objects
        let perDirectory = lookups / 256
        maximum = perDirectory == 0 ? 0 : max(256, perDirectory * Self.entriesPerLook)
    }

    /// Returns whether contents are in the store.
    ///
    /// Contents get their names once all of them are on disk. Damage since then is found when they are read.
    func has(_ digest: [UInt8]) -> Bool {
        if let names = names(besides: digest) { return names.place(of: TimePointLayout.objectName(digest)[...]) != nil }
        return status(of: digest)?.kind == .file
    }

    /// Opens contents that are in the store, to be compared with those that have their digest; nil if they are not there, or
    /// have another size.
    func open(_ digest: [UInt8], size: UInt64) -> Descriptor? {
        guard let status = status(of: digest), status.kind == .file, status.size == size else { return nil }
        return try? objects.openFile(TimePointLayout.object(digest))
    }

    private func status(of digest: [UInt8]) -> ItemStatus? { try? objects.status(TimePointLayout.object(digest)) }

    /// Returns the names in the directory of contents; nil if it is not worth reading, too large or absent.
    private func names(besides digest: [UInt8]) -> NameIndex? {
        guard maximum > 0, let first = digest.first else { return nil }
        return slots[Int(first)].names.withLock { known in
            if let known { return known }
            let names = read(TimePointLayout.object(digest).parent ?? .root)
            known = .some(names)
            return names
        }
    }

    private func read(_ path: ContainerPath) -> NameIndex? {
        guard let opened = try? objects.openDirectory(path) else { return nil }
        let (maximum, limit) = (maximum, Cancellation())
        let entries = try? TreeDirectory.host(opened).entries(path: .root, cancellation: limit) {
            if $0.count > maximum { limit.cancel() }
        }
        return (entries ?? nil).map { entries in NameIndex(entries) { entries.kind($0) == .file } }
    }
}
