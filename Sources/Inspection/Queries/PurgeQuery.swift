package import ContainerModel

/// What would the system purge when something happens? The answer is in lines for people, the sums first; not
/// sanitized.
package struct PurgeQuery: Query {
    package let event: PurgeEvent
    package let effort = QueryEffort.walk

    package init(on event: PurgeEvent) { self.event = event }

    package func run(in place: QueryPlace, answer: @escaping @Sendable ([String]) -> Void) {
        var plan = PurgePlan(of: place.container, on: event)
        var items = ItemLines(command: "purge")
        while let step = plan.next() {
            if place.isCancelled { return }
            guard case .row(let row) = step else { continue }
            items.add {
                let size = row.size.map { ByteCount.short($0) } ?? "-"
                return ["\(padded(row.fate.title, to: 6)) \(padded(size, to: 8))  \(row.path)"]
            }
        }
        answer(plan.totals.lines + [""] + items.lines)
    }
}
