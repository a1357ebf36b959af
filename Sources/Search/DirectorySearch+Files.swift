import ContainerModel
package import FileTree
package import Formats
import Synchronization
import System

/// Files that contain a text, as a list that grows while it is shown.
extension DirectorySearch {
    /// The files that contain a text.
    package struct Files: Sendable {
        /// The files, each named by its path from the directory.
        package var entries = EntryList()
        /// The first hit in each of the first files, in their order; later ones are not kept.
        package var hits: [ContentsHit] = []
        /// Why files may be missing, as a sentence without a full stop; nil if all were searched. Not sanitized.
        package var problem: String?

        /// The maximum number of hits kept: they are read on a screen, and each takes up to a kilobyte.
        private static let maxHits = 10_000

        /// Creates a list.
        package init(_ entries: EntryList = EntryList()) { self.entries = entries }

        /// Adds a file.
        mutating func append(_ name: some Collection<UInt8>, _ hit: ContentsHit) {
            if hits.count == entries.count, hits.count < Self.maxHits { hits.append(hit) }
            entries.append(name, kind: .file)
        }
    }

    /// Returns the files in the scope that contain a text, hidden ones too, among those that the actor may read.
    /// - Parameters:
    ///   - pacing: When the files found so far are passed on.
    ///   - progress: Receives the files found so far, on any thread, one call at a time.
    /// - Throws: `FileTreeError` if the directory itself cannot be read.
    /// - Returns: nil if it was cancelled.
    package func files(
        containing pattern: ContentsPattern, pacing: Pacing,
        progress: @escaping @Sendable (Files) -> Void
    ) throws(FileTreeError) -> Files? {
        // Items that the actor may not read are neither searched nor shown. There are no rules on this computer.
        var filter = ListingFilter(showsHidden: true)
        if scope.container != nil { filter.text = Array("r:yes".utf8) }
        filter.matchesPaths = scope.container != nil
        guard let all = try items(by: filter, in: EntryOrder(key: .name, directoriesFirst: false)) else { return nil }
        let search = contents(of: all, for: pattern, ContentsOptions(countsLines: false, maxHits: 1))
        let state = Mutex((files: Files(), unread: 0, first: String?.none, next: pacing.first))
        let isWhole = search.searchFiles(on: helpers, cancellation: cancellation) { result in
            let name = all.entries.name(Int(search.entry(of: result.file)))
            state.withLock { state in
                if let reason = result.incompleteness {
                    state.unread += 1
                    state.first = state.first ?? "\(String(decoding: name, as: UTF8.self)): \(reason)"
                }
                guard let hit = result.hits.first else { return }
                state.files.append(name, hit)
                guard MonotonicClock.now() >= state.next else { return }
                progress(state.files)
                state.next = MonotonicClock.now() + pacing.interval
            }
            return true
        }
        guard isWhole else { return nil }
        return state.withLock { state in
            // The first of them stands for all: the list of tasks has one row for a search.
            if let first = state.first {
                state.files.problem = "\(Pluralized.files(state.unread)) could not be searched completely: \(first)"
            }
            if let unread = all.incompleteness {
                state.files.problem = state.files.problem.map { "\(unread); \($0)" } ?? unread
            }
            return state.files
        }
    }

    /// When results are passed on.
    package struct Pacing: Sendable {
        /// The earliest time of the first ones, on the monotonic clock in nanoseconds.
        package let first: UInt64
        /// The least time between two of them, in nanoseconds.
        package let interval: UInt64

        package init(first: UInt64, interval: UInt64) {
            self.first = first
            self.interval = interval
        }
    }
}

extension ContentsSearch.FileResult {
    /// Why hits may be missing; nil if none are.
    package var incompleteness: String? {
        error?.reason ?? problems.first(where: \.isIncomplete)?.message
    }
}
