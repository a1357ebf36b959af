import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("Pictures")
struct GoldenTests {
    static let sizes = [
        Size(columns: 140, rows: 40), Size(columns: 80, rows: 24), Size(columns: 50, rows: 12),
        Size(columns: 20, rows: 5),
    ]

    /// Situations that have a picture of every size, the first and the last line included.
    static let typical: Set<String> = [
        "root", "names", "details", "help", "palette-typed", "filter", "explained", "refusal", "sharing", "delete",
        "conflict", "progress", "ascii",
    ]

    /// Other situations that the first or the last line tells of.
    static let toldInLines: Set<String> = [
        "message", "error", "go-to", "go-keys", "mark", "rename", "new", "filtered", "filter-nothing", "selected",
        "range", "loading", "reading", "sorting", "problem", "covered", "quitting",
    ]

    @Test("the screen looks as it did when it was found good, whatever its size", arguments: Situation.all, sizes)
    func picture(situation: Situation, size: Size) {
        guard Self.typical.contains(situation.name) else { return }
        compare(situation, size) { 0..<$0.rows }
    }

    @Test(
        "what differs from one situation to the next looks as it did when it was found good", arguments: Situation.all)
    func middle(situation: Situation) {
        guard !Self.typical.contains(situation.name) else { return }
        // The first and the last line say the same in most situations: a word in them is in few pictures.
        let isWhole = Self.toldInLines.contains(situation.name)
        compare(situation, Size(columns: 100, rows: 24)) { isWhole ? 0..<$0.rows : 1..<($0.rows - 1) }
    }

    private func compare(_ situation: Situation, _ size: Size, rows: (Size) -> Range<Int>) {
        var scene = situation.make(size)
        let frame = scene.frame()
        #expect(frame.size == size)
        let name = "\(situation.name)-\(size.columns)x\(size.rows)"
        let difference = Golden.difference(frame.picture(rows: rows(size)), name)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test("there is no picture that nothing is compared with")
    func noneTooMany() throws {
        let expected = Situation.all.flatMap { situation in
            (Self.typical.contains(situation.name) ? Self.sizes : [Size(columns: 100, rows: 24)])
                .map { "\(situation.name)-\($0.columns)x\($0.rows).txt" }
        }
        #expect(try Golden.names() == Set(expected))
    }

    @Test(
        "every situation can be drawn at any size",
        arguments: [
            Size(columns: 1, rows: 1), Size(columns: 19, rows: 4), Size(columns: 20, rows: 4),
            Size(columns: 19, rows: 5),
            Size(columns: 200, rows: 60), Size(columns: 59, rows: 5), Size(columns: 60, rows: 6),
            Size(columns: 99, rows: 7),
            Size(columns: 100, rows: 8), Size(columns: 1, rows: 100), Size(columns: 500, rows: 1),
        ])
    func everySize(size: Size) {
        for situation in Situation.all {
            var scene = situation.make(size)
            let frame = scene.frame()
            #expect(frame.size == size)
            #expect(frame.cells.count == size.columns * size.rows)
        }
    }

    @Test("no picture has a control character, and one in ASCII has nothing else", arguments: Situation.all)
    func characters(situation: Situation) {
        for size in Self.sizes {
            var scene = situation.make(size)
            let text = scene.frame().text
            let isASCII = situation.name.hasPrefix("ascii")
            for scalar in text.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value))
                #expect(!(0x202a...0x202e).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
                #expect(!isASCII || scalar.isASCII, "\(scalar) at \(size)")
            }
        }
    }

    @Test("a screen that is too small says so in one line")
    func tooSmall() {
        var scene = Scene.opened(columns: 40, rows: 4)
        #expect(scene.frame().text.contains("needs 20 by 5"))
    }

    @Test("the same state makes the same picture")
    func pure() {
        var scene = Scene.opened(.odd, at: "Documents")
        #expect(scene.frame() == scene.state.render())
        #expect(scene.state.render() == scene.state.render())
    }
}
