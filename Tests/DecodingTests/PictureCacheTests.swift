import Formats
import System
import TestSupport
import Testing

@testable import Decoding

@Suite("The cache of pictures")
struct PictureCacheTests {
    private let directory = TemporaryDirectory()

    private var path: String { directory("cache/pictures") }

    private func cache(maxBytes: Int = 1 << 20) -> PictureCache {
        PictureCache(at: Array(path.utf8), maxBytes: maxBytes)
    }

    private func picture(_ value: UInt8, side: Int = 10) -> DecodedPicture {
        let pixels = (0..<side * side * 4).map { UInt8(truncatingIfNeeded: $0) ^ value }
        return DecodedPicture(
            Picture(width: side, height: side, pixels: pixels), fullWidth: 400, fullHeight: 300, isPartial: value == 7)
    }

    private func version(_ inode: UInt64, modified: UInt32 = 0) -> PictureVersion {
        PictureVersion(
            device: 1, inode: inode, size: 100, modified: (-5, modified), changed: (6, 7),
            box: PictureBox(width: 256, height: 2_048))
    }

    private var names: [String] {
        get throws { try runCommand(["ls", "-A", path]).lines.map(String.init) }
    }

    @Test("a cached picture is found by other processes, unless the file changed meanwhile")
    func keeping() throws {
        #expect(cache().picture(version(1)) == nil)
        cache().keep(picture(7), as: version(1))
        #expect(cache().picture(version(1)) == picture(7))
        #expect(cache().picture(version(1, modified: 1)) == nil)
        cache().keep(picture(8), as: version(1, modified: 1))
        #expect(cache().picture(version(1, modified: 1)) == picture(8))
        #expect(try names.count == 1)
    }

    @Test("only the user has access")
    func permissions() throws {
        cache().keep(picture(7), as: version(1))
        let found = try runCommand([
            "sh", "-c", "cd \"$0\" && stat -c %a cache cache/pictures cache/pictures/*", directory(""),
        ])
        #expect(found.lines == ["700", "700", "600"])
    }

    @Test("a damaged file is ignored and removed, whatever is damaged")
    func damage() throws {
        cache().keep(picture(7), as: version(1))
        let file = path + "/" + (try #require(try names.first))
        let good = try readFile(file)
        #expect(good.count == 16 * 8 + 400)
        for offset in stride(from: 0, to: good.count, by: 5) {
            var bytes = good
            bytes[offset] ^= 0x40
            try directory.write(bytes, to: String(file.dropFirst(directory("").count)))
            #expect(cache().picture(version(1)) == nil, "\(offset)")
            #expect(try names.isEmpty, "\(offset)")
        }
        for length in [0, 8, 127, 128, 500] {
            try directory.write(Array(good.prefix(length)), to: String(file.dropFirst(directory("").count)))
            #expect(cache().picture(version(1)) == nil)
            #expect(try names.isEmpty)
        }
    }

    @Test("the least recently used picture goes first")
    func eviction() throws {
        let cache = cache(maxBytes: 10_000)
        for inode in 1...20 {
            cache.keep(picture(1, side: 15), as: version(UInt64(inode)))
            // Times are set, so that nothing has to wait.
            let name = path + "/" + String(decoding: version(UInt64(inode)).name, as: UTF8.self)
            _ = try runCommand(["touch", "-d", "@\(1_000_000 + inode)", name])
            if inode > 1 { #expect(cache.picture(version(1)) != nil) }
        }
        let sum = try runCommand(["sh", "-c", "cat \"$0\"/* | wc -c", path]).text.split(separator: "\n")[0]
        #expect(Int(sum) ?? .max <= 10_000)
        #expect(cache.picture(version(1)) != nil && cache.picture(version(20)) != nil)
        #expect(cache.picture(version(2)) == nil)
    }

    @Test("without a place, or where nothing can be written, nothing is kept and nothing fails")
    func nowhere() throws {
        PictureCache(at: nil).keep(picture(7), as: version(1))
        try directory.write([1], to: "file")
        let cache = PictureCache(at: Array(directory("file/pictures").utf8))
        cache.keep(picture(7), as: version(1))
        #expect(cache.picture(version(1)) == nil)
    }
}
