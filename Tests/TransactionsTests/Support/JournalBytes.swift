import System
import TestSupport
import Testing

@testable import Transactions

extension Scene {
    var store: JournalStore { JournalStore(environment) }

    /// Returns the path of a transaction's file.
    func journalFile(_ number: Int) -> String { home("state/sandglass/journal/\(number).transaction") }

    /// Writes a file with these bytes, replacing its contents.
    func writeBytes(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "we"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}

/// Returns a payload framed as a record: with its mark, its length, and a valid checksum, computed bit by bit.
func frame(_ payload: [UInt8]) -> [UInt8] {
    var crc: UInt32 = ~0
    for byte in payload {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xedb8_8320 }
    }
    return Array("SGJ1".utf8)
        + [UInt32(payload.count), ~crc].flatMap { word in [0, 8, 16, 24].map { UInt8(word >> $0 & 0xff) } } + payload
}

/// Returns the payloads of the records in a file, which must be complete.
func payloads(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var payloads: [[UInt8]] = []
    var offset = 0
    while offset < bytes.count {
        try #require(bytes[offset...].starts(with: "SGJ1".utf8))
        let length = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
        payloads.append(Array(bytes[(offset + 12)..<(offset + 12 + length)]))
        offset += 12 + length
    }
    return payloads
}
