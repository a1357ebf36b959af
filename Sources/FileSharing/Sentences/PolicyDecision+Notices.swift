import ContainerModel

extension PolicyDecision {
    /// The notices about the decision, item by item, except for items handled as requested.
    package var notices: [Notice] { items.compactMap(\.notice) }
}

extension PolicyDecision.ItemDecision {
    /// The notice about the item; nil if it is handled as requested.
    package var notice: Notice? {
        let lines = lines
        return lines.isEmpty ? nil : Notice(at: item.hostPath, lines)
    }

    private var lines: [String] {
        var lines: [String] = []
        // A verdict cites the rule of any refusal, an explanation the warnings about a place.
        let reason = rule?.text(more: "verdict --sources") ?? sentence
        switch outcome {
        case .allowed: break
        case .becomes, .alreadySo, .unavailable: lines.append(sentence)
        case .refused: lines.append("refused: " + reason)
        case .leftOut: lines.append("left out: " + reason)
        }
        // The one that says what happens to this item comes first.
        lines += consequences.map { ($0.breaksSeal ? "warning: " : "") + $0.sentence }
        lines += (warnings.map { $0.text(more: "explain --sources") } + doubts).map { "warning: " + $0 }
        if outcome == .refused { lines += alternatives.map { "instead: " + $0.sentence() } }
        lines += unknowns.map { "not known: " + $0.sentence }
        if others > 0, !lines.isEmpty {
            lines.append("the same holds for \(Pluralized.some(others, "more item")) of its directory")
        }
        return lines
    }
}
