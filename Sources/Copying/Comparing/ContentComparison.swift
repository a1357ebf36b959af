import FileTree
package import Jobs
package import System

/// Compares the contents of two files.
package final class ContentComparison {
    /// The number of bytes read at a time.
    private static let step = 256 * 1_024
    /// Files larger than this are dropped from the page cache afterwards.
    private static let uncachedSize = 32 * 1_024 * 1_024

    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * step, alignment: 4_096)

    /// Creates a comparison, to be used by one thread at a time.
    package init() {}

    deinit { buffer.deallocate() }

    /// Returns whether two open files have the same contents; also false if cancelled, or if a file cannot be read.
    package func haveSameBytes(_ one: Descriptor, _ other: Descriptor, _ cancellation: Cancellation) -> Bool {
        (try? compare(one, other, cancellation)) ?? false
    }

    /// - Returns: Whether the files have the same contents; also false if cancelled.
    /// - Throws: `Refusal` if a file cannot be read.
    func compare(
        _ name: UnsafePointer<CChar>,
        in directory: Descriptor,
        with otherName: UnsafePointer<CChar>,
        in otherDirectory: Descriptor,
        _ cancellation: Cancellation
    ) throws(Refusal) -> Bool {
        try compare(open(name, directory), open(otherName, otherDirectory), cancellation)
    }

    private func compare(
        _ one: Descriptor, _ other: Descriptor, _ cancellation: Cancellation
    ) throws(Refusal) -> Bool {
        var offset = 0
        while !cancellation.isCancelled {
            let first = try fill(one, offset, half: 0)
            let second = try fill(other, offset, half: 1)
            guard first == second else { return false }
            if first == 0 {
                if offset > Self.uncachedSize { posix_fadvise(other.number, 0, 0, POSIX_FADV_DONTNEED) }
                return true
            }
            guard let base = buffer.baseAddress, memcmp(base, base + Self.step, first) == 0 else { return false }
            offset += first
        }
        return false
    }

    private func open(_ name: UnsafePointer<CChar>, _ directory: Descriptor) throws(Refusal) -> Descriptor {
        let opened = sandglass_open_component(directory.number, name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard opened >= 0 else { throw Refusal(-opened) }
        posix_fadvise(opened, 0, 0, POSIX_FADV_SEQUENTIAL)
        return Descriptor(owning: opened)
    }

    /// Fills one half of the buffer, less only at the end of the file.
    private func fill(_ file: Descriptor, _ offset: Int, half: Int) throws(Refusal) -> Int {
        var interruptions = Interruptions()
        var filled = 0
        while filled < Self.step {
            let start = buffer.baseAddress.map { $0 + half * Self.step + filled }
            let count = pread(file.number, start, Self.step - filled, off_t(offset + filled))
            if count < 0, interruptions.allowAnother() { continue }
            guard count >= 0 else { throw Refusal(errno) }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}
