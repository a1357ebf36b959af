package import ContainerModel
import Transactions

/// Changing a file's contents.
extension SharingRules {
    /// No change where the file can be changed where it is; the move out where it has to leave an inbox for that, which
    /// is not done before something is saved.
    func edit(_ item: ItemAddress, _ decision: inout PolicyDecision) {
        guard let type = typeOfSource(item, &decision) else { return }
        guard type == .file else {
            decision.items.append(
                PolicyDecision.ItemDecision(
                    item: item,
                    outcome: .unavailable,
                    sentence: type == .symbolicLink
                        ? "a symbolic link, which is not followed; name its target"
                        : "not a file that could be edited"
                )
            )
            return
        }
        let verdict = verdict(.modify, on: item, type: type)
        switch verdict.outcome {
        case .refused: decision.note(item, .refused, by: verdict)
        case .allowed, .allowedWithWarning: decision.note(item, .allowed, by: verdict)
        case .becomes(let substitute):
            guard case .moveOut(let place) = substitute,
                let directory = rules.path(of: place),
                let target = ItemAddress(item.root, directory).entry(item.name)
            else { return decision.note(item, .refused, by: verdict) }
            decision.note(
                item, .becomes, by: verdict,
                "the first save moves it out to \(rules.name(of: place)), where it is changed")
            decision.changes.append(.move(item, to: target))
        }
    }
}

extension PolicyDecision {
    /// Where the file that is edited goes when something is saved; nil where it stays.
    package var destinationOfEdit: ItemAddress? {
        guard case .move(let source, let target)? = changes.first, let item = items.first?.item,
            item == source
        else { return nil }
        return target
    }
}
