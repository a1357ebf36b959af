import CEncryption

/// A passphrase in memory that is locked, in no core file, and overwritten when the last reference is released.
package final class Passphrase: Sendable {
    /// The greatest number of bytes.
    package static let longest = 4_096

    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
    /// The number of bytes.
    package let count: Int

    /// Takes over a passphrase, and overwrites the bytes given.
    /// - Returns: nil if it is longer than `longest`, or if there is no memory.
    package init?(taking bytes: inout [UInt8]) {
        defer { bytes.withUnsafeMutableBytes { sandglass_wipe($0.baseAddress, $0.count) } }
        guard let memory = bytes.withUnsafeBytes({ Self.copy(of: $0) }) else { return nil }
        (self.memory, count) = (memory, bytes.count)
    }

    /// - Returns: nil if there are more bytes than `longest`, or if there is no memory.
    init?(copying bytes: UnsafeRawBufferPointer) {
        guard let memory = Self.copy(of: bytes) else { return nil }
        (self.memory, count) = (memory, bytes.count)
    }

    private static func copy(of bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
        guard bytes.count <= longest, let memory = sandglass_secret_allocate(longest) else { return nil }
        UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
        return memory
    }

    deinit { sandglass_secret_release(memory, Self.longest) }

    /// Calls `body` with the bytes, which must not be kept.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}

extension Passphrase: Hashable {
    /// Passphrases are told apart by identity: their bytes are compared nowhere.
    package static func == (left: Passphrase, right: Passphrase) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
