import Formats
import Synchronization
import System

/// Reduced pictures on disk, so that a large picture is decoded once.
///
/// The files are accessible only to the user, and bounded in sum; the least recently used file goes first. A damaged
/// file is ignored and removed.
package final class PictureCache: Sendable {
    /// `$XDG_CACHE_HOME/sandglass/pictures`.
    package static let shared = PictureCache(
        at: BaseDirectory.cache.path().map { $0 + "/sandglass/pictures".utf8 })

    private let path: [UInt8]?
    private let maxBytes: Int
    /// The sum of the sizes of the files, as far as is known; nil before the first is written.
    private let sum = Mutex<Int?>(nil)

    /// Creates a cache in a directory, which is created when something is kept.
    /// - Parameters:
    ///   - path: Absolute; nil to keep nothing.
    ///   - maxBytes: The most bytes in all files.
    package init(at path: [UInt8]?, maxBytes: Int = 64 << 20) {
        self.path = path
        self.maxBytes = maxBytes
    }

    /// Returns a picture that was kept; nil if there is none.
    package func picture(_ version: PictureVersion) -> DecodedPicture? {
        guard let directory = open() else { return nil }
        let opened = withNullTerminated(version.name) {
            sandglass_open_component(directory.number, $0, O_RDONLY | O_NONBLOCK)
        }
        guard opened >= 0 else { return nil }
        let file = Descriptor(owning: opened)
        guard let entry = PictureCacheEntry(reading: file) else {
            remove(version.name, in: directory)
            return nil
        }
        guard entry.version == version.numbers else { return nil }
        // The time of the last use.
        futimens(file.number, nil)
        return entry.picture
    }

    /// Keeps a picture; does nothing if that is impossible.
    package func keep(_ picture: DecodedPicture, as version: PictureVersion) {
        guard let path else { return }
        try? makeDirectories(around: path + [0x2f])
        guard let directory = open() else { return }
        let bytes = PictureCacheEntry(picture, version).bytes
        do throws(Errno) {
            try WholeFile.write(bytes, to: version.name, in: directory.number, .untilPowerFails)
        } catch { return }
        let isTooLarge = sum.withLock { sum in
            guard let known = sum else { return true }
            sum = known + bytes.count
            return known + bytes.count > maxBytes
        }
        if isTooLarge { clean(directory) }
    }

    private func open() -> Descriptor? {
        guard let path else { return nil }
        let opened = withNullTerminated(path) { sandglass_open_host($0, O_RDONLY | O_DIRECTORY) }
        return opened >= 0 ? Descriptor(owning: opened) : nil
    }

    private func remove(_ name: [UInt8], in directory: Descriptor) {
        _ = withNullTerminated(name) { sandglass_remove_name(directory.number, $0, 0) }
    }

    /// Adds up the sizes, and removes the least recently used files if the total is too large.
    private func clean(_ directory: Descriptor) {
        var files: [(name: [UInt8], size: Int, used: Int64)] = []
        var buffer = [UInt64](repeating: 0, count: 4_096)
        let room = buffer.count * 8
        while true {
            let filled = sandglass_read_entries(directory.number, &buffer, room)
            guard filled > 0 else { break }
            var offset = 0
            var entry = sandglass_entry()
            while sandglass_next_entry(buffer, filled, &offset, &entry) != 0 {
                var status = sandglass_stat()
                guard sandglass_status(directory.number, entry.name, &status) == 0 else { continue }
                let name = Array(UnsafeRawBufferPointer(start: entry.name, count: entry.length))
                // Nothing else in there is the program's.
                guard PictureVersion.isName(name) else { continue }
                files.append((name, Int(clamping: status.size), status.modified_seconds))
            }
        }
        var total = files.reduce(0) { $0 + $1.size }
        if total > maxBytes {
            // A quarter more than necessary, so that this is rare.
            for file in files.sorted(by: { $0.used < $1.used }) where total > maxBytes / 4 * 3 {
                remove(file.name, in: directory)
                total -= file.size
            }
        }
        sum.withLock { $0 = total }
    }
}
