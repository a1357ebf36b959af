import ContainerModel
import FileTree
package import Jobs
import System

/// How far containers are looked for below a directory that is none, and what was left out. Unless something else is
/// needed, all look equally far, so that every command finds the containers that `apps` lists.
package final class CandidateSearch {
    /// How many levels of directories are examined; 0 if only what is around the path counts.
    package let levels: Int
    /// The maximum number of entries examined in directories that are not containers.
    package let maxEntries: Int
    /// Whether archives are opened to find out what they hold. If not, their names say that they hold a container.
    let opensArchives: Bool
    /// Whether there are directories that were not examined.
    package internal(set) var isCutOff = false
    /// Why directories and archives could not be examined.
    package private(set) var failures: [ContainerStoreError] = []
    /// The number of entries so far.
    private var examined = 0
    private let cancellation: Cancellation
    private let deadline: UInt64?

    /// - Parameter deadline: When to stop looking, as `MonotonicClock` has it; nil for no limit.
    package init(
        levels: Int = 8, maxEntries: Int = 65_536, opensArchives: Bool = true,
        cancellation: Cancellation = Cancellation(), deadline: UInt64? = nil
    ) {
        self.levels = levels
        self.maxEntries = maxEntries
        self.opensArchives = opensArchives
        self.cancellation = cancellation
        self.deadline = deadline
    }

    /// Whether everything was examined.
    var leftNothingOut: Bool { !isCutOff && failures.isEmpty }

    /// How far containers are looked for, in words.
    var extent: String {
        "the first \(ByteCount.grouped(UInt64(maxEntries))) entries of directories, \(levels) levels deep"
    }

    /// Whether as much has been looked at as may be.
    var isExhausted: Bool { examined >= maxEntries || isStopped }

    /// Whether the search was cancelled, or its time is over.
    var isStopped: Bool { cancellation.isCancelled || deadline.map { MonotonicClock.now() >= $0 } ?? false }

    /// Returns the entries of a directory that is not a container; nil if they cannot be read, or are too many.
    /// - Parameter isOfContainers: Whether the directory's purpose is to hold containers, so that all entries are read.
    func entries(of directory: HostDirectory, isOfContainers: Bool) -> EntryList? {
        do throws(FileTreeError) {
            let limit = isOfContainers ? .max : maxEntries - examined
            let entries = try directory.tree.directory(at: .root).entries(limit: limit)
            if entries == nil { isCutOff = true }
            examined += isOfContainers ? 0 : max(1, entries?.count ?? limit)
            return entries
        } catch {
            note(error, at: directory.path)
            return nil
        }
    }

    /// Opens a directory or an archive that may be a container or hold some; nil if it cannot be opened.
    func open(_ path: HostPath) -> HostDirectory? {
        do throws(FileTreeError) {
            return try HostDirectory(path)
        } catch {
            note(error, at: path)
            return nil
        }
    }

    /// Remembers why a place could not be examined, unless it has gone in the meantime.
    private func note(_ error: FileTreeError, at path: HostPath) {
        guard ![.notFound, .notADirectory, .throughLink].contains(error.code) else { return }
        failures.append(ContainerStoreError(error, path.bytes))
    }

    /// Adopts the failures of a search for the containers of a device.
    func adopt(_ other: CandidateSearch) { failures += other.failures }
}
