import ContainerModel
import ContainerStore
import Transactions

extension Outcome {
    /// Whether it may have moved items, to the trash or elsewhere.
    var movesItems: Bool {
        items.contains { item in
            switch item.change {
            case .move, .trash: true
            case .copy, .makeDirectory, .writeFile, .setAttribute, .setStatus: false
            }
        }
            || batches.contains { batch in
                switch batch.change.kind {
                case .move, .trash: true
                case .copy, .setAttribute: false
                }
            }
    }

    /// Returns where items have gone.
    /// - Parameter inverted: The number of the operation that was undone or redone.
    func journeys(inverting inverted: Int?) -> ItemJourneys {
        var journeys = ItemJourneys(operation: id?.number ?? 0, inverted: inverted)
        var written: Set<[UInt8]> = []
        for item in items + batches.flatMap(\.items) where item.result == .done {
            switch item.change {
            case .move(let source, let target) where source.root.kind == .trash:
                journeys.restored.append(target.hostPath)
            case .move(let source, let target): journeys.moved.append((source.hostPath, target.hostPath))
            case .trash(let item): journeys.trashed.append(item.hostPath)
            case .copy(_, let target), .writeFile(let target, _), .makeDirectory(let target):
                written.insert(target.hostPath)
            case .setAttribute, .setStatus: break
            }
        }
        // What has new contents is the same item to the user.
        journeys.trashed.removeAll { written.contains($0) }
        return journeys
    }
}
