import System
import TestSupport
import Testing

@testable import Decoding

@Suite("Hostile archives")
struct HostileArchiveTests {
    private let directory = TemporaryDirectory()

    /// Archives of all formats and with all that libarchive decodes in them.
    private static let script = Script.text("hostile_archive")

    private func seeds() throws -> [String] {
        try Python.run(Self.script, [directory("")])
        let result = try runCommand([
            "sh", "-c",
            """
            cd "$0" && zstd -q pax.tar -o a.zst && truncate -s 1M sparse && echo end >> sparse
            for format in gnu pax; do tar -S --format=$format -cf sparse-$format.tar sparse; done; rm sparse; ls
            """, directory(""),
        ])
        return result.lines.map(String.init)
    }

    /// Reads bytes in each way in which an archive can be read; returns how many entries and parts there were.
    private func read(_ bytes: [UInt8], by pool: DecoderPool) throws -> Int {
        let file = try UnnamedFile.makeInMemory()
        _ = bytes.withUnsafeBytes { file.write($0, at: 0) }
        let decoder = ArchiveDecoder(pool, file, size: UInt64(bytes.count))
        var count = 0
        for format in [ArchiveDecoder.Format.zip, .tar] {
            var found: [(position: Int64, size: UInt64)] = []
            let entries = try decoder.entries(as: format, maxEntries: 1_000, maxUnpacked: .max)
            reading: while true {
                switch try entries.next({ false }) {
                case .entry(let entry):
                    found.append((entry.position, min(entry.size, 1 << 20)))
                    count += entry.attributes.count + 1
                case .unreadable: break
                case .end, .failed, .tooMany: break reading
                }
            }
            for (ordinal, entry) in found.prefix(8).enumerated() {
                let contents = try decoder.contents(
                    at: entry.position, ordinal: UInt64(ordinal), size: entry.size, as: format)
                while case .bytes = try contents.next({ false }) { count += 1 }
            }
        }
        let contents = try decoder.decompression()
        while case .bytes(_, let offset) = try contents.next({ false }), offset < 1 << 22 { count += 1 }
        return count
    }

    @Test("all formats are decoded by the sealed process, which needs nothing that it may not do")
    func whole() throws {
        let pool = DecoderPool()
        let names = try seeds()
        #expect(names.count >= 14, "\(names)")
        for name in names {
            let count = try read(try readFile(directory(name)), by: pool)
            #expect(count > 0, "\(name)")
        }
    }

    @Test("no damaged archive ends the decoder or makes it break the rules")
    func fuzz() throws {
        let seeds = try seeds().map { try readFile(directory($0)) }
        let pool = DecoderPool()
        var random = SeededGenerator(seed: 29)
        let deadline = MonotonicClock.now() + 5_000_000_000
        let rounds = runsLongTests ? 300_000 : 100_000
        var (done, found) = (0, 0)
        while done < rounds, runsLongTests || MonotonicClock.now() < deadline {
            done += 1
            let mutated = seeds[Int.random(in: 0..<seeds.count, using: &random)].mutated(&random)
            do {
                found += try read(mutated, by: pool)
            } catch let failure as DecodingFailure {
                Issue.record("\(failure.reason): round \(done), \(mutated.count) bytes")
                try? directory.write(mutated, to: "crash-\(done)")
            }
        }
        #expect(done > 50 && found > 0, "\(done) rounds, \(found) entries and parts")
    }
}
