import Formats
import TestSupport
import Testing

/// The parts of archives and pictures that are none of their contents, in files that are cut off or altered.
@Suite("Bytes beside contents")
struct BesideContentsTests {
    /// Small files of each format, by Python's libraries or by hand, as hexadecimal digits.
    private static let samples: Result<[(format: String, bytes: [UInt8])], any Error> = Result {
        let lines = try Python.lines(
            """
            import gzip, io, struct, tarfile, zipfile, zlib
            def chunk(kind, body): return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
            png = (b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 6, 0, 0, 0))
                + chunk(b'tEXt', b'a\\0b') + chunk(b'IDAT', zlib.compress(bytes(5))) + chunk(b'IEND', b'') + b'behind')
            jpeg = (b'\\xff\\xd8\\xff\\xe0\\0\\x10JFIF' + bytes(10) + b'\\xff\\xfe\\0\\5abc'
                + b'\\xff\\xda\\0\\4xy' + b'data\\xff\\0\\xff\\xd0more' + b'\\xff\\xd9behind')
            def riff(kind, body): return kind + struct.pack('<I', len(body)) + body + bytes(len(body) % 2)
            body = b'WEBP' + riff(b'VP8L', b'/12345') + riff(b'EXIF', b'odd') + riff(b'ANMF', b'x' * 20) + riff(b'ANMF', b'y')
            webp = b'RIFF' + struct.pack('<I', len(body)) + body + b'behind'
            gif = (b'GIF89a' + struct.pack('<HHBBB', 1, 1, 0x80, 0, 0) + bytes(6) + b'!\\xf9\\4' + bytes(4) + b'\\0'
                + b'!\\xfe\\3abc\\0' + b',' + bytes(8) + b'\\0\\2\\2ab\\0' + b',' + bytes(8) + b'\\0\\2\\1a\\0' + b';behind')
            out = io.BytesIO()
            with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
                archive.writestr('a', 'b' * 50); archive.writestr('c/d', ''); archive.comment = b'note'
            packed = out.getvalue()
            out = io.BytesIO()
            with tarfile.open(fileobj=out, mode='w', format=tarfile.PAX_FORMAT) as archive:
                info = tarfile.TarInfo('\u{e9}' * 120); info.size = 600; archive.addfile(info, io.BytesIO(bytes(range(200)) * 3))
                info = tarfile.TarInfo('d'); info.type = tarfile.DIRTYPE; archive.addfile(info)
            tar = out.getvalue()[:4096] + bytes(1024) + b'behind'
            for name, data in (('png', png), ('jpeg', jpeg), ('webp', webp), ('gif', gif), ('zip', packed + b'behind'), ('tar', tar)):
                print(name, data.hex())
            """)
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
        case "tar": ArchiveParts.behindEnd(ofTar: FileBytes(bytes), mustStop: mustStop)
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
