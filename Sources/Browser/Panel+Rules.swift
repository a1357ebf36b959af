import ContainerModel
import ContainerStore
import Inspection
import Screen

/// The panels that are about rules: who acts, at which moment, and why something is so.
extension Panel {
    static let actors: [(actor: ActingParty, note: String)] = ActingParty.allCases.map { actor in
        switch actor {
        case .app: (actor, "the app itself, in its sandbox")
        case .user: (actor, "the device's user: Finder, the Files app")
        case .system: (actor, "iOS: delivers, purges, takes snapshots")
        case .owner: (actor, "you, who own this copy of the container")
        }
    }

    /// What can be switched about the app and the device.
    static let moments:
        [(title: String, value: @Sendable (DeviceState) -> String, change: @Sendable (inout DeviceState) -> Void)] = [
            ("the app runs", { yesOrNo($0.isAppRunning) }, { $0 = $0.changing(running: !$0.isAppRunning) }),
            (
                "it is in the foreground", { yesOrNo($0.isAppInForeground) },
                {
                    $0 = $0.changing(
                        running: $0.isAppRunning || !$0.isAppInForeground, foreground: !$0.isAppInForeground)
                }
            ),
            (
                "the device is", { lockNames[$0.lock] ?? "" },
                { state in
                    let locks = DeviceLock.allCases
                    let place = locks.firstIndex(of: state.lock) ?? 0
                    state.lock = locks[(place + 1) % locks.count]
                }
            ),
            ("disk space is low", { yesOrNo($0.isStorageLow) }, { $0.isStorageLow.toggle() }),
        ]

    /// What can make the system purge.
    static let purgeEvents: [PurgeEvent] = [.lowStorage, .appUpdate, .restore, .idle]

    private static let lockNames: [DeviceLock: String] = [
        .unlocked: "unlocked", .locked: "locked", .notUnlockedSinceBoot: "not unlocked since it started",
    ]

    private static func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }

    static func actorRows(_ state: BrowserState) -> [Row] {
        actors.map { Row(DisplayText($0.actor.rawValue), note: $0.note) }
    }

    static func momentRows(_ state: BrowserState) -> [Row] {
        moments.map { Row(DisplayText($0.title), note: $0.value(state.device)) }
    }

    /// An answer's lines, wrapped.
    static func answerRows(_ lines: [String], _ state: BrowserState) -> [Row] {
        let columns = max(10, min(state.size.columns - 4, 96))
        return lines.flatMap { line in
            DisplayText(line, ascii: state.isASCII).wrapped(to: columns).map { Row($0) }
        }
    }

    /// The explanation of the item under the cursor, and what each operation on it would meet.
    static func explanationRows(_ state: BrowserState) -> [Row] {
        guard let explanation = state.explanation, let container = state.container else { return [] }
        let columns = max(10, min(state.size.columns - 4, 84))
        var rows = explanation.lines.flatMap { line -> [Row] in
            guard line.kind != .rule else { return [Row(.empty)] }
            let text = DisplayText(bytes: line.text, ascii: state.isASCII)
            return text.wrapped(to: columns).map { Row($0, isHeading: line.kind == .heading) }
        }
        rows.append(Row(.empty))
        rows.append(Row(DisplayText("As \(state.actor.rawValue), at this moment"), isHeading: true))
        for (operation, verdict) in explanation.verdicts(in: container, state: state.device) {
            rows.append(Row(DisplayText(operation.title), note: verdict.outcome.title))
            guard verdict.outcome != .allowed else { continue }
            let why = state.glyphs.spelled("  " + verdict.rule.sentence)
            rows += DisplayText(why, ascii: state.isASCII).wrapped(to: columns).map { Row($0) }
        }
        return rows
    }

    /// A refusal, with the cursor on the first thing that would work.
    static func refusal(_ verdict: Verdict, of path: ContainerPath, _ state: BrowserState) -> Panel {
        let rows = refusalRows(verdict, state).count
        return Panel(.refusal(verdict, of: path), cursor: rows - verdict.alternatives.count)
    }

    /// Why something is refused; what can be chosen instead comes last.
    static func refusalRows(_ verdict: Verdict, _ state: BrowserState) -> [Row] {
        let columns = max(10, min(state.size.columns - 4, 60))
        let sources = verdict.rule.sources.map(\.rawValue).joined(separator: ", ")
        let why = DisplayText(state.glyphs.spelled(verdict.rule.sentence), ascii: state.isASCII).wrapped(to: columns)
            .map { Row($0) }
        let source = sources.isEmpty ? [] : [Row(DisplayText("Source: \(sources)"))]
        return why + source
            + verdict.alternatives.map {
                Row(DisplayText("\(state.glyphs.arrow) \($0.sentence())", ascii: state.isASCII))
            }
    }
}

extension DeviceState {
    /// This, with the app running or not: an app that does not run is not in the foreground.
    fileprivate func changing(running: Bool, foreground: Bool? = nil) -> DeviceState {
        DeviceState(
            isAppRunning: running,
            isAppInForeground: running && (foreground ?? isAppInForeground),
            lock: lock,
            isStorageLow: isStorageLow,
            optionalRules: optionalRules
        )
    }
}
