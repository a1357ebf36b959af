import Synchronization
import System

/// Texts that are not in memory but for the last ones: the others are in an unnamed file.
final class StoredTexts: Sendable {
    private struct State {
        /// The last texts, behind those in the file.
        var last: [UInt8] = []
        var end: UInt64 = 0
        var file: Descriptor?
    }

    /// The number of bits for the length of a text.
    private static let bits = 16
    private static let maxLast = 1 << 20
    private let state = Mutex(State())

    /// Stores a text and returns its key; nil if it is too long, or if there is no room for it.
    func add(_ text: [UInt8]) -> Int64? {
        guard text.count < 1 << Self.bits else { return nil }
        return state.withLock { state in
            if state.last.count >= Self.maxLast {
                guard let file = state.file ?? (try? UnnamedFile.make(size: .max)),
                    state.last.withUnsafeBytes({ file.write($0, at: state.end) }) == 0
                else { return nil }
                state.file = file
                state.end += UInt64(state.last.count)
                state.last.removeAll(keepingCapacity: true)
            }
            let offset = state.end + UInt64(state.last.count)
            state.last += text
            return Int64(bitPattern: offset << Self.bits | UInt64(text.count))
        }
    }

    /// Returns a text by its key; nil if it cannot be read.
    func text(_ key: Int64) -> [UInt8]? {
        let key = UInt64(bitPattern: key)
        let (offset, count) = (key >> Self.bits, Int(key & (1 << Self.bits - 1)))
        return state.withLock { state in
            if offset >= state.end { return Array(state.last[Int(offset - state.end)...].prefix(count)) }
            guard let file = state.file else { return nil }
            let text = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = max(0, file.read(UnsafeMutableRawBufferPointer(buffer), at: offset))
            }
            return text.count == count ? text : nil
        }
    }
}
