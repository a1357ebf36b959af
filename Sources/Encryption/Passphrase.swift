import CEncryption

/// A passphrase in memory that is locked, in no core file, and overwritten when the last reference is released.
package final class Passphrase: Sendable {
    /// The maximum number of bytes.
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

    private init(_ memory: UnsafeMutableRawPointer, _ count: Int) { (self.memory, self.count) = (memory, count) }

    /// Creates a passphrase that is read straight into its memory.
    /// - Parameter read: Fills the memory, which has room for `longest` bytes, and returns the number of bytes.
    /// - Returns: nil if there is no memory.
    /// - Throws: The errors of `read`.
    package static func reading<Failure: Error>(
        _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Passphrase? {
        guard let memory = LockedMemory.allocate(longest) else { return nil }
        do throws(Failure) {
            return Passphrase(memory, try read(UnsafeMutableRawBufferPointer(start: memory, count: longest)))
        } catch {
            LockedMemory.release(memory, longest)
            throw error
        }
    }

    /// - Returns: nil if there are more bytes than `longest`, or if there is no memory.
    init?(copying bytes: UnsafeRawBufferPointer) {
        guard let memory = Self.copy(of: bytes) else { return nil }
        (self.memory, count) = (memory, bytes.count)
    }

    private static func copy(of bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
        guard bytes.count <= longest, let memory = LockedMemory.allocate(longest) else { return nil }
        UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
        return memory
    }

    deinit { LockedMemory.release(memory, Self.longest) }

    /// Returns whether two passphrases have the same bytes, in a time that depends on their lengths alone.
    package func hasSameBytes(as other: Passphrase) -> Bool {
        count == other.count && sandglass_is_equal(memory, other.memory, count)
    }

    /// Calls `body` with the bytes, which must not be kept.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}

extension Passphrase: Hashable {
    /// Passphrases are compared by identity; `hasSameBytes` compares their bytes.
    package static func == (left: Passphrase, right: Passphrase) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
