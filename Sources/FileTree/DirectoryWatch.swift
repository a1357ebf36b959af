package import System

/// Tells of changes in directories, by other programs and by this one, without looking at them now and then.
///
/// Where the system has no watches left, and for what happens at the other end of a network, nothing is told.
package final class DirectoryWatch: Sendable {
    /// Names a watched directory; the same directory has one, by however many paths it was reached.
    package typealias Watch = Int32

    /// What happened since the last time.
    package enum News: Hashable, Sendable {
        /// Something went on in these directories.
        case changes(Set<Watch>)
        /// More happened than the system kept: any of them may have changed.
        case tooMuch
    }

    /// Changes that come closer together than this are told at once, in milliseconds.
    private static let quiet: Int32 = 40
    /// Changes are told after this time at the latest, however many still come, in milliseconds.
    private static let patience: UInt64 = 300

    private let queue: Descriptor

    /// - Throws: `FileTreeError` where the system refuses it: the person's processes may have as many as a setting says.
    package init() throws(FileTreeError) {
        let opened = sandglass_watch_open()
        guard opened >= 0 else { throw FileTreeError(errno: -opened, operation: "watch directories") }
        queue = Descriptor(owning: opened)
    }

    /// Begins to watch an open directory; it need not stay open.
    /// - Throws: `FileTreeError`, with `ENOSPC` where there are too many watches.
    package func watch(_ directory: Descriptor) throws(FileTreeError) -> Watch {
        let watch = sandglass_watch_add(queue.number, directory.number)
        guard watch >= 0 else { throw FileTreeError(errno: -watch, operation: "watch the directory") }
        return watch
    }

    /// Ends a watch. What happened before may still be told.
    package func forget(_ watch: Watch) { sandglass_watch_remove(queue.number, watch) }

    /// Waits until something happens, and a moment longer for what comes with it.
    /// - Parameter milliseconds: how long to wait for the first change; nil waits for ever.
    /// - Returns: nil where nothing happened in that time, or the system does not tell any more.
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

    /// Reads everything that is in the queue. A record is `{i32 watch, u32 mask, u32 cookie, u32 length, name}`.
    private func read(into changed: inout Set<Watch>, _ isOverrun: inout Bool) {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
            while true {
                let count = System.read(queue.number, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + 16 <= count {
                    let watch = buffer.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                    let length = buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
                    if watch < 0 { isOverrun = true } else { changed.insert(watch) }
                    offset += 16 + Int(length)
                }
            }
        }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }
}
