package import ContainerModel
package import Queries
import Reports

/// A query for the items that the system would purge at an event.
package struct PurgeQuery: Query {
    /// The outcome of a purge.
    package struct Answer: Sendable {
        /// The outcome as text, the totals first; not sanitized.
        package var lines: [String]
        /// The topmost items that would be purged.
        package var items: [ContainerPath]

        package init(lines: [String], items: [ContainerPath]) {
            self.lines = lines
            self.items = items
        }
    }

    /// The event that causes the purge.
    package let event: PurgeEvent
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("purge simulation") }

    package init(on event: PurgeEvent) { self.event = event }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        var plan = PurgePlan(
            of: context.container, on: event, cancellation: context.cancellation, meter: context.progress)
        var items = ItemLines(command: "purge")
        var top = PurgeTopItems()
        while let step = plan.next() {
            guard case .row(let row) = step else { continue }
            top.insert(row)
            let sources = row.documents.isEmpty ? "" : " (\(row.documents.joined(separator: "; ")))"
            // Purged items come first, as in the totals.
            items.add(under: row.reason + sources, rank: -row.fate.rank) { "\(row.columns)  \(row.path)" }
        }
        if context.isCancelled { return }
        answer(Answer(lines: plan.totals.lines + items.lines, items: top.paths))
    }
}
