import System

/// Sends a large copy to its disk while it is still being made, and takes what is done with out of the page cache.
///
/// The last sync then has little left to do, and what other programs keep in the cache is not pushed out by gigabytes
/// that are read once.
final class Pacing {
    /// How much is begun to be written at a time.
    private static let step: UInt64 = 8 * 1_024 * 1_024
    /// How far behind it is waited for: the disk always has something to do.
    private static let distance: UInt64 = 64 * 1_024 * 1_024

    private let source: Int32
    private let target: Int32
    /// Whether nobody had read the file lately: what was in the cache before stays there.
    private let dropsSource: Bool
    private var begun: UInt64 = 0
    private var finished: UInt64 = 0

    init(source: Int32, target: Int32, _ size: UInt64) {
        self.source = source
        self.target = target
        let cached = sandglass_cached_bytes(source, 0, Int64(clamping: size))
        // Where the system does not tell, the cache is better off without.
        dropsSource = cached < 0 || UInt64(cached) < size / 2
        posix_fadvise(source, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    /// Everything up to `offset` has been written to the target.
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

    /// What the last steps left of the source goes, too; the target's rest is written by the sync.
    deinit {
        if dropsSource { posix_fadvise(source, off_t(finished), 0, POSIX_FADV_DONTNEED) }
    }
}
