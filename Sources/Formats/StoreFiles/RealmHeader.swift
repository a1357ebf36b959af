/// The header of a Realm database (formats.md, "What containers hold"): 24 bytes.
package struct RealmHeader: Hashable, Sendable {
    /// The number of bytes.
    package static let length = 24

    /// The version of the file format that counts.
    package let version: UInt8
    /// Where the tree of the version that counts begins in the file.
    package let top: UInt64

    /// Reads a header; nil if the mnemonic is missing, as it is in an encrypted file.
    package init?(_ bytes: [UInt8]) {
        guard bytes.matches("T-DB", at: 16), bytes.count >= Self.length else { return nil }
        // One of the two is written while the other counts.
        let selected = Int(bytes[23] & 1)
        guard let top = bytes.littleEndian(at: selected * 8, size: 8) else { return nil }
        version = bytes[20 + selected]
        self.top = top
    }
}
