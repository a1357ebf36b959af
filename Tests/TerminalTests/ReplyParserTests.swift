import Screen
import Testing

@testable import Terminal

@Suite("Replies of a terminal")
struct ReplyParserTests {
    /// Returns the results of the bytes after the first one, which is the introducer.
    private func progress(_ text: String) throws -> [ReplyParser.Progress] {
        let bytes = Array(text.utf8)
        var parser = ReplyParser(try #require(ReplyParser.Introducer(rawValue: bytes[0])))
        return bytes.dropFirst().map { parser.append($0) }
    }

    @Test(
        "a reply is complete at its last byte, and has its meaning",
        arguments: [
            ("]11;rgb:ffff/ffff/ffff\u{7}", .background(.light)),
            ("]11;rgb:ffff/ffff/ffff\u{1b}\\", .background(.light)),
            ("]11;rgb:f/f/f\u{7}", .background(.light)), ("]11;rgb:FF/FF/FF\u{7}", .background(.light)),
            ("]11;rgb:fff/fff/fff\u{7}", .background(.light)), ("]11;rgb:f/fff/ff\u{7}", .background(.light)),
            ("]11;rgba:ffff/ffff/ffff/ffff\u{7}", .background(.light)),
            ("]11;rgba:0/0/0/f\u{1b}\\", .background(.dark)),
            ("]11;rgb:1c1c/1c1c/1c1c\u{1b}\\", .background(.dark)), ("]11;rgb:0/0/f\u{7}", .background(.dark)),
            ("]11;rgb:7fff/7fff/7fff\u{7}", .background(.dark)), ("]11;rgb:8000/8000/8000\u{7}", .background(.light)),
            ("[?997;1n", .background(.dark)), ("[?997;2n", .background(.light)),
            ("[?62;1;4c", .attributes), ("[?6c", .attributes), ("[?1;2c", .attributes),
            ("]11;rgb:ffff/ffff\u{7}", nil), ("]11;rgb:f/f/f/f\u{7}", nil), ("]11;rgba:f/f/f\u{7}", nil),
            ("]11;rgb:fffff/f/f\u{7}", nil), ("]11;rgb:/f/f\u{7}", nil), ("]11;rgb:+f/f/f\u{7}", nil),
            ("]11;rgb:g/f/f\u{7}", nil), ("]11;rgb:ффф/f/f\u{7}", nil), ("]11;?\u{7}", nil), ("]11;\u{7}", nil),
            ("]11\u{7}", nil), ("]\u{7}", nil), ("]10;rgb:f/f/f\u{7}", nil), ("]111;rgb:f/f/f\u{7}", nil),
            ("]11;white\u{7}", nil), ("[?997;3n", nil), ("[?997n", nil), ("[?997;2;1n", nil), ("[?997;22n", nil),
            ("[997;2n", nil), ("[0n", nil), ("[>0;276;0c", nil), ("[c", nil), ("[?62 c", nil), ("[?2026;2$y", nil),
            ("P1$r0m\u{1b}\\", nil), ("P11;rgb:f/f/f\u{1b}\\", nil), ("_Gi=1;OK\u{1b}\\", nil), ("OA", nil),
            ("_Gi=7311199;OK\u{1b}\\", .pictures(true)), ("_Gi=7311199;ENODATA:x\u{1b}\\", .pictures(false)),
            ("_Gi=73111990;OK\u{1b}\\", nil), ("PGi=7311199;OK\u{1b}\\", nil),
        ] as [(String, TerminalReply?)])
    func meaning(text: String, expected: TerminalReply?) throws {
        let progress = try progress(text)
        #expect(progress.last == .complete(expected))
        #expect(progress.dropLast().allSatisfy { $0 == .incomplete })
    }

    @Test(
        "a byte that cannot be part of a reply is left for what follows",
        arguments: [
            ("]11;rgb:\u{3}", ReplyParser.Progress.interrupted), ("]11;rgb:\r", .interrupted),
            ("[?6\u{1b}", .interrupted),
            ("[\u{7f}", .interrupted), ("O\u{1b}", .interrupted), ("]11;rgb:f\u{1b}[", .restarted),
            ("P1\u{1b}\u{1b}", .restarted),
        ])
    func interruption(text: String, expected: ReplyParser.Progress) throws {
        #expect(try progress(text).last == expected)
    }

    @Test(
        "after a pause, what is no part of a colour does not go on with half an answer",
        arguments: [
            ("]11;rgb:ff", "q", false), ("]11;rgba:0/", "j", false), ("]11;rgb", "?", false), ("]11;rgb:ff", "f", true),
            ("]11;rgb:ff", "/", true), ("]11;rgb:ff", "\u{7}", true), ("]11;rgb:ff", "\u{1b}", true),
            ("]11;rgb:ff\u{1b}", "q", true), ("]52;c;", "q", true), ("[?6", "q", true), ("P1$r", "q", true),
        ])
    func pause(text: String, next: String, goesOn: Bool) throws {
        let bytes = Array(text.utf8)
        var parser = ReplyParser(try #require(ReplyParser.Introducer(rawValue: bytes[0])))
        for byte in bytes.dropFirst() { _ = parser.append(byte) }
        #expect(parser.mayGoOn(with: Array(next.utf8)[0]) == goesOn)
    }

    @Test("of an endless reply a bounded part is kept, and it has no meaning", arguments: ["]11;rgb:", "[?6"])
    func endless(beginning: String) throws {
        let end = beginning.hasPrefix("]") ? "\u{7}" : "c"
        let digits = String(repeating: "1", count: 200_000)
        #expect(try progress(beginning + digits + end).last == .complete(nil))
    }
}
