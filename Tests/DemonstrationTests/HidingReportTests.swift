import Screen
import Testing

@testable import Demonstration

@Suite("The report on the ways of hiding")
struct HidingReportTests {
    @Test(
        "the report fits the terminal, and breaks neither a name nor a word",
        arguments: [60, 80, 100, 119, 120, 140, 200])
    func width(columns: Int) {
        let rows = HidingWay.all.map { way in
            let sight = HidingReport.Sight(shows: "Strongbox 1.0 dev.sandglass.strongbox", secrets: Strongbox.names)
            return HidingReport.Row(
                way: way.name, arguments: [], infoKeys: [], hides: [], endedOnSuspend: way.name == "exit",
                suspended: sight, snapshotFiles: ["picture"], snapshot: sight, launch: sight)
        }
        let whole = HidingTable(HidingReport(rows)).lines
        let lines = HidingTable(HidingReport(rows), columns: columns).lines
        #expect(lines.allSatisfy { DisplayText($0).width <= columns }, "\(lines.joined(separator: "\n"))")
        let words = Set(lines.flatMap { $0.split(separator: " ") })
        for word in Strongbox.names.map({ $0 + "," }).dropLast() + ["UIApplicationExitsOnSuspend:", "(suspended,"] {
            #expect(words.contains(word[...]), "\(word)")
            #expect(whole.contains { $0.contains(word) })
        }
    }

    @Test("a secret where a way should hide it is a leak and makes the exit status 1, and elsewhere it is none")
    func leak() {
        for way in HidingWay.all {
            for stage in HidingWay.Stage.allCases {
                func sight(_ other: HidingWay.Stage) -> HidingReport.Sight {
                    .init(shows: "", secrets: stage == other ? [Strongbox.secrets[1]] : [])
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
}
