import ContainerModel
import ContainerStore
import Jobs
import Transactions

/// Delivering documents of this computer to an app.
extension OperationPipeline {
    func delivery(
        of documents: [ItemAddress],
        to root: Root,
        from sender: DeliverySender,
        inPlaceOnly: Bool
    ) throws(OperationError) -> Delivery {
        guard let container = open.container(of: ItemAddress(root, .root)) else {
            throw OperationError(.noInput, at: root.hostPath, "the container is not open")
        }
        let delivery = Delivery(
            of: documents, from: sender, to: container, in: open, isInPlaceDemanded: inPlaceOnly)
        let faults = container.faults()
        for case let copy? in delivery.documents.map(\.copy) {
            guard let fault = faults.first(before: copy.path) else { continue }
            throw OperationError(.data, at: copy.hostPath, fault.message)
        }
        return delivery
    }

    func planDelivery(
        _ operation: FileOperation,
        _ delivery: Delivery,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Preparation {
        let decision = PolicyDecision(actor: .system, delivery.changeSet)
        var preparation: Preparation
        if decision.isEmpty {
            let isOpened = delivery.documents.contains { $0.opened != nil }
            preparation = Preparation(operation, decision, isOpened ? .deliver(nil) : .nothing)
        } else {
            // The names are free now; if one is taken by the time of the copy, that is a failure, and nothing is replaced.
            let plan = try plan(
                decision.changeSet, as: .deliver, by: .system, onError: .rollBack, progress, cancellation)
            preparation = Preparation(operation, decision, .deliver(plan))
            if let refusal = plan.refusals.first {
                preparation.hindrance = OperationError(refusal.operationErrorCode, "nothing was changed")
            } else if !plan.reasonsToAsk.isEmpty {
                preparation.questions = [.confirmation(Confirmation(plan.reasonsToAsk))]
            }
        }
        preparation.delivery = delivery
        return preparation
    }
}
