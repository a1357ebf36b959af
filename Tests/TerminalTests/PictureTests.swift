import Screen
import System
import TestSupport
import Testing

@testable import Terminal

/// A program that shows pictures, and the terminal that keeps them.
private final class PictureProbe {
    let terminal: PseudoTerminal
    private var read = 0
    private(set) var store = ImageStore()

    init(_ options: String..., environment: [String: String] = [:]) throws {
        terminal = try PseudoTerminal(
            Products.executable("terminal-probe"), options + ["text"],
            environment: ["TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 })
        terminal.answersQueries = false
        try terminal.waitFor("blue")
    }

    /// Waits until the store is as wanted.
    func waitUntil(_ what: String, _ condition: (ImageStore) -> Bool) throws {
        try terminal.waitUntil(what, outlivesProgram: true) { _ in condition(images) }
    }

    /// What the terminal has by now.
    var images: ImageStore {
        store.feed(terminal.output[read...])
        read = terminal.output.count
        return store
    }

    /// Shows the first picture, and has the terminal say that it knows the protocol.
    func begin(_ key: String = "1") throws {
        try terminal.send(key)
        try waitUntil("the question") { $0.wasAsked }
        try terminal.send("\u{1b}_Gi=7311199;OK\u{1b}\\\u{1b}[?62c")
        try waitUntil("the picture") { $0.images.values.contains { !$0.placements.isEmpty } }
    }

    /// The bytes of a picture of the probe.
    static func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(($0 * number) % 251) } }
}

@Suite("Pictures that the terminal keeps", .onManyThreads)
struct PictureTests {
    @Test("nothing is asked before there is a picture, which is a drawing until the terminal says that it shows any")
    func question() throws {
        let probe = try PictureProbe("--pictures=auto")
        #expect(!probe.images.wasAsked && !probe.terminal.outputText().contains("\u{1b}_"))
        try probe.terminal.send("1")
        try probe.terminal.waitFor("cells")
        try probe.waitUntil("the question") { $0.wasAsked }
        #expect(probe.images.images.isEmpty)
        try probe.terminal.send("\u{1b}_Gi=7311199;OK\u{1b}\\\u{1b}[?62c")
        try probe.waitUntil("the picture") { $0.images.values.contains { !$0.placements.isEmpty } }
        try probe.terminal.waitUntil("no drawing") { !$0.text.contains("cells") }
        let image = try #require(probe.images.images.values.first)
        #expect(image.bytes == PictureProbe.bytes(1, 5_000) && image.isComplete)
        #expect(
            Array(image.placements.values) == [
                .init(column: 21, row: 3, columns: 10, rows: 4, firstPixelRow: 0, pixelRows: 80)
            ])
        #expect(probe.images.problems.isEmpty, "\(probe.images.problems)")
        try probe.terminal.send("q")
        #expect(try probe.terminal.waitForExit() == .exited(0))
    }

    @Test("each picture is sent once, and placed and removed by its number")
    func once() throws {
        let probe = try PictureProbe("--pictures=kitty")
        for key in ["1", "2", "1", "3", "0", "3", "2"] {
            try probe.terminal.send(key)
            let count = key == "0" ? 0 : key == "3" ? 2 : 1
            try probe.waitUntil("the pictures of \(key)") { store in
                store.images.values.reduce(0) { $0 + $1.placements.count } == count
            }
        }
        #expect(probe.images.transmissions == 2 && probe.images.problems.isEmpty, "\(probe.images.problems)")
        let shown = probe.images.images.values.filter { !$0.placements.isEmpty }
        #expect(shown.map(\.bytes) == [PictureProbe.bytes(2, 5_000)])
    }

    @Test(
        "nothing is left in the terminal when the screen is covered, given up, or the program crashes",
        arguments: ["V", "c", "L", "q", "C", "A", "O", "\u{1a}", "TERM", "HUP", "H TERM"],
        [("3", 10_000), ("9", 400_000)])
    func cover(way: String, picture: (key: String, bytes: Int)) throws {
        let probe = try PictureProbe("--pictures=kitty")
        try probe.terminal.send(picture.key)
        try probe.waitUntil("the pictures") { store in
            store.images.values.reduce(0) { $0 + ($1.placements.isEmpty ? 0 : $1.bytes.count) } == picture.bytes
        }
        let signals = ["TERM": SIGTERM, "HUP": SIGHUP, "H TERM": SIGTERM]
        let mark = probe.terminal.output.count
        let emptied = probe.images.emptied
        if way.hasPrefix("H ") {
            try probe.terminal.send("H")
            try probe.terminal.waitFor("key character(\"H\")")
        }
        if let signal = signals[way] { probe.terminal.signal(signal) } else { try probe.terminal.send(way) }
        try probe.waitUntil("an empty terminal") { $0.emptied > emptied }
        #expect(way == "L" || probe.images.images.isEmpty)
        #expect(probe.images.problems.isEmpty, "\(probe.images.problems)")
        guard way != "V", way != "c" else { return }
        // The pictures go before anything else does.
        let text = probe.terminal.outputText(from: mark)
        let deletion = try #require(text.firstRange(of: "a=d,d=I"))
        try probe.terminal.waitUntil("the cover", outlivesProgram: true) {
            $0.outputText(from: mark).contains("covered")
        }
        let cover = try #require(probe.terminal.outputText(from: mark).firstRange(of: "covered"))
        #expect(deletion.lowerBound < cover.lowerBound)
    }

    @Test("a picture that the terminal has half of is deleted, too")
    func halfSent() throws {
        let probe = try PictureProbe("--pictures=kitty")
        // Parts are sent as fast as they are read, and nothing is read before the signal comes.
        try probe.terminal.send("9")
        try waitUntil("the key to be read") { probe.terminal.hasReadInput }
        probe.terminal.signal(SIGTERM)
        #expect(try probe.terminal.waitForExit() == .exited(143))
        #expect(probe.images.images.isEmpty)
        #expect(probe.terminal.outputText().contains("covered"))
    }

    @Test("of pictures that come fast one after the other, the last one wins")
    func latest() throws {
        let probe = try PictureProbe("--pictures=kitty")
        try probe.terminal.send("98989892")
        try probe.waitUntil("the last picture") { store in
            store.images.values.contains { !$0.placements.isEmpty && $0.bytes == PictureProbe.bytes(2, 5_000) }
        }
        #expect(probe.images.problems.isEmpty, "\(probe.images.problems)")
        #expect(probe.images.images.values.allSatisfy { $0.isComplete })
    }

    @Test("after the screen is taken again, or has another size, the picture is sent again")
    func again() throws {
        let probe = try PictureProbe("--pictures=kitty")
        try probe.terminal.send("1")
        try probe.waitUntil("the picture") { $0.transmissions == 1 }
        try probe.terminal.send("L")
        try probe.waitUntil("the picture again") { store in
            store.transmissions > 1 && store.images.values.contains { !$0.placements.isEmpty }
        }
        let sent = probe.images.transmissions
        probe.terminal.resize(Size(columns: 70, rows: 20))
        try probe.terminal.waitFor("resize 70x20")
        try probe.waitUntil("the picture on the new screen") { store in
            store.transmissions > sent && store.images.values.contains { !$0.placements.isEmpty }
        }
        #expect(probe.images.images.count == 1 && probe.images.problems.isEmpty, "\(probe.images.problems)")
    }

    @Test(
        "without an answer, and with one that lies, pictures are drawings, and nothing is typed",
        arguments: [
            "\u{1b}[?62c", "\u{1b}_Gi=7311199;ENOTSUPPORTED:x\u{1b}\\\u{1b}[?62c", "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62c",
            "\u{1b}_Gi=7311199;OKAY\u{1b}\\\u{1b}[?62c", "\u{1b}_Gi=7311199\u{1b}\\\u{1b}[?62c",
            "\u{1b}_Xi=7311199;OK\u{1b}\\\u{1b}[?62c", "\u{1b}_G\u{1b}\\\u{1b}[?62c",
            "\u{1b}_Gi=7311199;" + String(repeating: "OK", count: 40_000) + "\u{1b}\\\u{1b}[?62c", "",
        ])
    func lies(answer: String) throws {
        let probe = try PictureProbe("--pictures=auto")
        try probe.terminal.send("1")
        try probe.waitUntil("the question") { $0.wasAsked }
        try probe.terminal.send(answer)
        try probe.terminal.send("x")
        try probe.terminal.waitFor("key character(\"x\")")
        try probe.terminal.waitFor("cells")
        #expect(probe.images.images.isEmpty)
        // Keys since the first one, which showed the picture.
        let keys = probe.terminal.lines.filter { $0.contains("key ") }
        #expect(keys.count == 2, "\(keys)")
    }

    @Test("an answer that comes in pieces, and after all others, still counts")
    func late() throws {
        let probe = try PictureProbe("--pictures=auto")
        try probe.terminal.send("1")
        try probe.waitUntil("the question") { $0.wasAsked }
        try probe.terminal.send("\u{1b}[?62c")
        try probe.terminal.waitFor("pictures as cells")
        for piece in ["\u{1b}_Gi=73", "11199;O", "K\u{1b}", "\\"] {
            try probe.terminal.send(piece)
            try probe.terminal.waitUntil("the piece to be read") { $0.hasReadInput }
        }
        try probe.waitUntil("the picture") { $0.images.values.contains { !$0.placements.isEmpty } }
    }

    @Test(
        "in a multiplexer pictures are drawings, and nothing is asked",
        arguments: [["TMUX": "/tmp/x,1,0"], ["STY": "1.x"], ["TERM": "screen-256color"], ["TERM": "tmux-256color"]])
    func multiplexer(environment: [String: String]) throws {
        for setting in ["auto", "kitty", "sixel", "iterm"] {
            let probe = try PictureProbe("--pictures=\(setting)", environment: environment)
            try probe.terminal.send("1x")
            try probe.terminal.waitFor("key character(\"x\")")
            #expect(probe.terminal.text.contains("cells"))
            #expect(!probe.images.wasAsked && probe.images.images.isEmpty)
        }
    }

    @Test("turned off, pictures are deleted, and drawings from then on")
    func off() throws {
        let probe = try PictureProbe("--pictures=auto")
        try probe.begin()
        try probe.terminal.send("z")
        try probe.waitUntil("an empty terminal") { $0.images.isEmpty }
        try probe.terminal.waitFor("cells")
        try probe.terminal.send("2x")
        try probe.terminal.waitFor("key character(\"x\")")
        #expect(probe.images.images.isEmpty)
    }

    @Test("what cannot be deleted is overwritten with blanks, when it is gone and by the cover")
    func overwritten() throws {
        let probe = try PictureProbe("--pictures=iterm")
        try probe.terminal.send("1")
        try probe.terminal.waitUntil("the picture") { $0.outputText().contains("\u{1b}]1337;File=inline=1;") }
        var mark = probe.terminal.output.count
        try probe.terminal.send("0")
        let blanks = String(repeating: " ", count: 10)
        try probe.terminal.waitUntil("blanks") { terminal in
            (3...6).allSatisfy { terminal.outputText(from: mark).contains("\u{1b}[\($0);21H\u{1b}[m\(blanks)") }
        }
        try probe.terminal.send("1")
        try probe.terminal.waitUntil("the picture again") { $0.outputText(from: mark).contains("\u{1b}]1337;") }
        mark = probe.terminal.output.count
        try probe.terminal.send("q")
        #expect(try probe.terminal.waitForExit() == .exited(0))
        let text = probe.terminal.outputText(from: mark)
        // Every row of the cover is written to its end.
        let wide = String(repeating: " ", count: 30)
        #expect(text.split(separator: "\u{1b}[2K").filter { $0.contains(wide) }.count >= 22)
    }

    @Test("the commands are those of the documentation")
    func commands() {
        let picture = TerminalPicture(identity: 1, width: 100, height: 80, bytes: Array(repeating: 0, count: 4_000))
        var frame = Frame(size: Size(columns: 40, rows: 20))
        // The upper half has scrolled out of view.
        for row in 2..<4 {
            frame.place(PictureStrip(picture, columns: 10, rows: 4, row: row), column: 3, row: row, on: .plain)
        }
        #expect(frame.placements.count == 1)
        let placed = String(decoding: KittyGraphics.place(2, 1, frame.placements[0]), as: UTF8.self)
        #expect(
            placed
                == "\u{1b}7\u{1b}[3;4H\u{1b}_Gq=2,a=p,i=7311202,p=1,x=0,y=40,w=100,h=40,c=10,r=2,C=1\u{1b}\\\u{1b}8")
        let first = String(decoding: KittyGraphics.part(0, of: picture.bytes, from: 0), as: UTF8.self)
        #expect(first.hasPrefix("\u{1b}_Gq=2,a=t,t=d,f=100,i=7311200,m=1;AAAA") && first.utf8.count < 4_200)
        let last = String(decoding: KittyGraphics.part(0, of: picture.bytes, from: 3_072), as: UTF8.self)
        #expect(last.hasPrefix("\u{1b}_Gq=2,m=0;AAAA"))
    }
}
