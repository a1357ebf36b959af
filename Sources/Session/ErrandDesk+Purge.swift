import Browser
import ContainerModel
import ContainerStore
import Disk
import FileSharing
import Inspection
import Jobs
import Transactions

/// What the system would purge, as an operation.
extension ErrandDesk {
    func purge(_ event: PurgeEvent, _ cancellation: Cancellation) -> SharingOperation? {
        var plan = PurgePlan(of: container, on: event)
        var items: [ContainerPath] = []
        while let step = plan.next() {
            if cancellation.isCancelled { return nil }
            guard case .row(let row) = step, row.fate != .kept else { continue }
            // A directory comes after what is in it, and takes that with it.
            while let last = items.last, last.isInside(row.rawPath) { items.removeLast() }
            items.append(row.rawPath)
        }
        return .purge(event, items.map { ItemAddress(container.root, $0) })
    }
}
