/// A key of a backup that is wrapped with the key of a protection class: a little-endian class number and 40 bytes (RFC
/// 3394).
package struct WrappedKey: Hashable, Sendable {
    /// The length of the wrapped bytes.
    package static let length = 40

    /// The number of the protection class.
    package let classNumber: UInt32
    /// The wrapped key.
    package let bytes: [UInt8]

    /// Reads a key; nil if the bytes have another length.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 + Self.length, let number = bytes.littleEndian(at: 0, size: 4) else { return nil }
        classNumber = UInt32(number)
        self.bytes = Array(bytes[4...])
    }

    /// Creates a key from its parts.
    package init(classNumber: UInt32, bytes: [UInt8]) {
        self.classNumber = classNumber
        self.bytes = bytes
    }

    /// The key as it is stored.
    package var stored: [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: classNumber >> (8 * UInt32($0))) } + bytes
    }
}
