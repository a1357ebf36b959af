import ContainerModel

extension PolicyDecision {
    /// The notices about the decision, item by item, except for items handled as requested.
    package var notices: [Notice] { notices(in: .commands) }

    func notices(in wording: Wording) -> [Notice] { items.compactMap { $0.notice(in: wording) } }
}

extension PolicyDecision.ItemDecision {
    /// The notice about the item; nil if it is handled as requested.
    package var notice: Notice? { notice(in: .commands) }

    fileprivate func notice(in wording: Wording) -> Notice? {
        let lines = lines(in: wording)
        return lines.isEmpty ? nil : Notice(at: item.hostPath, lines)
    }

    private func lines(in wording: Wording) -> [String] {
        var lines: [String] = []
        // A verdict cites the rule of any refusal, an explanation the warnings about a place.
        let reason = rule?.text(more: wording.verdictSources) ?? sentence
        switch outcome {
        case .allowed: break
        case .becomes, .alreadySo, .unavailable: lines.append(sentence)
        case .refused: lines.append("refused: " + reason)
        case .leftOut: lines.append("left out: " + reason)
        }
        // The one that says what happens to this item comes first.
        lines += consequences.map { ($0.breaksSeal ? "warning: " : "") + $0.sentence }
        lines += (warnings.map { $0.text(more: wording.explanationSources) } + doubts).map { "warning: " + $0 }
        if outcome == .refused { lines += alternatives.map { "instead: " + wording.alternative($0) } }
        lines += unknowns.map { "not known: " + $0.sentence }
        if others > 0, !lines.isEmpty {
            lines.append("the same holds for \(Pluralized.some(others, "more item")) of its directory")
        }
        return lines
    }
}
