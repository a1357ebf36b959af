import Screen
import System
import TestSupport
import Testing

@testable import Demonstration

@Suite("The demonstration as a talk")
struct HidingTalkTests {
    /// Pictures with a name in them where a way hides nothing, and the cover elsewhere.
    private static let outcomes = ConcealmentMode.all.map { way in
        let secret = SecretContainer.names[0]
        func picture(_ text: String) -> Frame {
            var frame = Frame(size: HidingTrial.size)
            frame.write(text, column: 3, row: 5, style: Style(foreground: .palette(2)))
            return frame
        }
        var pictures: [ConcealmentMode.Stage: Frame] = [:]
        var sights: [ConcealmentMode.Stage: HidingReport.Sight] = [:]
        for stage in ConcealmentMode.Stage.allCases {
            let isHidden = way.hides.contains(stage)
            pictures[stage] = picture(isHidden ? "covered" : "a \(secret).txt")
            sights[stage] = .init(shows: "", secrets: isHidden ? [] : [secret])
        }
        if way.name == "exit" { pictures[.snapshot] = nil }
        return HidingOutcome(
            row: HidingReport.Row(
                way: way.name, arguments: [], infoKeys: [], hides: way.hides, endedOnSuspend: false, sights: sights,
                snapshotFiles: [], wanted: SecretContainer.secrets),
            before: picture("the app has \(secret)"), pictures: pictures, files: [])
    }

    private static let rows = ExitPath.all.map {
        ContentsReport.Row(file: "a", place: .pane, way: $0.name, secrets: $0.name == "q" ? ["pin"] : [])
    }

    private func talk(complete: Bool = true) -> HidingTalk {
        var talk = HidingTalk(showsWaysOut: true)
        guard complete else { return talk }
        for outcome in Self.outcomes { talk.receive(.tried(outcome)) }
        for row in Self.rows { talk.receive(.left(row)) }
        talk.finish()
        return talk
    }

    /// The text in red of a frame.
    private func marked(_ frame: Frame) -> String {
        String(
            String.UnicodeScalarView(
                frame.cells.filter { $0.style == HidingTalk.secretStyle && !$0.isContinuation }.map(\.base)))
    }

    @Test("each key leads to the next stage: the app, each moment without hiding first, the ways out, the summary")
    func order() {
        var talk = talk()
        var names: [String] = []
        repeat {
            let lines = talk.frame(size: HidingTalk.leastSize).text.split(separator: "\n")
            names.append(String(lines[0].drop { $0 == " " }))
        } while talk.press(.enter) == .stays
        #expect(names.count == 1 + ConcealmentMode.Stage.allCases.count * ConcealmentMode.all.count + 2)
        #expect(names[0].hasPrefix("The app is in use"))
        #expect(names[1].hasPrefix("Last picture before leaving, without hiding"))
        #expect(names[4].hasPrefix("Last picture before leaving, with the cover"))
        #expect(names[5].hasPrefix("A bystander sees, without hiding"))
        #expect(names[names.count - 2].hasPrefix("\(HidingSummary.waysOut) ways out"))
        #expect(names[names.count - 2].contains("\(HidingSummary.kindsOfFiles) kinds"))
        #expect(names.enumerated().allSatisfy { $1.hasSuffix("\($0 + 1)/\(names.count)") })
    }

    @Test("the picture is whole, with the secrets in red, and the stage says how many are in sight")
    func pictures() {
        var talk = talk()
        let secret = SecretContainer.names[0]
        for _ in talk.stages {
            let frame = talk.frame(size: HidingTalk.leastSize)
            if case .moment(let moment, let way) = talk.stage {
                let outcome = Self.outcomes[way]
                let isSeen = !outcome.row.sight(moment).secrets.isEmpty
                #expect(marked(frame) == (isSeen ? secret : ""))
                #expect(frame.text.contains(isSeen ? "1 secret in sight" : "no secret in sight"))
                for line in outcome.pictures[moment]?.text.split(separator: "\n") ?? ["There is none."] {
                    #expect(frame.text.contains(line))
                }
            }
            _ = talk.press(.right)
        }
        _ = talk.press(.home)
        #expect(marked(talk.frame(size: HidingTalk.leastSize)) == secret)
    }

    @Test("b goes back, Tab to the next moment, End to the summary, and q ends the talk")
    func keys() {
        var talk = talk(complete: false)
        #expect(talk.press(.tab) == .stays && talk.stage == .moment(.lastPicture, way: 0))
        _ = talk.press(.enter)
        _ = talk.press(.tab)
        #expect(talk.stage == .moment(.bystander, way: 0))
        _ = talk.press(.character("b"))
        #expect(talk.stage == .moment(.lastPicture, way: ConcealmentMode.all.count - 1))
        _ = talk.press(.end)
        #expect(talk.stage == .summary)
        #expect(talk.press(.tab) == .stays && talk.stage == .summary)
        _ = talk.press(.home)
        #expect(talk.press(.character("b")) == .stays && talk.stage == .app)
        #expect(talk.press(.character("q")) == .ends)
    }

    @Test("the table of the ways out grows with the results")
    func growing() {
        var talk = talk(complete: false)
        talk.receive(.tried(Self.outcomes[0]))
        _ = talk.press(.end)
        _ = talk.press(.left)
        for (index, row) in Self.rows.enumerated() {
            talk.receive(.left(row))
            let text = talk.frame(size: HidingTalk.leastSize).text
            #expect(Self.rows[...index].allSatisfy { text.contains("\n \($0.way) ") })
            #expect(Self.rows[(index + 1)...].allSatisfy { !text.contains("\n \($0.way) ") })
            #expect(text.contains(index == 0 ? "1 time so far" : "\(index + 1) times so far"))
        }
        #expect(talk.frame(size: HidingTalk.leastSize).text.contains("LEAK: pin"))
    }

    @Test("every stage fits every terminal, before and after its results are known", arguments: [false, true])
    func sizes(complete: Bool) {
        for (columns, rows) in [(1, 1), (20, 5), (79, 24), (80, 23), (80, 24), (81, 25), (200, 60)] {
            var talk = talk(complete: complete)
            let size = Size(columns: columns, rows: rows)
            repeat {
                let text = talk.frame(size: size).text
                #expect(text.contains("b back") == (columns >= 80 && rows >= 24))
                // The sentence at the top is whole.
                let sentence = text.split(separator: "\n").dropFirst().first ?? ""
                #expect(columns < 80 || rows < 24 || sentence.hasSuffix(".") || sentence.hasSuffix("?"), "\(text)")
                #expect(!text.contains("tried …") || !complete)
            } while talk.press(.character(" ")) == .stays
        }
    }

    @Test("the recording is an asciicast that another program reads, with all stages in 80 by 24")
    func recording() throws {
        var results = HidingDemonstration.Results()
        for outcome in Self.outcomes { results.add(.tried(outcome)) }
        for row in Self.rows { results.add(.left(row)) }
        let directory = TemporaryDirectory()
        let path = directory("talk.cast")
        do {
            let file = try AsciicastFile(at: Array(path.utf8))
            try file.write(HidingTalk.recording(of: results))
        }
        let said = try Python.lines(Script.text("asciicast"), [path])
        let stages = talk().stages.count
        #expect(said == ["2 80 24", "\(stages + Self.rows.count + 1) events", "in order", "24 rows"])
        let size = try readFile(path).count
        #expect(throws: DemonstrationError.self) { _ = try AsciicastFile(at: Array(path.utf8)) }
        #expect(try readFile(path).count == size)
        let unused = directory("unused.cast")
        do { _ = try AsciicastFile(at: Array(unused.utf8)) }
        #expect(access(unused, F_OK) != 0)
    }
}
