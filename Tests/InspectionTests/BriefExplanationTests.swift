import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import TestSupport
import Testing

/// The short form of an explanation.
@Suite("Short explanations")
struct BriefExplanationTests {
    private static let states = [
        DeviceState(), DeviceState(isAppRunning: true, isAppInForeground: true), DeviceState(lock: .locked),
    ]

    private static let apps: [AppInfo] = {
        var known = AppInfo()
        known.identifier = "org.example.app"
        for key in SharingKey.allCases { known[key] = .yes }
        return [AppInfo(), known]
    }()

    /// The place itself, and items in it with a short name, a long one, and a long one of wide characters.
    private static func subjects(_ place: ContainerPath) -> [Explanation.Subject] {
        let names = ["a.txt", String(repeating: "long name ", count: 25), String(repeating: "航", count: 85)]
        let items = names.compactMap { place.appending(name: Array($0.utf8)) }
        return [true, false].flatMap { isAbsent in
            [Explanation.Subject(path: place, kind: .directory, isAbsent: isAbsent)]
                + items.map { Explanation.Subject(path: $0, kind: .file, covering: .every, isAbsent: isAbsent) }
                + items.map { Explanation.Subject(path: $0, kind: .file, isAbsent: isAbsent) }
        }
    }

    /// As a program prints it: indented by two columns; names are cut at one row, code at three.
    private static func rows(_ line: Explanation.Line) -> Int {
        let width = 2 + text(line).unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
        return line.isName || width <= 80 ? 1 : min(3, (width + 78) / 79)
    }

    private static func text(_ line: Explanation.Line) -> String { String(decoding: line.text, as: UTF8.self) }

    private static func isColumn(_ line: Explanation.Line) -> Bool {
        if case .column = line.kind { true } else { false }
    }

    @Test(
        "it has at most 12 rows of 80 columns, every right and each reason once, wherever the item is",
        arguments: AbsentPlaceTests.rows + [(.data, .root, ""), (.bundle, .root, ""), (.iCloud, .root, "")])
    func everyPlace(kind: ContainerKind, path: ContainerPath, badges: String) throws {
        for app in Self.apps {
            let container = ContainerDescription(
                kind: kind, source: .directory, hostPath: try #require(HostPath(Array("/".utf8))), app: app)
            for subject in Self.subjects(path) {
                for (actor, state) in ActingParty.allCases.flatMap({ one in Self.states.map { (one, $0) } }) {
                    let explanation = Explanation(of: subject, in: container, as: actor, state: state)
                    let brief = explanation.briefLines(more: "--sources", rows: Self.rows)
                    let texts = brief.map(Self.text)
                    #expect(1 + brief.map(Self.rows).reduce(0, +) <= 12, "\(texts)")
                    #expect(
                        brief.filter(Self.isColumn).map(Self.text)
                            == explanation.lines.filter(Self.isColumn).map(Self.text))
                    let extent = #/(details|\d+ contradictions?, \d+ sources?|\d+ sources?): --sources/#
                    #expect(texts.last?.wholeMatch(of: extent) != nil, "\(texts)")
                    #expect(Set(texts).count == texts.count, "\(texts)")
                    let isPlain = state == DeviceState() && subject.covering.isEmpty && path != .root
                    guard actor == .app, isPlain, subject.kind == .directory else { continue }
                    #expect(texts.contains { $0.hasPrefix("in code: ") } != explanation.code.isEmpty, "\(texts)")
                }
            }
        }
    }

    @Test(
        "its last line counts the contradictions and the documents, those that contradict included",
        arguments: [
            // Documents: S0, S1 and S3 in Table 1-1, S2 in a contradiction.
            ("Documents", "2 contradictions, 4 sources: --sources"),
            // SystemData: S0 and MB.
            ("SystemData", "1 contradiction, 2 sources: --sources"),
            ("Library/Mine", "3 sources: --sources"),
        ] as [(ContainerPath, String)])
    func extent(path: ContainerPath, last: String) throws {
        let container = ContainerDescription(
            kind: .data, source: .directory, hostPath: try #require(HostPath(Array("/".utf8))), app: AppInfo())
        let explanation = Explanation(of: Explanation.Subject(path: path, kind: .directory), in: container)
        let brief = explanation.briefLines(more: "--sources", rows: Self.rows)
        #expect(brief.last.map(Self.text) == last)
        #expect(explanation.briefTitle.hasSuffix("  directory"))
    }
}
