package import ContainerModel
package import ContainerStore
import Disk

extension Verdict {
    /// The verdict as a person reads it: what comes of it, the rule and its source, and what would work instead.
    package var lines: [Explanation.Line] {
        var lines = [Explanation.Line(outcome == .refused ? .warning : .heading, outcome.sentence)]
        lines.append(Explanation.Line(.text, rule.sentence))
        lines += warnings.map { Explanation.Line(.warning, $0.sentence) }
        lines += unknowns.map { Explanation.Line(.warning, $0.sentence) }
        lines += alternatives.map { Explanation.Line(.text, "Instead: \($0.sentence)") }
        let sources = rule.sources.map(\.rawValue).joined(separator: ", ")
        lines.append(
            Explanation.Line(.dimmed, "Rule \(rule.identifier)" + (sources.isEmpty ? "" : ", source: \(sources)")))
        return lines
    }
}

extension Verdict.Outcome {
    /// A few words: "allowed", "refused".
    package var title: String {
        switch self {
        case .allowed: "allowed"
        case .allowedWithWarning: "allowed, but"
        case .becomes(.emptyDirectory): "empties it instead"
        case .becomes(.moveOut): "moves it out first"
        case .refused: "refused"
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .allowed: "Allowed."
        case .allowedWithWarning: "Allowed; know this first:"
        case .becomes(.emptyDirectory): "What is in it goes; the directory stays."
        case .becomes(.moveOut(let place)):
            "The file is moved out to \(RuleBook.standard.rule(of: place).title) first, and changed there."
        case .refused: "Refused."
        }
    }
}

extension Verdict.Unknown {
    /// What is not known, in a sentence.
    package var sentence: String {
        switch self {
        case .sharingKey(let key): "Whether the app declares \(key.rawValue) is not known here."
        case .protectionClass: "The file's protection class is not known here."
        }
    }
}

extension Alternative {
    /// What would work, in a sentence.
    package var sentence: String {
        switch self {
        case .place(let place): "in \(RuleBook.standard.rule(of: place).title)."
        case .copy(let place): "on a copy in \(RuleBook.standard.rule(of: place).title)."
        case .actor(let actor): "as \(actor.rawValue)."
        case .infoKey(let key): "with \(key.rawValue) = YES in the app's Info.plist."
        case .emptyDirectory: "delete what is in the directory."
        case .unlock: "unlock the device."
        }
    }
}

extension Explanation {
    /// What each operation on the item would meet, in the order of the rules' table. Of a directory it is asked what
    /// may be made in it, of anything else what may be done with its contents.
    package func verdicts(
        in container: ContainerDescription,
        state: DeviceState,
        rules: RuleBook = .standard
    ) -> [(operation: OperationRule, verdict: Verdict)] {
        let isDirectory = subject.kind == .directory
        return rules.tables.operations.compactMap { row in
            let makesItem = row.operation == .createFile || row.operation == .createDirectory
            let isOfContents = row.operation == .read || row.operation == .modify
            guard isDirectory ? !isOfContents : !makesItem && row.operation != .list else { return nil }
            let verdict = rules.verdict(
                for: row.operation,
                on: makesItem ? Explanation.child(of: item) : item,
                as: actor,
                app: container.app,
                state: state
            )
            return (row, verdict)
        }
    }
}
