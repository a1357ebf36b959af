import System

/// Writes a large copy to disk while it is being made, and drops finished parts from the page cache.
///
/// This leaves little for the final sync, and keeps gigabytes that are read once from evicting other programs' data.
final class Pacing {
    /// The number of bytes after which write-back is started.
    private static let step: UInt64 = 8 * 1_024 * 1_024
    /// How far behind the copy write-back is awaited, in bytes; keeps the disk busy.
    private static let distance: UInt64 = 64 * 1_024 * 1_024

    private let source: Int32
    private let target: Int32
    /// Whether to drop the source from the cache: not if it was cached before.
    private let dropsSource: Bool
    private var begun: UInt64 = 0
    private var finished: UInt64 = 0

    init(source: Int32, target: Int32, _ size: UInt64) {
        self.source = source
        self.target = target
        let cached = sandglass_cached_bytes(source, 0, Int64(clamping: size))
        // If the system does not report it, assume that the source was not cached.
        dropsSource = cached < 0 || UInt64(cached) < size / 2
        posix_fadvise(source, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    /// Reports that the target has been written up to `offset`.
    func reached(_ offset: UInt64) {
        guard offset >= begun + Self.step else { return }
        sandglass_begin_write_back(target, Int64(begun), Int64(offset - begun))
        begun = offset
        guard begun >= finished + Self.distance + Self.step else { return }
        let end = begun - Self.distance
        sandglass_finish_write_back(target, Int64(finished), Int64(end - finished))
        posix_fadvise(target, off_t(finished), off_t(end - finished), POSIX_FADV_DONTNEED)
        if dropsSource { posix_fadvise(source, off_t(finished), off_t(end - finished), POSIX_FADV_DONTNEED) }
        finished = end
    }

    /// Drops the rest of the source as well; the rest of the target is written by the sync.
    deinit {
        if dropsSource { posix_fadvise(source, off_t(finished), 0, POSIX_FADV_DONTNEED) }
    }
}
