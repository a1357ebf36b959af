import Formats
import TestSupport
import Testing

/// The parts of archives and pictures that are none of their contents, in files that are cut off or altered.
@Suite("Bytes beside contents")
struct BesideContentsTests {
    /// Small files of each format, by Python's libraries or by hand, as hexadecimal digits.
    private static let samples: Result<[(format: String, bytes: [UInt8])], any Error> = Result {
        let lines = try Python.lines(Script.text("beside_contents_samples"))
        return lines.compactMap { line in
            let parts = line.split(separator: " ")
            guard parts.count == 2 else { return nil }
            let digits = parts[1].compactMap(\.hexDigitValue)
            return (
                String(parts[0]),
                stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
            )
        }
    }

    private func ranges(_ format: String, _ bytes: [UInt8], mustStop: () -> Bool = { false }) -> [Range<UInt64>]? {
        switch format {
        case "zip": ArchiveParts.besideEntries(ofZip: FileBytes(bytes), mustStop: mustStop)
        case "tar": ArchiveParts.besideEntries(ofTar: FileBytes(bytes), mustStop: mustStop)
        default:
            PictureHeader.Format(rawValue: ["png": "PNG", "jpeg": "JPEG", "webp": "WebP", "gif": "GIF"][format] ?? "")
                .flatMap { PictureParts.besidePixels(of: FileBytes(bytes), $0, mustStop: mustStop) }
        }
    }

    @Test("they are what the makers of the files have put there")
    func parts() throws {
        let expected = [
            "png": ["tEXta", "behind"], "jpeg": ["JFIF", "abc", "behind"], "webp": ["EXIF", "ANMF", "behind"],
            "gif": ["abc", ",", "behind"], "zip": ["note", "behind"], "tar": ["behind"],
        ]
        let samples = try Self.samples.get()
        #expect(samples.count == expected.count)
        for sample in samples {
            let found = try #require(ranges(sample.format, sample.bytes), "\(sample.format)")
            let texts = found.map {
                String(decoding: sample.bytes[Int($0.lowerBound)..<Int($0.upperBound)], as: UTF8.self)
            }
            let wanted = try #require(expected[sample.format])
            #expect(texts.count == wanted.count, "\(sample.format): \(texts)")
            for (text, part) in zip(texts, wanted) { #expect(text.contains(part), "\(sample.format): \(texts)") }
            #expect(texts.last == "behind")
        }
    }

    @Test("of a file that is cut off or altered anywhere, they are in the file and in order, or not known")
    func damage() throws {
        for sample in try Self.samples.get() {
            var broken = (0...sample.bytes.count).map { Array(sample.bytes.prefix($0)) }
            for index in sample.bytes.indices.prefix(700) {
                for value in [UInt8(0), 0xff, sample.bytes[index] ^ 0x80, sample.bytes[index] &+ 1] {
                    var bytes = sample.bytes
                    bytes[index] = value
                    broken.append(bytes)
                }
            }
            for bytes in broken {
                guard let found = ranges(sample.format, bytes) else { continue }
                var end: UInt64 = 0
                for range in found {
                    #expect(range.lowerBound >= end && range.upperBound <= UInt64(bytes.count), "\(sample.format)")
                    end = range.upperBound
                }
            }
        }
    }

    @Test("whoever has to stop does not know them")
    func stopping() throws {
        for sample in try Self.samples.get() { #expect(ranges(sample.format, sample.bytes, mustStop: { true }) == nil) }
    }
}
