import ContainerModel
import Screen
import Testing

@testable import Browser

@Suite("Golden pictures")
struct GoldenTests {
    static let sizes = [
        Size(columns: 140, rows: 40), Size(columns: 80, rows: 24), Size(columns: 50, rows: 12),
        Size(columns: 20, rows: 5),
    ]

    /// The situations with a picture of every size.
    static let typical: Set<String> = [
        "root", "names", "details", "help", "filter", "explained", "refusal", "sharing", "delete",
        "conflict", "progress", "ascii",
    ]

    /// The size of the single picture of every other situation.
    static let usual = Size(columns: 100, rows: 24)

    /// Returns the sizes in which a situation has pictures.
    private static func sizes(of situation: Situation) -> [Size] {
        typical.contains(situation.name) ? sizes : [usual]
    }

    private static func name(_ situation: Situation, _ size: Size) -> String {
        "\(situation.name)-\(size.columns)x\(size.rows)"
    }

    @Test("each situation looks like its golden pictures", arguments: Situation.all)
    func picture(situation: Situation) {
        for size in Self.sizes(of: situation) {
            var scene = situation.make(size)
            let frame = scene.frame()
            #expect(frame.size == size)
            let difference = Golden.difference(frame.picture, Self.name(situation, size))
            #expect(difference == nil, "\(difference ?? "")")
        }
    }

    @Test("the situations with several sizes exist")
    func listed() {
        #expect(Self.typical.isSubset(of: Situation.all.map(\.name)))
    }

    @Test("each situation has a golden picture, and there are no others")
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

    @Test(
        "no picture contains a control character, and those in ASCII mode contain only ASCII", arguments: Situation.all)
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

    @Test("a copy of a state renders the same picture, whatever happens to the original")
    func value() {
        var scene = Scene.opened(.odd, at: "Documents")
        let picture = scene.frame()
        let copy = scene.state
        for keys: KeySequence in ["j", "Space", "A", "End", "Enter", "Esc", "T", "Enter", "Esc", "s", "Enter", "h"] {
            scene.perform(keys)
            #expect(copy.render() == picture, "\(keys)")
        }
        #expect(scene.frame() != picture)
    }
}
