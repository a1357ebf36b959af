import ContainerModel

extension Delivery {
    /// The notices about the documents before the delivery, in particular refusals.
    package var notices: [Notice] {
        documents.compactMap(\.notice)
            + unavailable.map { Notice(at: $0.item.hostPath, $0.reason) }
    }

    /// What the app receives, and by which rules.
    package var received: [Notice] {
        documents.compactMap { document in
            document.opened.map { Notice(at: document.original.hostPath, document.rules.map(\.sentence) + $0.lines) }
        }
    }
}

extension Delivery.Document {
    /// The rules by which the app receives the document.
    fileprivate var rules: [Rule] {
        switch decision {
        case .openInPlace(let grounds), .copy(_, let grounds): grounds.rules
        case .refused: []
        }
    }

    /// The refusal, or what is not known but would matter; nil if there is neither.
    fileprivate var notice: Notice? {
        switch decision {
        case .refused(let refusal):
            var lines = ["refused: \(refusal.rule.text)"] + refusal.declared.map { "declared: \($0)" }
            if refusal.declared.isEmpty, refusal.rule.identifier == .deliveryTypeNotDeclared {
                lines.append("declared: no document types")
            }
            return Notice(at: original.hostPath, lines + refusal.instead.map { "instead: \($0)" })
        case .openInPlace(let grounds), .copy(_, let grounds):
            let lines = grounds.unknowns.map { "not known: \($0.sentence)" }
            return lines.isEmpty ? nil : Notice(at: original.hostPath, lines)
        }
    }
}

extension DeliverySender {
    /// The sender as displayed.
    package var title: String {
        switch self {
        case .mail: "Mail: an attachment"
        case .airDrop: "AirDrop"
        case .files: "the Files app"
        case .iCloud: "iCloud Drive"
        case .picker: "a document picker"
        case .app(let identifier): identifier
        }
    }
}
