import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats
import Jobs

/// A decoded snapshot, reduced.
struct SnapshotPicture {
    private let picture: Picture
    /// Whether a part of it could not be decoded.
    private let isPartial: Bool

    /// The time for one picture.
    private static let milliseconds: UInt64 = 20_000

    /// Decodes a snapshot; nil if it cannot be decoded.
    init?(_ path: ContainerPath, in container: Container, _ context: AuditContext) {
        let limits = DocumentLimits(cancellation: context.cancellation, milliseconds: Self.milliseconds)
        guard let source = try? DocumentSource(path, in: container.tree),
            case .picture(let found) = DocumentReaders.read(source, within: limits).contents,
            let reduced = try? found.reduced(within: limits)
        else { return nil }
        (picture, isPartial) = (reduced.picture, reduced.isPartial)
    }

    var width: Int { picture.width }
    var height: Int { picture.height }

    /// The share of pixels of one color that makes a picture uniform, in thousandths: a cover may have a logo or not.
    private static let uniformShare = 995

    /// What it shows. Of a damaged one whose beginning is uniform, nobody knows.
    var contents: AuditResult.SnapshotContents { isUniform ? (isPartial ? .undecoded : .uniform) : .content }

    /// Whether nearly all pixels have the same color.
    private var isUniform: Bool {
        var counts: [UInt32: Int] = [:]
        let count = picture.width * picture.height
        picture.pixels.withUnsafeBufferPointer { pixels in
            for index in 0..<count {
                // Neighboring shades count as one.
                let (red, green, blue) = (
                    pixels[index * 4] >> 4, pixels[index * 4 + 1] >> 4, pixels[index * 4 + 2] >> 4
                )
                counts[UInt32(red) << 8 | UInt32(green) << 4 | UInt32(blue), default: 0] += 1
            }
        }
        return (counts.values.max() ?? 0) * 1_000 >= count * Self.uniformShare
    }

    /// Returns the picture as a PNG file of a width.
    func thumbnail(width wanted: Int) -> [UInt8] {
        let width = max(1, min(wanted, picture.width))
        let height = max(1, picture.height * width / picture.width)
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width * 3 + 1))
        for row in 0..<height {
            rows.append(0)
            let top = row * picture.height / height
            for column in 0..<width {
                let index = (top * picture.width + column * picture.width / width) * 4
                rows += picture.pixels[index..<index + 3]
            }
        }
        return PNGFile.file(width: width, height: height, rows: rows)
    }
}

/// Writes PNG files (PNG specification, third edition) of 8-bit RGB without compression.
enum PNGFile {
    /// Returns a file.
    /// - Parameter rows: Each row with its filter, 0, in front.
    static func file(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
        let header = number(width) + number(height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header) + chunk("IDAT", zlib(rows))
            + chunk("IEND", [])
    }

    private static func number(_ value: Int) -> [UInt8] {
        let value = UInt32(clamping: value)
        return (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - $0 * 8)) }
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return number(data.count) + body + number(Int(checksum(body)))
    }

    /// The CRC of the PNG specification, annex D.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes { crc = table[Int((crc ^ UInt32(byte)) & 0xff)] ^ (crc >> 8) }
        return ~crc
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
    }

    /// Stored blocks (RFC 1951, 3.2.4) in a zlib stream (RFC 1950).
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        var start = 0
        repeat {
            let count = min(65_535, bytes.count - start)
            let length = UInt16(count)
            result += [start + count == bytes.count ? 1 : 0]
            result += [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            result += bytes[start..<start + count]
            start += count
        } while start < bytes.count
        return result + number(Int(b << 16 | a))
    }
}
