import CEncryption
import Synchronization

/// A passphrase while it is typed: in memory that is locked, in no core file, and overwritten when the last reference is
/// released. Places count Unicode scalars.
package final class PassphraseEntry: Sendable {
    /// The bytes of each scalar as UTF-8, one behind the other.
    private struct Text {
        let memory: UnsafeMutableRawBufferPointer
        var count = 0

        /// Returns the number of bytes before a scalar, or all if there are not as many scalars.
        func offset(of place: Int) -> Int {
            var rest = place
            for offset in 0..<count where memory[offset] & 0xc0 != 0x80 {
                if rest == 0 { return offset }
                rest -= 1
            }
            return count
        }

        /// Moves the bytes from `offset` on by `distance`.
        mutating func move(from offset: Int, by distance: Int) {
            let rest = UnsafeRawBufferPointer(rebasing: memory[offset..<count])
            UnsafeMutableRawBufferPointer(rebasing: memory[(offset + distance)...]).copyMemory(from: rest)
            count += distance
        }
    }

    private let text: Mutex<Text>

    /// Creates an empty passphrase.
    /// - Returns: nil if there is no memory.
    package init?() {
        guard let memory = LockedMemory.allocate(Passphrase.longest) else { return nil }
        text = Mutex(Text(memory: UnsafeMutableRawBufferPointer(start: memory, count: Passphrase.longest)))
    }

    deinit { text.withLock { text in text.memory.baseAddress.map { LockedMemory.release($0, text.memory.count) } } }

    /// Inserts a scalar before the one at a place, or at the end.
    /// - Returns: Whether there was room for it.
    package func insert(_ scalar: Unicode.Scalar, at place: Int) -> Bool {
        text.withLock { text in
            // No array of the bytes: it would not be overwritten.
            guard let bytes = UTF8.encode(scalar), text.count + bytes.count <= Passphrase.longest else { return false }
            var offset = text.offset(of: place)
            text.move(from: offset, by: bytes.count)
            for byte in bytes {
                text.memory[offset] = byte
                offset += 1
            }
            return true
        }
    }

    /// Removes scalars.
    package func remove(_ places: Range<Int>) {
        text.withLock { text in
            let (start, end) = (text.offset(of: places.lowerBound), text.offset(of: places.upperBound))
            let before = text.count
            text.move(from: end, by: start - end)
            sandglass_wipe(text.memory.baseAddress.map { $0 + text.count }, before - text.count)
        }
    }

    /// Returns the current passphrase.
    /// - Returns: nil if there is no memory.
    package func finish() -> Passphrase? {
        text.withLock { Passphrase(copying: UnsafeRawBufferPointer(rebasing: $0.memory[..<$0.count])) }
    }
}
