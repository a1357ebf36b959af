import FileTree
import Jobs
import System

/// Copies the contents of an open file to a new one: by sharing the data if the file system can, within the kernel if
/// it can, otherwise by reading and writing. Holes are preserved.
final class ContentCopier {
    /// The result of a copy that did not fail.
    enum Outcome {
        /// The number of bytes copied, including holes.
        case copied(UInt64)
        case cancelled
    }

    /// A failed system call and the operation it was part of.
    struct Failure: Error {
        let operation: String
        let errno: Int32
        /// Whether the copy failed rather than the source.
        var isOfTarget = false
    }

    /// The number of bytes read at a time; smaller files are read in one piece.
    private static let bufferSize = 256 * 1_024
    /// The number of bytes the kernel copies at a time; cancellation is checked in between.
    private static let chunk: UInt64 = 8 * 1_024 * 1_024
    /// Files larger than this do not stay in the page cache, to leave room for other programs' data.
    private static let uncachedSize: UInt64 = 32 * 1_024 * 1_024

    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4_096)
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    /// Pairs of devices that cannot share data.
    private var unshared: Set<DevicePair> = []
    /// Pairs of devices between which the kernel does not copy.
    private var uncopied: Set<DevicePair> = []

    private struct DevicePair: Hashable {
        let source: UInt64
        let target: UInt64
    }

    init(progress: ProgressMeter, cancellation: Cancellation) {
        self.progress = progress
        self.cancellation = cancellation
    }

    deinit { buffer.deallocate() }

    /// - Parameters:
    ///   - status: The status of `source`.
    ///   - targetDevice: A number that identifies the target's file system.
    ///   - target: An empty file, at offset 0.
    func copy(
        _ source: Int32,
        _ status: sandglass_stat,
        to target: Int32,
        targetDevice: UInt64
    ) throws(Failure) -> Outcome {
        let devices = DevicePair(source: status.device, target: targetDevice)
        if status.size > 0, !unshared.contains(devices) {
            let failure = sandglass_clone_contents(source, target)
            if failure == 0 {
                progress.add(bytes: status.size)
                return .copied(status.size)
            }
            // Other errors concern only this file; the fallback shows whether they matter.
            if [-EOPNOTSUPP, -EXDEV, -ENOTTY, -ENOSYS, -EINVAL].contains(failure) { unshared.insert(devices) }
        }
        if status.size <= UInt64(Self.bufferSize), !hasHoles(status) {
            return try copyPlainly(source, to: target, from: 0, size: nil)
        }
        let pacing = status.size >= Self.uncachedSize ? Pacing(source: source, target: target, status.size) : nil
        guard hasHoles(status) else { return try copyRange(source, to: target, 0..<status.size, devices, pacing) }
        return try copySparsely(source, to: target, status.size, devices, pacing)
    }

    private func hasHoles(_ status: sandglass_stat) -> Bool {
        status.blocks.multipliedReportingOverflow(by: 512).partialValue < status.size
    }

    private func copySparsely(
        _ source: Int32,
        to target: Int32,
        _ size: UInt64,
        _ devices: DevicePair,
        _ pacing: Pacing?
    ) throws(Failure) -> Outcome {
        var offset: UInt64 = 0
        while offset < size {
            let data = sandglass_next_data(source, Int64(clamping: offset))
            if data == -Int64(ENXIO) { break }
            // Not every file system reports its holes.
            let start = data < 0 ? offset : UInt64(data)
            let hole = data < 0 ? -1 : sandglass_next_hole(source, data)
            let end = hole < 0 ? size : min(size, UInt64(hole))
            guard start < size else { break }
            progress.add(bytes: start - offset)
            guard case .copied(let count) = try copyRange(source, to: target, start..<end, devices, pacing) else {
                return .cancelled
            }
            offset = start + count
            // The file was truncated meanwhile.
            if count < end - start { return .copied(offset) }
        }
        if offset < size { progress.add(bytes: size - offset) }
        guard ftruncate(target, off_t(clamping: size)) == 0 else {
            throw Failure(operation: "write the copy", errno: errno, isOfTarget: true)
        }
        return .copied(size)
    }

    private func copyRange(
        _ source: Int32,
        to target: Int32,
        _ range: Range<UInt64>,
        _ devices: DevicePair,
        _ pacing: Pacing?
    ) throws(Failure) -> Outcome {
        var offset = range.lowerBound
        while offset < range.upperBound, !uncopied.contains(devices) {
            if cancellation.isCancelled { return .cancelled }
            let size = min(Self.chunk, range.upperBound - offset)
            let count = sandglass_copy_range(source, target, Int64(offset), Int(size))
            if count <= 0 {
                if [EXDEV, ENOSYS, EOPNOTSUPP, EINVAL, EPERM].contains(Int32(-count)) { uncopied.insert(devices) }
                // Some file systems do not support it, or report the end of the file too early.
                break
            }
            offset += UInt64(count)
            progress.add(bytes: UInt64(count))
            pacing?.reached(offset)
        }
        guard offset < range.upperBound else { return .copied(range.upperBound - range.lowerBound) }
        let rest = try copyPlainly(source, to: target, from: offset, size: range.upperBound - offset, pacing)
        guard case .copied(let count) = rest else { return .cancelled }
        return .copied(offset - range.lowerBound + count)
    }

    /// - Parameter size: The number of bytes to copy; nil copies up to the end of the file.
    private func copyPlainly(
        _ source: Int32,
        to target: Int32,
        from start: UInt64,
        size: UInt64?,
        _ pacing: Pacing? = nil
    ) throws(Failure) -> Outcome {
        var offset = start
        var interruptions = Interruptions()
        let end = size.map { start + $0 }
        while true {
            if cancellation.isCancelled { return .cancelled }
            let wanted = end.map { Int(min(UInt64(Self.bufferSize), $0 - offset)) } ?? Self.bufferSize
            if wanted == 0 { break }
            let filled = pread(source, buffer.baseAddress, wanted, off_t(clamping: offset))
            if filled < 0, interruptions.allowAnother() { continue }
            guard filled >= 0 else { throw Failure(operation: "read the file", errno: errno) }
            if filled == 0 { break }
            var written = 0
            while written < filled {
                let count = pwrite(
                    target, buffer.baseAddress.map { $0 + written }, filled - written,
                    off_t(clamping: offset) + off_t(written))
                if count < 0, interruptions.allowAnother() { continue }
                guard count > 0 else {
                    throw Failure(operation: "write the copy", errno: count == 0 ? EIO : errno, isOfTarget: true)
                }
                written += count
            }
            offset += UInt64(filled)
            progress.add(bytes: UInt64(filled))
            pacing?.reached(offset)
            // A file smaller than the buffer has been read completely; the caller checks whether it grew.
            if end == nil, filled < wanted { break }
        }
        return .copied(offset - start)
    }
}
