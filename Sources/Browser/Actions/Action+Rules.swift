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
            $0.ask(BackupSetQuery(), about: $0.ruledRoot) { ReportPanel("The next backup", lines: $0) }
        }.alsoCalled("icloud", "itunes", "compare"),
        Action("backup-sizes", "Show all sizes, or backed-up sizes only", .rules, keys: ["b"]) { state in
            state.panes.showsBackup.toggle()
            state.findings.requestedBackupTotals = []
            state.say(state.panes.showsBackup ? "sizes show the next backup only" : "sizes show everything again")
            return []
        },
        Action("usage", "Disk usage by storage class", .rules, keys: ["U"]) { state in
            guard let item = state.ruledItem() else { return [] }
            return state.showUsage(
                below: state.panes.focus == .places ? item : state.panes[state.panes.side]?.location ?? item)
        }.alsoCalled("du", "ncdu", "space", "biggest"),
        GrowthPanel.action,
        Action("verify-seal", "Verify the seal of the app's bundle, and mark changed items", .rules, keys: ["g v"]) {
            $0.goToBundle(toPerform: "verify-seal") ?? $0.verifySeal(of: $0.ruledRoot)
        }.briefly("Verify the seal").alsoCalled("codesign", "signature", "integrity"),
        Action("bundle", "Contents of the app's bundle, and missing parts", .rules, keys: ["g B"]) {
            $0.goToBundle(toPerform: "bundle")
                ?? $0.ask(BundleQuery(), about: $0.ruledRoot) { ReportPanel("The bundle", lines: $0) }
        }.briefly("The app's bundle").alsoCalled("ipa"),
        Action("purge-plan", "What the system would purge; d purges it", .rules, keys: ["P"]) { state in
            state.open(PurgeEventsPanel())
            return []
        }.alsoCalled("cleanup", "evict"),
    ]
}

extension BrowserState {
    /// Asks what the system would purge on an event; while the app runs, it purges nothing.
    mutating func askForPurge(on event: PurgeEvent) -> [BrowserEffect] {
        let event = requester.state.isAppRunning ? .appRunning : event
        let root = ruledRoot
        return ask(PurgeQuery(on: event), about: root) { PurgePanel(on: event, $0, in: root) }
    }

    /// Returns the item under the cursor; nil on this computer, after saying that it has no rules.
    mutating func ruledItem() -> ItemAddress? {
        guard hasContainer(panes.side) else {
            say("this computer's files have no rules; \(keys.key("next-pane")) goes to the container", isError: true)
            return nil
        }
        return currentItem
    }

    /// The container that questions about a whole container concern: the one on the right if the focus is there.
    var ruledRoot: Root { root(of: ruledSide) }

    /// The side with the focus, or the one on the left if that shows this computer.
    var ruledSide: Side { !hasContainer(panes.side) ? .container : panes.side }

    /// Changes the actor that the rules are applied to.
    mutating func act(as actor: ActingParty) -> [BrowserEffect] {
        self.requester.actor = actor
        return rulesChanged()
    }

    /// Updates the badges for the actor and device state, and reloads if the directory is refused now or no longer
    /// refused.
    mutating func rulesChanged() -> [BrowserEffect] {
        panes.places.show(only: visiblePlaces)
        panes.places.scroll(visibleRows: paneRows)
        return rulesChanged(on: .container) + rulesChanged(on: .computer)
    }

    private mutating func rulesChanged(on side: Side) -> [BrowserEffect] {
        guard let container = container(on: side), let listing = panes[side] else { return [] }
        let refusal = refusal(toList: listing.path, on: side)
        guard (refusal == nil) == (listing.refusal == nil), !listing.isFlat else { return reload(side) }
        panes[side]?.refusal = refusal
        let rules = container.rules(in: listing.path, as: requester.actor, state: requester.state)
        panes[side]?.rules = rules
        let conditions = panes[filterOf: side].conditions
        return panes.order.key == .badges || conditions.contains(where: \.dependsOnRules) ? rearrange(side) : []
    }

    /// The directories of the container that the actor sees; nil for all of them. The user sees what file sharing shows.
    private var visiblePlaces: Set<ContainerPath>? {
        guard requester.actor == .user, let container else { return nil }
        return Set(RuleBook.standard.standardDirectories(in: container.kind).filter { refusal(toList: $0) == nil })
    }

    /// Whether the actor does not see a directory, so that its size is not shown either.
    func isHidden(_ path: ContainerPath) -> Bool { requester.actor == .user && refusal(toList: path) != nil }

    /// Returns the rules' refusal to list a directory, or nil if listing is permitted.
    func refusal(toList path: ContainerPath, on side: Side = .container) -> Verdict? {
        guard let container = container(on: side) else { return nil }
        let item = Item(path, in: container.kind, type: .directory)
        let verdict = RuleBook.standard.verdict(
            for: .list, on: item, as: requester.actor, app: container.app, state: requester.state)
        return verdict.isRefused ? verdict : nil
    }
}
