import ContainerModel
import ContainerStore
import Inspection
import Screen
import Search
import Testing
import Timeline

@testable import Browser

@Suite("Panels at every width")
struct EveryWidthTests {
    /// The characters that a terminal has.
    enum Symbols: CaseIterable, Sendable {
        case all
        /// All of UTF-8, in a font without most symbols.
        case few
        case ascii
    }

    /// A panel, with names from outside where it shows any.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let panel: any Panel

        var testDescription: String { name }
    }

    /// Wide, joined and right-to-left characters, and controls.
    private static let hostile = [
        "家族の写真アルバム２０１９年", "party 🎉👩‍👩‍👧‍👦", "שלום עולם \u{202e}gpj.exe", "Evil\u{1b}[2J",
        String(repeating: "long name ", count: 20),
    ]

    private static let recent = hostile.map {
        ContainerMemoryStore.Recent(
            hostPath: Array("/Users/me/\($0)/AppData".utf8), name: $0, kind: .data, visited: 1_500_000_000,
            place: ContainerPath(bytes: Array("Documents/\($0)".utf8)), exists: !$0.hasPrefix("Evil"))
    }

    private static let usage: UsageReport = {
        var report = UsageReport(path: "Documents")
        for (index, name) in hostile.enumerated() {
            var usage = Usage()
            for storage in StorageClass.allCases { usage[storage] = UInt64(1) << UInt64(index * 8 + storage.rawValue) }
            report.rows.append(.init(name: Array(name.utf8), kind: index < 2 ? .directory : .file, usage: usage))
            for storage in StorageClass.allCases { report.total[storage] += usage[storage] }
        }
        return report
    }()

    private static let timeline: TimelinePanel = {
        var answer = TimelineQuery.Answer()
        answer.entries = hostile.map { name in
            TimelineEntry(
                1_777_550_400_000_000, .log, .app, name, doubt: name, path: ContainerPath(bytes: Array(name.utf8)),
                address: Array(name.utf8), line: 1, offset: 0, text: Array(name.utf8))
        }
        answer.count = answer.entries.count
        answer.problems = hostile.map { TimelineProblem(path: ContainerPath(bytes: Array($0.utf8)), message: $0) }
        return TimelinePanel(root: Scene.oddRoot, answer: answer)
    }()

    private static let samples = [
        Sample(name: "start", panel: StartPanel()), Sample(name: "recent", panel: RecentPanel()),
        Sample(name: "usage", panel: UsagePanel(usage, in: Scene.oddRoot)),
        Sample(name: "timeline", panel: timeline),
        Sample(name: "palette", panel: PalettePanel()), Sample(name: "help", panel: HelpPanel()),
        Sample(name: "legend", panel: LegendPanel()), Sample(name: "actors", panel: ActorsPanel()),
        Sample(name: "device state", panel: DeviceStatePanel()), Sample(name: "order", panel: SortPanel()),
        Sample(name: "containers", panel: ContainersPanel(World.candidates)),
        Sample(name: "beside", panel: SecondContainerPanel(World.candidates)),
    ]

    private static func opened(_ sample: Sample, _ symbols: Symbols) -> Scene {
        var scene = Scene.opened(.odd, at: "Documents")
        scene.change { state in
            state.screen.adopt(theme: RoleMap.theme, isASCII: symbols == .ascii, hasSymbols: symbols == .all)
            state.opening.recent = recent
            state.open(sample.panel)
        }
        return scene
    }

    @Test("a panel is on the screen, and all of it is safe to show", arguments: samples, Symbols.allCases)
    func widths(sample: Sample, symbols: Symbols) throws {
        var scene = Self.opened(sample, symbols)
        let widths = Array(1...130) + Array(stride(from: 131, through: 500, by: 23)) + [500]
        let sizes = widths.map { Size(columns: $0, rows: 24) } + (1...40).map { Size(columns: 80, rows: $0) }
        for size in sizes {
            scene.send(.input(.resize(size)))
            let frame = scene.frame()
            #expect(frame.size == size && frame.cells.count == size.columns * size.rows)
            guard size.columns >= Layout.smallest.columns, size.rows >= Layout.smallest.rows else { continue }
            let box = PanelLayout(try #require(scene.state.panels.current), scene.state).box
            #expect(box.column >= 0 && box.row >= 0 && box.endColumn <= size.columns && box.endRow <= size.rows)
            let isSafe = frame.cells.allSatisfy { cell in
                cell.isContinuation
                    || cell.base.value >= 0x20 && !(0x7f...0x9f).contains(cell.base.value)
                        && !(0x202a...0x202e).contains(cell.base.value) && (symbols != .ascii || cell.base.isASCII)
            }
            #expect(isSafe, "\(size)\n\(frame.text)")
        }
    }

    @Test("the screen can be resized between any two keys", arguments: Symbols.allCases)
    func resized(symbols: Symbols) {
        let keys: [KeySequence] = [
            "j", "?", "/", "b", "Esc", "Esc", ":", "s", "e", "Esc", "g", "c", "U", "Esc", "A", "j", "Esc", "s", "r",
            "Esc", "V", "j", "Esc", "E", "Esc", "Enter", "q", "S", "Tab", "S", "F", "x", "Enter", "j", "Esc", "/", "1",
            "Enter", "Esc", "d", "Esc", "'", "Esc", "w", "Esc",
        ]
        let columns = [1, 500, 20, 80, 59, 60, 140, 19, 99, 200, 21, 3, 333]
        let rows = [24, 5, 60, 1, 12, 7, 40]
        for start in columns.indices {
            var scene = Scene.opened(.needles, at: "Documents", ascii: symbols == .ascii)
            scene.change {
                $0.screen.adopt(theme: RoleMap.theme, isASCII: symbols == .ascii, hasSymbols: symbols == .all)
            }
            for (index, key) in keys.enumerated() {
                let size = Size(
                    columns: columns[(start + index) % columns.count], rows: rows[(start + index) % rows.count])
                scene.press(key)
                scene.send(.input(.resize(size)))
                #expect(scene.state.render().size == size, "\(key)")
                scene.answer()
                #expect(scene.frame().size == size, "\(key)")
            }
        }
    }

    @Test("recent containers stand in columns, and the end of each path is in view", arguments: [80, 120])
    func recentColumns(columns: Int) throws {
        var scene = Scene.opened(.odd, at: "Documents", columns: columns)
        scene.change { state in
            state.opening.recent = World.recent
            state.open(RecentPanel())
        }
        let rows = RecentPanel().rows(scene.state)
        #expect(rows.allSatisfy { $0.note.isEmpty })
        let text = scene.frame().text
        for word in ["WeightTracker", "gone", "/AppData", "/copies/gone"] { #expect(text.contains(word), "\(text)") }
    }

    @Test("in the palette only keys look like keys")
    func notes() throws {
        let scene = Self.opened(Sample(name: "palette", panel: PalettePanel()), .all)
        let rows = PalettePanel().rows(scene.state)
        let set = try #require(rows.first { $0.note == "set" })
        #expect(set.noteRole == .panelNote)
        let opening = try #require(rows.first { $0.text.description.hasPrefix("Open 家族") })
        #expect(opening.noteRole == .panelNote && !opening.note.isEmpty)
        let help = try #require(rows.first { $0.note.contains("?") && $0.note.contains("F1") })
        #expect(help.noteRole == .key)
    }

    @Test("the word for a mark is no key, and the letters of marks are")
    func marks() throws {
        var scene = Scene.opened(.odd, at: "Documents", columns: 100, rows: 24)
        scene.perform("m", "a", "'")
        let frame = scene.frame()
        let row = frame.size.rows - 1
        let lead = try #require(frame.position(of: " mark  "))
        #expect(
            frame[Position(column: lead.column + 1, row: lead.row)].style.foreground == RoleMap.theme[.panel].foreground
        )
        let letter = try #require(Array(frame.row(row)).first { $0.base == "a" && $0.style == RoleMap.theme[.key] })
        #expect(letter.base == "a")
    }
}
