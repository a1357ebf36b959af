import Formats
import TestSupport
import Testing

/// The frames of files that `zstd` wrote, with skippable ones between them.
@Suite("Frames of Zstandard")
struct ZstandardFramesTests {
    private static let text = Array(String(repeating: "harbor pilot ", count: 30_000).utf8)

    /// Frames with and without a checksum, the size of the contents and a window, of blocks of all kinds.
    private static let frames: Result<[[UInt8]], any Error> = Result {
        let options = [
            ["-1"], ["-19", "--no-check"], ["-3", "--no-content-size"], ["-1", "--long=27"],
            ["-5", "--stream-size=\(text.count)"],
        ]
        var frames = try options.map { try runCommand(["zstd", "-qc"] + $0, input: text).stdout }
        var generator = SeededGenerator(seed: 3)
        let random = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for contents in [random, [UInt8](repeating: 0, count: 1 << 20), [], [1]] {
            frames.append(try runCommand(["zstd", "-qc"], input: contents).stdout)
        }
        return frames
    }

    private func skippable(_ contents: [UInt8], number: UInt8 = 0) -> [UInt8] {
        let size = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: contents.count >> $0) }
        return [0x50 + number, 0x2a, 0x4d, 0x18] + size + contents
    }

    private func found(_ bytes: [UInt8]) -> (contents: [String], isComplete: Bool) {
        let frames = ZstandardFrames(of: FileBytes(bytes)) { false }
        let contents = frames.skippable.map {
            String(decoding: bytes[Int($0.lowerBound)..<Int($0.upperBound)], as: UTF8.self)
        }
        return (contents, frames.isComplete)
    }

    @Test("the contents of skippable frames are found before, between and behind all others")
    func places() throws {
        let frames = try Self.frames.get()
        #expect(frames.allSatisfy { $0.count > 8 })
        for frame in frames {
            let whole = found(frame)
            #expect(whole.contents.isEmpty && whole.isComplete)
            let one = skippable(Array("one".utf8)) + frame
            let two = skippable(Array("two".utf8), number: 15) + skippable([]) + frame
            let mixed = found(one + two + skippable(Array("three".utf8), number: 7))
            #expect(mixed.contents == ["one", "two", "three"] && mixed.isComplete)
        }
    }

    @Test("a file that begins with skippable frames is recognized by the one behind them, or if none is in its head")
    func recognition() throws {
        let frame = try #require(try Self.frames.get().first)
        let long = skippable([UInt8](repeating: 1, count: 1_000))
        #expect(ZstandardFrames.isRecognized(in: frame))
        #expect(ZstandardFrames.isRecognized(in: skippable([1]) + skippable([]) + frame))
        #expect(ZstandardFrames.isRecognized(in: Array(long.prefix(FileSignature.length))))
        let others = [
            skippable([1]), skippable([1]) + [1, 2, 3, 4], Array(long.prefix(100)), Array(frame.prefix(3)), [],
        ]
        for bytes in others { #expect(!ZstandardFrames.isRecognized(in: bytes)) }
        #expect(FileSignature(skippable([1]) + frame)?.kind == .zstandard)
    }

    @Test("of a file that is cut off or altered, what is found is in the file and in order")
    func damage() throws {
        let frame = try #require(try Self.frames.get().last)
        let file = skippable(Array("one".utf8)) + frame + skippable(Array("two".utf8)) + frame
        func check(_ bytes: [UInt8]) {
            var end: UInt64 = 0
            for range in ZstandardFrames(of: FileBytes(bytes), mustStop: { false }).skippable {
                #expect(range.lowerBound >= end && !range.isEmpty && range.upperBound <= UInt64(bytes.count))
                end = range.upperBound
            }
        }
        for count in 0...file.count { check(Array(file.prefix(count))) }
        for index in file.indices {
            for value in [UInt8(0), 0xff, file[index] ^ 0x80, file[index] &+ 1] {
                var bytes = file
                bytes[index] = value
                check(bytes)
            }
        }
        #expect(found(Array(file.prefix(10))).contents == ["on"])
        #expect(!ZstandardFrames(of: FileBytes(file), mustStop: { true }).isComplete)
    }
}
