import Formats
import TestSupport
import Testing

struct SnapshotHeaderTests {
    private static let start = "ab4b5458 203131bb 0d0a1a0a 01020304"
    private static let zeros = String(repeating: "00000000", count: 5)

    /// Headers written by hand, each of 828 × 1792 pixels.
    private static let files: [(String, SnapshotHeader.Format, Bool)] = [
        ("\(start) \(zeros) 3c030000 00070000 \(zeros.dropLast(8)) 00000000", .ktx, false),
        (
            "\(start) \(zeros) 3c030000 00070000 \(zeros.dropLast(8)) 28000000 05000000 6100620000 000000"
                + "17000000 436f6d7072657373696f6e5f4150504c45 00 4150504c00 00",
            .ktx, true
        ),
        ("ab4b5458 203131bb 0d0a1a0a 04030201 \(zeros) 0000033c 00000700 \(zeros)", .ktx, false),
        (
            "4141504c 0d0a1a0a 20000000 48454144 \(zeros) 00000000 3c030000 00070000 04000000 4c5a4653 00000000"
                + "00000000 454e4400",
            .appleTexture, true
        ),
        ("89504e47 0d0a1a0a 0000000d 49484452 0000033c 00000700 0806000000", .png, false),
        ("ffd8 ffe0 0004 4a46 ff ffc4 0003 00 ffc0 000b 08 0700 033c 01 011100", .jpeg, false),
    ]

    @Test("the size is read from each format", arguments: files.indices)
    func sizes(_ index: Int) throws {
        let (digits, format, isLZFSE) = Self.files[index]
        let header = try SnapshotHeader(bytes(hexadecimal: digits))
        #expect(header.format == format)
        #expect(header.width == 828)
        #expect(header.height == 1_792)
        #expect(header.isLZFSE == isLZFSE)
    }

    @Test("any bytes give a header or an error", arguments: files.indices)
    func hostile(_ index: Int) {
        let file = bytes(hexadecimal: Self.files[index].0)
        for length in file.indices { _ = try? SnapshotHeader(Array(file[..<length])) }
        for length in 0..<20 {
            #expect(throws: FormatError.self) { try SnapshotHeader(Array(file[..<length])) }
        }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<(runsLongTests ? 500_000 : 3_000) { _ = try? SnapshotHeader(generator.mutate(file)) }
    }

    @Test(
        "a downloaded container's snapshots have the size of a phone's screen and are compressed",
        arguments: DownloadedContainer.origins)
    func downloaded(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        for path in package.snapshots {
            let header = try SnapshotHeader(readFile("\(package.path)/AppData/\(path)"))
            #expect(header.format == .ktx)
            #expect(header.isLZFSE)
            #expect([header.width, header.height].sorted() == [828, 1_792])
        }
    }
}
