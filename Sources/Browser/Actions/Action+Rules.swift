import Bundles
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Screen
import Search

extension Action {
    static let rules: [Action] = [
        Action("explain", "Explain this item", .rules, keys: ["E"]) { state in
            if state.ruledItem() != nil, state.explanation != nil { state.open(ExplanationPanel()) }
            return []
        }.alsoCalled("why", "rights", "permissions", "info", "stat", "properties"),
        Action("legend", "Meaning of the badges", .rules, keys: ["F2"]) { state in
            state.open(LegendPanel())
            return []
        }.alsoCalled("badges", "rwdb", "flags", "letters", "symbols", "colors"),
        Action("act-as", "Act as another party", .rules, keys: ["A"]) { state in
            state.open(ActorsPanel())
            return []
        }.alsoCalled("actor", "su", "sudo", "user", "owner"),
        Action("device-state", "State of the app and the device", .rules, keys: ["T"]) { state in
            state.open(DeviceStatePanel())
            return []
        }.alsoCalled("locked", "unlocked", "running", "foreground", "reset"),
        Action("advice", "Check whether the item is in the right place; m moves it", .rules, keys: ["v"]) { state in
            guard let item = state.ruledItem() else { return [] }
            return state.ask(AdviceQuery(about: item.path), about: item.root) { AdvicePanel($0, in: item.root) }
        }.alsoCalled("misplaced", "placement", "lint"),
        Action("backup-set", "Contents of the next backup", .rules, keys: ["B"]) {
            $0.ask(BackupSetQuery(), about: $0.panes.ruledRoot) { ReportPanel("The next backup", lines: $0) }
        }.alsoCalled("icloud", "itunes", "compare"),
        Action(inPanes: "backup-sizes", "Show all sizes, or backed-up sizes only", .rules, keys: ["b"]) {
            panes, context in
            panes.showsBackup.toggle()
            panes.known.requestedBackupTotals = []
            context.say(panes.showsBackup ? "sizes show the next backup only" : "sizes show everything again")
            return []
        },
        Action("usage", "Disk usage by storage class", .rules, keys: ["U"]) { state in
            guard let item = state.ruledItem() else { return [] }
            let directory = state.panes.focus == .places ? item : state.panes[state.panes.side]?.location ?? item
            return UsagePanel.show(below: directory, in: &state)
        }.alsoCalled("du", "ncdu", "space", "biggest"),
        GrowthPanel.action,
        TimelinePanel.action,
        Action("verify-seal", "Verify the seal of the app's bundle, and mark changed items", .rules, keys: ["g v"]) {
            $0.goToBundle(toPerform: "verify-seal") ?? $0.browse { $0.verifySeal(of: $0.ruledRoot, &$1) }
        }.briefly("Verify the seal").alsoCalled("codesign", "signature", "integrity"),
        Action("bundle", "Contents of the app's bundle, and missing parts", .rules, keys: ["g B"]) {
            $0.goToBundle(toPerform: "bundle")
                ?? $0.ask(BundleQuery(), about: $0.panes.ruledRoot) { ReportPanel("The bundle", lines: $0) }
        }.briefly("The app's bundle").alsoCalled("ipa"),
        Action("purge-plan", "What the system would purge; d purges it", .rules, keys: ["P"]) { state in
            state.open(PurgeEventsPanel())
            return []
        }.alsoCalled("cleanup", "evict"),
    ]
}
