package import System

/// Reports changes in directories, by this and other programs, without polling.
///
/// Nothing is reported if the system is out of watches, or for remote changes on network file systems.
package final class DirectoryWatch: Sendable {
    /// Identifies a watched directory; the same directory always has the same watch, regardless of the path.
    package typealias Watch = Int32

    /// The changes since the last report.
    package enum News: Hashable, Sendable {
        /// These directories have changed.
        case changes(Set<Watch>)
        /// The system dropped events: any directory may have changed.
        case tooMuch
    }

    /// Changes that are closer together than this are reported together, in milliseconds.
    private static let quiet: Int32 = 40
    /// The time after which changes are reported even if more keep coming, in milliseconds.
    private static let patience: UInt64 = 300

    let queue: Descriptor

    /// Creates a watch queue without watches.
    /// - Throws: `FileTreeError` if the system refuses: the number of instances per user is limited.
    package init() throws(FileTreeError) {
        let opened = sandglass_watch_open()
        guard opened >= 0 else { throw FileTreeError(errno: -opened, operation: "watch directories") }
        queue = Descriptor(owning: opened)
    }

    /// Starts watching an open directory, which may be closed afterwards.
    /// - Throws: `FileTreeError`, with `ENOSPC` if there are too many watches.
    package func watch(_ directory: Descriptor) throws(FileTreeError) -> Watch {
        let watch = sandglass_watch_add(queue.number, directory.number)
        guard watch >= 0 else { throw FileTreeError(errno: -watch, operation: "watch the directory") }
        return watch
    }

    /// Watches whether an open directory itself is moved or removed; nothing else wakes the process.
    /// - Parameter reportsRemovals: Whether names in it that are removed are reported as well.
    /// - Throws: `FileTreeError`, with `ENOSPC` if there are too many watches.
    package func watchPlace(of directory: Descriptor, reportsRemovals: Bool) throws(FileTreeError) -> Watch {
        let watch = sandglass_watch_add_place(queue.number, directory.number, reportsRemovals ? 1 : 0)
        guard watch >= 0 else { throw FileTreeError(errno: -watch, operation: "watch the directory") }
        return watch
    }

    /// Stops a watch. Earlier changes may still be reported.
    package func forget(_ watch: Watch) { sandglass_watch_remove(queue.number, watch) }

    /// Waits for a change, and a moment longer for those that accompany it.
    /// - Parameter milliseconds: How long to wait for the first change; nil waits forever.
    /// - Returns: nil if nothing changed in that time, or if the system stopped reporting.
    package func next(timeoutMilliseconds milliseconds: Int32? = nil) -> News? {
        var changed: Set<Watch> = []
        var isOverrun = false
        guard sandglass_wait_readable(queue.number, milliseconds ?? -1) > 0 else { return nil }
        let end = Self.now() + Self.patience
        repeat {
            read(into: &changed, &isOverrun)
        } while Self.now() < end && sandglass_wait_readable(queue.number, Self.quiet) > 0
        return isOverrun ? .tooMuch : .changes(changed)
    }

    /// Reads all events in the queue.
    private func read(into changed: inout Set<Watch>, _ isOverrun: inout Bool) {
        withUnsafeTemporaryAllocation(of: Watch.self, capacity: 1_024) { watches in
            while true {
                let count = sandglass_watch_read(queue.number, watches.baseAddress, watches.count)
                guard count > 0 else { return }
                for watch in watches[..<count] {
                    if watch < 0 { isOverrun = true } else { changed.insert(watch) }
                }
            }
        }
    }

    private static func now() -> UInt64 { MonotonicClock.now() / 1_000_000 }
}
