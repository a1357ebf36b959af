package import ContainerModel
package import ContainerStore
import FileSharing
import FileTree
import TimePoints
import Transactions

/// The operations and time points of a container.
package enum TimelineHistory {
    /// Returns the operations in the journal that concern an item of a container, or one below it, and the container's
    /// time points, as entries without items.
    /// - Returns: The entries, and why some are missing.
    package static func entries(
        of container: Container, at path: ContainerPath = .root, kinds: Set<TimelineKind>
    ) -> (entries: [TimelineEntry], problems: [TimelineProblem]) {
        var entries: [TimelineEntry] = []
        var problems: [TimelineProblem] = []
        if kinds.contains(.operation) {
            do {
                entries += try operations(of: container, at: path)
            } catch {
                problems.append(TimelineProblem(path: nil, message: "the journal cannot be read: \(error.message)"))
            }
        }
        if kinds.contains(.keep) {
            do throws(TimePointError) {
                entries += try points(of: container)
            } catch {
                problems.append(TimelineProblem(path: nil, message: error.message))
            }
        }
        return (entries, problems)
    }

    private static func operations(
        of container: Container, at path: ContainerPath
    ) throws(OperationError) -> [TimelineEntry] {
        let open = OpenRoots(container)
        let history = try OperationPipeline(open).history()
        guard !history.isEmpty, let scope = try? JournalScope(container.root, in: open.table) else { return [] }
        return history.filter { $0.concerns(path, in: scope) }.map { entry in
            let name = OperationName(entry, now: entry.time)
            let others = name.others > 0 ? " and \(name.others) more" : ""
            let state = entry.state == .done ? "" : ", \(entry.state.rawValue)"
            let roots = entry.containers.map { $0 + [ContainerPath.slash] }
            let root = roots.first { name.hostPath.starts(with: $0) } ?? []
            let text = name.hostPath.dropFirst(root.count) + "\(others), number \(entry.id.number)\(state)".utf8
            return TimelineEntry(
                TimelineEntry.time(seconds: entry.time), .operation, .sandglass, entry.title, text: Array(text))
        }
    }

    private static func points(of container: Container) throws(TimePointError) -> [TimelineEntry] {
        try TimePointStore.current().points().filter { $0.isOf(container.description) }.compactMap { point in
            point.header.map { header in
                let note = header.note.isEmpty ? "" : "  \(header.note)"
                let time = TimelineEntry.time(seconds: header.time, nanoseconds: header.timeNanoseconds)
                return TimelineEntry(time, .keep, .sandglass, "kept", text: Array("@\(point.name)\(note)".utf8))
            }
        }
    }
}
