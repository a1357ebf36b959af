import Testing

@testable import Demonstration

@Suite("The report on the ways of hiding")
struct HidingReportTests {
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
