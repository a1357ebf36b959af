import Screen
import Testing

@testable import Demonstration

@Suite("The report on the ways of hiding")
struct HidingReportTests {
    @Test(
        "the report fits the terminal, and breaks neither a name nor a word",
        arguments: [60, 80, 100, 120, 140, 168, 169, 170, 200])
    func width(columns: Int) {
        let rows = ConcealmentMode.all.map { way in
            let sight = HidingReport.Sight(
                shows: "SecretContainer 1.0 dev.sandglass.strongbox", secrets: SecretContainer.names)
            return HidingReport.Row(
                way: way.name, arguments: [], infoKeys: [], hides: [], endedOnSuspend: way.name == "exit",
                sights: Dictionary(uniqueKeysWithValues: ConcealmentMode.Stage.allCases.map { ($0, sight) }),
                snapshotFiles: ["picture"], wanted: SecretContainer.secrets)
        }
        let whole = HidingTable(HidingReport(rows)).lines
        let lines = HidingTable(HidingReport(rows), columns: columns).lines
        #expect(lines.allSatisfy { DisplayText($0).width <= columns }, "\(lines.joined(separator: "\n"))")
        let words = Set(lines.flatMap { $0.split(separator: " ") })
        for word in SecretContainer.names.map({ $0 + "," }).dropLast() + [
            "UIApplicationExitsOnSuspend:", "(leaving,",
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
                    sights: Dictionary(uniqueKeysWithValues: ConcealmentMode.Stage.allCases.map { ($0, sight($0)) }),
                    snapshotFiles: [], wanted: SecretContainer.secrets)
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
        let rows = report.contents.table.map { $0.split(separator: " ").map(String.init) }
        #expect(
            rows == [
                ["way", "out", "times", "kinds", "visible", "afterwards"], ["^Z", "2", "1", "nothing"],
                ["a", "crash", "1", "1", "LEAK:", "pin"],
            ])
    }

    @Test("the ways out have names of their own, and each has a place in the list")
    func waysOut() {
        #expect(Set(ExitPath.all.map(\.name)).count == ExitPath.all.count)
        let parts = ExitPath.covers.count + ExitPath.stops.count + 1 + ExitPath.ends.count
        #expect(parts == ExitPath.all.count && HidingSummary.waysOut == parts)
        #expect(HidingSummary.kindsOfFiles == SecretFixture.all.count)
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
