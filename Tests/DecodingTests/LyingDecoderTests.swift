import System
import TestSupport
import Testing

@testable import Decoding

@Suite("A decoder process that misbehaves")
struct LyingDecoderTests {
    private let directory = TemporaryDirectory()

    /// The processes of a program that answers in one way, and the argument that distinguishes them from others.
    private func pool(_ behaviour: String, silence: Int = 30_000) -> (pool: DecoderPool, mark: String) {
        let mark = directory("")
        let program = DecoderProgram(
            path: Products.executable("lying-decoder"), arguments: ["lying-decoder", behaviour, mark])
        return (DecoderPool(program, within: DecoderLimits(silence: silence, signsOfLife: 1_000)), mark)
    }

    /// Whether any process has an argument.
    private func isRunning(_ mark: String) -> Bool {
        RunningProcess.all.contains { process in
            guard let command = try? readFile("/proc/\(process)/cmdline") else { return false }
            return String(decoding: command, as: UTF8.self).contains(mark)
        }
    }

    private func file(_ size: UInt64 = 4_600) throws -> Descriptor {
        let file = try UnnamedFile.makeInMemory()
        _ = file.setSize(size)
        return file
    }

    /// Reads everything in each way, and returns the failures.
    private func failures(_ pool: DecoderPool) throws -> [DecodingFailure?] {
        let decoder = ArchiveDecoder(pool, try file(), size: 4_600)
        var failures: [DecodingFailure?] = []
        func attempt(_ body: () throws(DecodingFailure) -> Void) {
            do throws(DecodingFailure) {
                try body()
                failures.append(nil)
            } catch { failures.append(error) }
        }
        attempt { () throws(DecodingFailure) in
            let entries = try decoder.entries(as: .zip, maxEntries: 1_000, maxUnpacked: .max)
            while true {
                switch try entries.next({ false }) {
                case .entry(let entry): _ = (Array(entry.name), entry.attributes)
                case .unreadable: break
                default: return
                }
            }
        }
        attempt { () throws(DecodingFailure) in
            let contents = try decoder.contents(at: 0, ordinal: 0, size: 4_000, as: .zip)
            while case .bytes = try contents.next({ false }) {}
        }
        attempt { () throws(DecodingFailure) in
            let contents = try decoder.decompression()
            while case .bytes = try contents.next({ false }) {}
        }
        let picture = try file()
        attempt { () throws(DecodingFailure) in
            _ = try PictureDecoder(pool).decode(picture, size: 4_600, toFit: .whole) { false }
        }
        return failures
    }

    @Test(
        "an answer that breaks the rules is rejected, whatever was asked, and ends the process",
        arguments: [
            "wrong-number", "long-frame", "unknown-kind", "unknown-outcome", "other-kind", "short-end", "long-message",
            "after-the-end", "empty-bytes", "empty-entries", "stored-beyond",
            "stored-again", "signs-of-life", "far-bytes", "same-bytes", "long-name",
            "longest-name", "part-of-a-record", "endless-entries", "endless-unreadable-entries", "large-picture",
        ])
    func lies(behaviour: String) throws {
        let (pool, mark) = pool(behaviour)
        #expect(try failures(pool) == Array(repeating: .unreliable, count: 4))
        #expect(!isRunning(mark))
        #expect(DecodingFailure.unreliable.reason == "the decoder gave an invalid answer and was killed")
    }

    @Test("a picture with fewer pixels than its size is not believed")
    func fewPixels() throws {
        let (pool, mark) = pool("few-pixels")
        #expect(throws: DecodingFailure.unreliable) {
            _ = try PictureDecoder(pool).decode(try file(), size: 4_600, toFit: .whole) { false }
        }
        #expect(!isRunning(mark))
    }

    @Test("the answer to one request is not mistaken for the answer to another")
    func oldNumber() throws {
        let (pool, mark) = pool("old-number")
        // Each second process is a new one, whose first answer has the number of its request.
        #expect(try failures(pool).prefix(3) == [nil, .unreliable, nil])
        #expect(!isRunning(mark))
    }

    @Test("one that does not answer is killed", arguments: ["silence", "half-a-frame"])
    func silence(behaviour: String) throws {
        let (pool, mark) = pool(behaviour, silence: 200)
        #expect(try failures(pool) == Array(repeating: .silent, count: 4))
        #expect(!isRunning(mark))
    }

    @Test(
        "one that ends says how",
        arguments: [("exits", 3), ("crashes", 128 + SIGSEGV), ("closed-socket", 128 + SIGKILL)])
    func ends(behaviour: String, status: Int32) throws {
        let (pool, mark) = pool(behaviour)
        #expect(try failures(pool) == Array(repeating: .ended(status: status), count: 4))
        #expect(!isRunning(mark))
    }

    @Test("a program that is not there is a failure")
    func missing() throws {
        let pool = DecoderPool(DecoderProgram(path: directory("none"), arguments: ["none"]))
        #expect(
            try failures(pool)
                == Array(repeating: .unavailable(Errno(rawValue: ENOENT)), count: 4))
    }

    @Test("an answer that is abandoned ends the process, and one that is complete keeps it for the next request")
    func keeping() throws {
        let (pool, mark) = pool("unknown-outcome")
        let decoder = ArchiveDecoder(pool, try file(), size: 4_600)
        do {
            _ = try decoder.entries(as: .tar, maxEntries: 1, maxUnpacked: .max)
            #expect(!isRunning(mark))
        }
        let own = DecoderPool()
        let files = try PictureFiles()
        _ = try files.decode("rgb.png", by: PictureDecoder(own))
        let process = own.processIdentifier
        #expect(process != nil)
        _ = try files.decode("plain.gif", by: PictureDecoder(own))
        #expect(own.processIdentifier == process)
    }
}
