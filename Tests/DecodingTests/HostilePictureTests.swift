import Formats
import System
import TestSupport
import Testing

@testable import Decoding

@Suite("Hostile pictures")
struct HostilePictureTests {
    private let files: PictureFiles

    init() throws { files = try PictureFiles() }

    /// Files of all formats.
    private func seeds() throws -> [[UInt8]] {
        try files.tool(
            """
            cwebp -quiet -q 60 rgba.png -o lossy.webp && cwebp -quiet -lossless rgba.png -o lossless.webp && \
            cjpeg picture.ppm > plain.jpg && cjpeg -progressive picture.ppm > progressive.jpg
            """)
        return try [
            "rgb.png", "interlaced.png", "palette-4.png", "rgb-16.png", "xcode-alpha.png", "plain.gif",
            "interlaced.gif", "lossy.webp",
            "lossless.webp", "plain.jpg", "progressive.jpg", "cmyk.jpg",
        ].map { try readFile(files.directory($0)) }
    }

    @Test("a file that ends early is drawn as far as it goes, or called damaged")
    func truncated() throws {
        for seed in try seeds() {
            for length in [0, 1, 4, 12, 33, seed.count / 2, seed.count - 20] {
                do throws(DecodingFailure) {
                    #expect(try PictureDecoder.shared.decode(Array(seed.prefix(length))).isPartial)
                } catch {
                    #expect(error == .damaged || error == .unknownFormat || error == .unsupported, "\(error)")
                }
            }
        }
        let png = try readFile(files.directory("rgb.png"))
        #expect(try PictureDecoder.shared.decode(png.dropLast(300)).isPartial)
    }

    @Test("a picture without pixels is damaged, and one with too many is refused before anything is allocated")
    func sizes() throws {
        try files.directory.write([], to: "x")
        try Python.run(Script.text("hostile_picture_sizes"), [files.directory("")])
        for (name, failure) in [
            ("none.png", .damaged), ("huge.png", .tooLarge), ("wide.png", .tooLarge), ("woven.png", .tooLarge),
            ("huge.gif", .tooLarge), ("huge.jpg", .tooLarge),
        ] as [(String, DecodingFailure)] {
            #expect(throws: failure, "\(name)") { _ = try files.decode(name, PictureBox(width: 64, height: 64)) }
        }
        // Takes time, but no memory.
        let bomb = try files.decode("bomb.png", PictureBox(width: 64, height: 64))
        #expect(bomb.fullWidth == 15_000 && bomb.picture.width == 64 && !bomb.isPartial)
        // In full, it would be larger than any result.
        #expect(throws: DecodingFailure.tooLarge) { _ = try files.decode("bomb.png") }
    }

    @Test("no damaged file crashes the decoder or makes it give a wrong answer")
    func fuzz() throws {
        let seeds = try seeds()
        let decoder = PictureDecoder(DecoderPool())
        var random = SeededGenerator(seed: 41)
        let deadline = MonotonicClock.now() + 5_000_000_000
        let rounds = runsLongTests ? 1_000_000 : 100_000
        var (drawn, done) = (0, 0)
        while done < rounds, runsLongTests || MonotonicClock.now() < deadline {
            done += 1
            let seed = seeds[Int.random(in: 0..<seeds.count, using: &random)]
            let mutated = Self.mutated(seed, &random)
            do throws(DecodingFailure) {
                _ = try decoder.decode(mutated)
                drawn += 1
            } catch {
                switch error {
                case .unknownFormat, .damaged, .tooLarge, .outOfMemory, .unsupported: break
                case .stopped, .silent, .ended, .unreliable, .unavailable:
                    Issue.record("\(error.reason): round \(done), \(mutated.count) bytes")
                    try? files.directory.write(mutated, to: "crash-\(done)")
                }
            }
        }
        #expect(done > 100 && drawn > 0, "\(done) rounds, \(drawn) drawn")
    }

    /// Changes a few bytes. Checksums of PNG are corrected half of the time, or the damage would go no further.
    private static func mutated(_ seed: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = seed.mutated(&random)
        if Bool.random(using: &random) { bytes.correctChecksums() }
        return bytes
    }
}

extension [UInt8] {
    /// Corrects the checksums of the chunks of a PNG (specification, annex D).
    fileprivate mutating func correctChecksums() {
        guard starts(with: [0x89, 0x50, 0x4e, 0x47]) else { return }
        var place = 8
        while place + 12 <= count {
            let length = self[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= count - place - 12 else { return }
            let sum = ~self[place + 4..<place + 8 + length].reduce(UInt32.max) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
            }
            for index in 0..<4 {
                self[place + 8 + length + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index)))
            }
            place += 12 + length
        }
    }
}
