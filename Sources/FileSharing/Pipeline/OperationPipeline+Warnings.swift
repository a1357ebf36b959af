import ContainerModel
import Transactions

/// Warnings that are given once for a container.
extension OperationPipeline {
    /// Leaves out the warnings that are given once and that an earlier operation in the same place of the container came
    /// with, according to the journal.
    func leaveOutGivenWarnings(from decision: inout PolicyDecision) {
        let once = RuleBook.standard.placesWarnedOnce
        guard decision.items.contains(where: { $0.warnings.contains { once[$0.identifier] != nil } }),
            let history = try? history()
        else { return }
        for index in decision.items.indices {
            let root = decision.items[index].item.root
            decision.items[index].warnings.removeAll { warning in
                guard let place = once[warning.identifier].flatMap({ RuleBook.standard.path(of: $0) }) else {
                    return false
                }
                let directory = ItemAddress(root, place).hostPath + [ContainerPath.slash]
                return history.contains { entry in
                    entry.state != .failed && entry.containers.contains(root.hostPath)
                        && entry.items.contains { item in
                            [item.hostPath, item.newHostPath].contains { $0?.starts(with: directory) == true }
                        }
                }
            }
        }
    }
}
