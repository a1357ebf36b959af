/// Files of stores other than SQLite.
enum SampleStores {
    /// The header of a Realm database in file format 24: two references to the top, and the mnemonic.
    static let realm =
        SampleBytes.littleEndian(24, 8) + SampleBytes.littleEndian(0, 8) + Array("T-DB".utf8) + [24, 0, 0, 0]

    /// A log of LevelDB with a batch of one change (log_format.md and write_batch.cc of LevelDB).
    static func levelDBLog(key: String) -> [UInt8] {
        // Three more characters, so that the key begins at a multiple of eight bytes.
        let key = Array("at/".utf8) + Array(key.utf8)
        let change: [UInt8] = [1, UInt8(key.count)] + key + [1, 0x31]
        let batch = SampleBytes.littleEndian(1, 8) + SampleBytes.littleEndian(1, 4) + change
        let sum = checksum([1] + batch)
        let masked = (sum >> 15 | sum << 17) &+ 0xa282_ead8
        return SampleBytes.littleEndian(Int(masked), 4) + SampleBytes.littleEndian(batch.count, 2) + [1] + batch
    }

    /// CRC-32C (RFC 3720, B.4).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0x82f6_3b78 : sum >> 1 }
        }
    }

    /// A protobuf message with texts of less than 128 bytes as its first fields, and a number.
    static func message(_ texts: [String]) -> [UInt8] {
        let fields = texts.enumerated().flatMap { index, text in
            [UInt8((index + 1) << 3 | 2), UInt8(text.utf8.count)] + Array(text.utf8)
        }
        return fields + [UInt8((texts.count + 1) << 3), 42]
    }
}
