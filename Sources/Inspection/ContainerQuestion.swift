package import ContainerModel
package import ContainerStore
import Disk
package import Jobs

/// A question about a container that takes a walk through it to answer, as the browser asks it.
package enum ContainerQuestion: Hashable, Sendable {
    /// What would the next backup hold?
    case backupSet
    /// What would the system purge?
    case purge(PurgeEvent)
    /// Is an item in the right place?
    case advice(ContainerPath)

    /// A few words over the answer.
    package var title: String {
        switch self {
        case .backupSet: "The next backup"
        case .purge(let event): "Purge: \(event.title)"
        case .advice: "Is it in the right place?"
        }
    }

    /// Items that an answer names one by one; the command of the same name prints them all.
    private static let mostItems = 500

    /// The answer, looked up on the disk.
    /// - Returns: nil where it was cancelled.
    package func answer(for container: Container, cancellation: Cancellation) -> ContainerAnswer? {
        switch self {
        case .backupSet: backupLines(container, cancellation).map { ContainerAnswer($0) }
        case .purge(let event): purgeLines(event, container, cancellation).map { ContainerAnswer($0) }
        case .advice(let path): advice(path, container)
        }
    }

    private func backupLines(_ container: Container, _ cancellation: Cancellation) -> [String]? {
        var set = BackupSet(of: container)
        var items: [String] = []
        var count = 0
        while let step = set.next() {
            if cancellation.isCancelled { return nil }
            guard case .row(let row) = step else { continue }
            count += 1
            guard items.count < Self.mostItems else { continue }
            let size = row.size.map { ByteCount.short($0) } ?? "-"
            items.append("\(row.isBackedUp ? "B" : "·") \(padded(size, to: 8))  \(row.path)")
            if let explanation = row.explanation { items.append("              \(explanation)") }
        }
        return set.totals.lines + [""] + items + Self.rest(count, items.count, command: "backup-set")
    }

    private func purgeLines(_ event: PurgeEvent, _ container: Container, _ cancellation: Cancellation) -> [String]? {
        var plan = PurgePlan(of: container, on: event)
        var items: [String] = []
        var count = 0
        while let step = plan.next() {
            if cancellation.isCancelled { return nil }
            guard case .row(let row) = step else { continue }
            count += 1
            guard items.count < Self.mostItems else { continue }
            let size = row.size.map { ByteCount.short($0) } ?? "-"
            items.append("\(padded(row.fate.title, to: 6)) \(padded(size, to: 8))  \(row.path)")
        }
        return plan.totals.lines + [""] + items + Self.rest(count, items.count, command: "purge")
    }

    private func advice(_ path: ContainerPath, _ container: Container) -> ContainerAnswer {
        do throws(DiskError) {
            let placement = try Placement(of: path, in: container)
            let report = PlacementReport(placement, hostPath: container.description.hostPath.bytes)
            return ContainerAnswer(report.lines, move: placement.move)
        } catch {
            return ContainerAnswer(["could not \(error.operation): \(error.reason)"])
        }
    }

    /// Says how many items are left out, if any.
    private static func rest(_ count: Int, _ shown: Int, command: String) -> [String] {
        guard count > mostItems, shown >= mostItems else { return [] }
        return ["… there are \(count) items; `sandglass \(command)` prints them all"]
    }
}

extension PurgeEvent {
    /// What happens, in a few words.
    package var title: String {
        switch self {
        case .appRunning: "the app runs"
        case .idle: "the app is not running"
        case .lowStorage: "disk space is low"
        case .appUpdate: "the app is updated"
        case .restore: "the device is restored"
        }
    }
}
