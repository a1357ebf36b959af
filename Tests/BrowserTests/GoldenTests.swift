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
        "root", "names", "details", "help", "filter", "explained", "refusal", "sharing", "delete",
        "conflict", "progress", "ascii",
    ]

    /// Other situations that the first or the last line tells of.
    static let toldInLines: Set<String> = [
        "message", "error", "go-to", "go-keys", "mark", "rename", "new", "filtered", "filter-nothing", "selected",
        "range", "loading", "reading", "sorting", "problem", "covered", "quitting",
    ]

    /// Situations that the others of one size are told by, so that what stands in all of them is in few pictures.
    static let bases: Set<String> = ["root", "names"]
    /// The size in which every other situation has its one picture.
    static let usual = Size(columns: 100, rows: 24)

    /// The sizes in which a situation has pictures.
    private static func sizes(of situation: Situation) -> [Size] {
        (typical.contains(situation.name) ? sizes : [usual]) + (bases.contains(situation.name) ? [usual] : [])
    }

    private static func name(_ situation: Situation, _ size: Size) -> String {
        "\(situation.name)-\(size.columns)x\(size.rows)"
    }

    private static let baseFrames = Situation.all.filter { bases.contains($0.name) }.map { situation in
        var scene = situation.make(usual)
        return Frame.Base(name: name(situation, usual), frame: scene.frame())
    }

    @Test("the screen looks as it did when it was found good, whatever its size", arguments: Situation.all)
    func picture(situation: Situation) {
        guard Self.typical.contains(situation.name) else { return }
        for size in Self.sizes(of: situation) { compare(situation, size, rows: 0..<size.rows) }
    }

    @Test(
        "what differs from one situation to the next looks as it did when it was found good", arguments: Situation.all)
    func middle(situation: Situation) {
        guard !Self.typical.contains(situation.name) else { return }
        // The first and the last line say the same in most situations.
        let isWhole = Self.toldInLines.contains(situation.name)
        let rows = isWhole ? 0..<Self.usual.rows : 1..<(Self.usual.rows - 1)
        compare(situation, Self.usual, rows: rows) { frame in
            Self.baseFrames.max { frame.commonRows(with: $0.frame) < frame.commonRows(with: $1.frame) }
        }
    }

    private func compare(
        _ situation: Situation, _ size: Size, rows: Range<Int>, apartFrom base: (Frame) -> Frame.Base? = { _ in nil }
    ) {
        var scene = situation.make(size)
        let frame = scene.frame()
        #expect(frame.size == size)
        let picture = frame.picture(rows: rows, apartFrom: base(frame))
        let difference = Golden.difference(picture, Self.name(situation, size))
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test("there is no picture that nothing is compared with")
    func noneTooMany() throws {
        let expected = Situation.all.flatMap { situation in
            Self.sizes(of: situation).map { Self.name(situation, $0) + ".txt" }
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
