import Browser
import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs
import Previews
import Synchronization
import System

/// Finding a text in contents.
extension SessionWorkers {
    /// Returns the files that contain a text.
    /// - Parameter progress: Receives the files found so far.
    /// - Returns: nil if it was cancelled.
    static func search(
        _ entries: EntryList,
        for pattern: ContentsPattern,
        _ request: DirectoryRequest,
        _ tree: any FileTree,
        _ container: Container?,
        _ cancellation: Cancellation,
        _ helpers: WorkerPool,
        _ work: BackgroundWork.Piece,
        progress: @escaping @Sendable (EntryList) -> Void
    ) -> EntryList? {
        // What the actor may not read is not searched, as it is not shown.
        var readable = ListingFilter(showsHidden: request.filter.names.showsHidden, text: Array("r:yes".utf8))
        readable.matchesPaths = true
        let inquiry = ListingInquiry(
            entries, of: request.directory, isFlat: true, in: tree, container, rules: request.rules, helpers: helpers,
            cancellation: cancellation)
        let order = EntryOrder(key: .name, directoriesFirst: false)
        let filter = container == nil ? ListingFilter(showsHidden: true) : readable
        guard let files = inquiry.arranged(by: order, filter: filter, totals: [:])?.order else { return nil }
        let search = ContentsSearch(
            pattern, in: entries, files: files, below: request.path, of: tree,
            ContentsOptions(countsLines: false, mostHits: 1))
        let found = Mutex(
            (entries: EntryList(), unread: 0, first: String?.none, next: MonotonicClock.now() + firstRowsDelay))
        let isWhole = search.run(on: helpers, cancellation: cancellation) { result in
            found.withLock { found in
                if result.error != nil || result.problems.contains(where: \.isIncomplete) {
                    found.unread += 1
                    let reason = result.error?.reason ?? result.problems.first(where: \.isIncomplete)?.message
                    let name = String(decoding: entries.name(Int(search.entry(of: result.file))), as: UTF8.self)
                    found.first = found.first ?? "\(name)\(reason.map { ": \($0)" } ?? "")"
                }
                guard !result.hits.isEmpty else { return }
                found.entries.append(entries.name(Int(search.entry(of: result.file))), kind: .file)
                guard MonotonicClock.now() >= found.next else { return }
                progress(found.entries)
                found.next = MonotonicClock.now() + rowsInterval
            }
            return true
        }
        guard isWhole else { return nil }
        return found.withLock { found in
            // The first of them stands for all: the list of tasks has one row for a search.
            if found.unread > 0 {
                let first = found.first.map { ": \($0)" } ?? ""
                work.fail("\(Counted.files(found.unread)) could not be searched completely\(first)")
            }
            return found.entries
        }
    }
}
