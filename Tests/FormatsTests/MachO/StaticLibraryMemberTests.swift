import Formats
import TestSupport
import Testing

@Suite("Members of static libraries")
struct StaticLibraryMemberTests {
    /// Returns a member as `ar` writes it.
    private func member(_ name: String, _ contents: [UInt8], length: String? = nil) -> [UInt8] {
        func field(_ text: String, _ width: Int) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0x20, count: max(0, width - text.utf8.count))
        }
        let padding = [UInt8](repeating: 0x0a, count: contents.count % 2)
        let parts: [[UInt8]] = [
            field(name, 16), field("0", 12), field("0", 6), field("0", 6), field("100644", 8),
            field(length ?? "\(contents.count)", 10), Array("`\n".utf8), contents, padding,
        ]
        return Array(parts.joined())
    }

    private func read(_ bytes: [UInt8]) throws -> StaticLibraryMember {
        let size = StaticLibraryMember.start + UInt64(bytes.count)
        return try StaticLibraryMember(
            Array(bytes.prefix(StaticLibraryMember.headLength)), at: StaticLibraryMember.start, size: size)
    }

    @Test("a member is told by its name and its first bytes, and the next one begins at an even offset")
    func contents() throws {
        let object = MachOFixture.typical.bytes
        let architecture = try MachOImage(object, size: UInt64(object.count)).architecture
        #expect(try read(member("a.o", object)).contents == .object(architecture))
        #expect(
            try read(member("#1/20", Array("a/long/name.o\0\0\0\0\0\0\0".utf8) + object)).contents
                == .object(architecture))
        #expect(try read(member("a.o", [0xde, 0xc0, 0x17, 0x0b, 0])).contents == .bitcode)
        for name in ["__.SYMDEF SORTED", "/", "//"] { #expect(try read(member(name, [0, 0])).contents == .table) }
        #expect(try read(member("#1/12", Array("__.SYMDEF\0\0\0".utf8) + [0, 0])).contents == .table)
        #expect(try read(member("debian-binary", Array("2.0\n".utf8))).contents == .other)
        let odd = member("a", [1])
        #expect(try read(odd).end == StaticLibraryMember.start + UInt64(odd.count))
    }

    @Test(
        "a header that is none, is cut off or leads beyond the end is refused with its offset",
        arguments: ["5", "", "-1", "1x", "9999999999"])
    func refused(length: String) {
        var bytes = member("a.o", [1, 2, 3, 4], length: length)
        #expect(throws: FormatError.self) { try read(bytes) }
        bytes = Array(member("a.o", []).dropLast(2))
        #expect(throws: FormatError.self) { try read(bytes) }
        bytes = member("a.o", [])
        bytes[58] = 0
        #expect(throws: FormatError.self) { try read(bytes) }
        #expect(throws: FormatError.self) { try StaticLibraryMember.check(Array("!<thin>\n".utf8)) }
    }

    @Test("damaged headers are refused or read, and the next member lies behind them and inside the archive")
    func fuzzed() {
        let whole = member("#1/8", Array("name.o\0\0".utf8) + MachOFixture.typical.bytes)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
            for _ in 0..<3 where !bytes.isEmpty {
                bytes[Int.random(in: 0..<min(80, bytes.count), using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let found = try? read(bytes) else { continue }
            let size = StaticLibraryMember.start + UInt64(bytes.count)
            #expect(found.end > StaticLibraryMember.start && found.end <= size)
        }
    }
}
