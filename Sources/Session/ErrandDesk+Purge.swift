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
        return .purge(event, items.map { SharingItem($0, in: container) })
    }

    /// A place of this computer, read from its root.
    func computerSpot(_ path: ContainerPath) -> Spot {
        // The root of a computer can always be opened; where not, nothing else can be, and the container's own root
        // stands in, below which the path is not found.
        let root = (try? RootedDirectory.computer()) ?? container.root
        return Spot(Site(root: root, hostPath: [0x2f], isContainer: false), path)
    }
}
