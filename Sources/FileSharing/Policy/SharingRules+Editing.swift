package import ContainerModel
import Transactions

/// Modifying a file's contents.
extension SharingRules {
    /// Decides about editing a file. A file that may be modified in place needs no change; one in an inbox is moved
    /// out, but only when it is first saved.
    func edit(_ item: ItemAddress, _ decision: inout PolicyDecision) {
        guard let type = sourceType(item, &decision) else { return }
        guard type == .file else {
            decision.items.append(
                PolicyDecision.ItemDecision(
                    item: item,
                    outcome: .unavailable,
                    sentence: type == .symbolicLink
                        ? "a symbolic link, which is not followed; name its target"
                        : "\(type == .directory ? "a directory" : "not a regular file"); only files can be edited"
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
            decision.changeSet.changes.append(.move(item, to: target))
        }
    }
}

extension PolicyDecision {
    /// The destination of the edited file on saving; nil if it stays in place.
    package var editDestination: ItemAddress? {
        guard case .move(let source, let target)? = changes.first, let item = items.first?.item,
            item == source
        else { return nil }
        return target
    }
}
