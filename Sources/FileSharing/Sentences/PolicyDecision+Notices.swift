import ContainerModel

extension PolicyDecision {
    /// What the rules have to say to people, item by item; nothing about what is as asked for.
    package var notices: [Notice] { items.compactMap(\.notice) }
}

extension PolicyDecision.ItemDecision {
    /// What there is to say about the item; nil where all is as asked for.
    package var notice: Notice? {
        let lines = lines
        return lines.isEmpty ? nil : Notice(at: item.hostPath, lines)
    }

    private var lines: [String] {
        var lines: [String] = []
        switch outcome {
        case .allowed: break
        case .becomes, .alreadySo, .unavailable: lines.append(sentence)
        case .refused: lines.append("refused: " + (rule?.quotation ?? sentence))
        case .leftOut: lines.append("left out: " + (rule?.quotation ?? sentence))
        }
        lines += warnings.map { "warning: " + $0.quotation }
        if outcome == .refused { lines += alternatives.map { "instead: " + $0.sentence() } }
        lines += unknowns.map { "not known: " + $0.sentence }
        if others > 0, !lines.isEmpty {
            lines.append("the same holds for \(others) more \(others == 1 ? "item" : "items") of its directory")
        }
        return lines
    }
}
