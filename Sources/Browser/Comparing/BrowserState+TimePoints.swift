import ContainerModel
import ContainerStore
import FileTree
import TimePoints

/// Time points: kept states of containers.
extension BrowserState {
    /// Reads the time points again.
    mutating func readTimePoints() -> BrowserEffect {
        .ask(TimePointsQuery()) { points, state in
            state.opening.timePoints = points
            return []
        }
    }

    /// The time points of a container or its app, the latest first.
    func timePoints(of container: ContainerDescription) -> [TimePointStore.Point] {
        (opening.timePoints ?? []).reversed().filter { point in
            guard let header = point.header else { return false }
            return header.hostPath == container.hostPath.bytes
                || header.identifier != nil && header.identifier == container.app.identifier
        }
    }
}
