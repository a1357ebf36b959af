import Screen
import Testing

@testable import Demonstration

@Suite("The report on the ways of hiding")
struct HidingReportTests {
    @Test(
        "the report fits the terminal, and breaks neither a name nor a word",
        arguments: [60, 80, 100, 119, 120, 140, 200])
    func width(columns: Int) {
        let rows = ConcealmentMode.all.map { way in
            let sight = HidingReport.Sight(
                shows: "SecretContainer 1.0 dev.sandglass.strongbox", secrets: SecretContainer.names)
            return HidingReport.Row(
                way: way.name, arguments: [], infoKeys: [], hides: [], endedOnSuspend: way.name == "exit",
                suspended: sight, snapshotFiles: ["picture"], snapshot: sight, launch: sight)
        }
        let whole = HidingTable(HidingReport(rows)).lines
        let lines = HidingTable(HidingReport(rows), columns: columns).lines
        #expect(lines.allSatisfy { DisplayText($0).width <= columns }, "\(lines.joined(separator: "\n"))")
        let words = Set(lines.flatMap { $0.split(separator: " ") })
        for word in SecretContainer.names.map({ $0 + "," }).dropLast() + [
            "UIApplicationExitsOnSuspend:", "(suspended,",
        ] {
            #expect(words.contains(word[...]), "\(word)")
            #expect(whole.contains { $0.contains(word) })
        }
    }

    @Test("a secret where a way should hide it is a leak and makes the exit status 1, and elsewhere it is none")
    func leak() {
        for way in ConcealmentMode.all {
            for stage in ConcealmentMode.Stage.allCases {
                func sight(_ other: ConcealmentMode.Stage) -> HidingReport.Sight {
                    .init(shows: "", secrets: stage == other ? [SecretContainer.secrets[1]] : [])
                }
                let row = HidingReport.Row(
                    way: way.name, arguments: [], infoKeys: [], hides: way.hides, endedOnSuspend: false,
                    suspended: sight(.suspended), snapshotFiles: [], snapshot: sight(.snapshot), launch: sight(.launch))
                let isLeak = ["cover", "exit"].contains(way.name) || (way.name == "ignore" && stage == .launch)
                let report = HidingReport([row])
                #expect(report.exitStatus == (isLeak ? 1 : 0), "\(way.name) at \(stage)")
                #expect(HidingTable(report).lines.joined(separator: "\n").contains("LEAK") == isLeak)
            }
        }
    }

    @Test("contents that are visible after a way out are a leak")
    func visibleContents() {
        var contents = ContentsReport()
        contents.add(.init(file: "a.plist", place: .pane, way: "^Z", secrets: []))
        contents.add(.init(file: "a.plist", place: .viewer, way: "^Z", secrets: []))
        var report = HidingReport([], contents: contents)
        #expect(report.exitStatus == 0)
        var text = HidingTable(report, columns: 80).lines.joined(separator: " ")
        #expect(text.contains("1 kind of file in the pane and the viewer, left 2 times by ^Z: nothing"))
        contents.add(.init(file: "b.db", place: .viewer, way: "a crash", secrets: ["pin"]))
        report = HidingReport([], contents: contents)
        #expect(report.exitStatus == 1 && report.leaks)
        text = HidingTable(report, columns: 80).lines.joined(separator: " ")
        #expect(text.contains("LEAK: b.db in the viewer, a crash: pin"))
    }

    @Test("each kind of file has its own secret")
    func secrets() {
        let names = SecretFixture.all.map(\.name)
        #expect(names == names.sorted() && Set(names).count == names.count)
        let texts = SecretFixture.all.map(\.viewed)
        #expect(Set(texts).count == names.count)
        #expect(!SecretFixture.secrets.contains { secret in names.contains { $0.contains(secret) } })
    }
}
