import Formats

/// An AppleDouble file as macOS writes it for a file whose only attribute excludes it from backups.
enum ExcludingAppleDouble {
    /// The file, big-endian throughout, with the layout of `struct attr_header` in xnu's vfs_xattr.c.
    static let excluding: [UInt8] = {
        let name = Array(ExclusionAttribute.standard.name.utf8) + [0]
        let value = ExclusionAttribute.iOSValue
        // Header with two entries, Finder information with padding, attribute header, one attribute.
        let entrySize = (11 + name.count + 3) & ~3
        let dataStart = 26 + 2 * 12 + 34 + 36 + entrySize
        let end = dataStart + value.count
        let four = { SampleBytes.bigEndian($0, 4) }
        let two = { SampleBytes.bigEndian($0, 2) }
        var bytes = four(0x0005_1607) + four(0x0002_0000) + Array("Mac OS X        ".utf8) + two(2)
        bytes += four(9) + four(50) + four(end - 50)
        bytes += four(2) + four(end) + four(0)
        bytes += [UInt8](repeating: 0, count: 34)
        bytes += Array("ATTR".utf8) + four(0) + four(end) + four(dataStart) + four(value.count)
        bytes += [UInt8](repeating: 0, count: 12) + two(0) + two(1)
        bytes += four(dataStart) + four(value.count) + two(0) + [UInt8(clamping: name.count)] + name
        bytes += [UInt8](repeating: 0, count: dataStart - bytes.count)
        return bytes + value
    }()
}
