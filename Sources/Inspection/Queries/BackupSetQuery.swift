import ContainerModel

/// What would the next backup hold? The answer is in lines for people, the sums first; not sanitized.
package struct BackupSetQuery: Query {
    package let effort = QueryEffort.walk

    package init() {}

    package func run(in place: QueryPlace, answer: @escaping @Sendable ([String]) -> Void) {
        var set = BackupSet(of: place.container)
        var items = ItemLines(command: "backup-set")
        while let step = set.next() {
            if place.isCancelled { return }
            guard case .row(let row) = step else { continue }
            items.add {
                let size = row.size.map { ByteCount.short($0) } ?? "-"
                let line = "\(row.isBackedUp ? "B" : "·") \(padded(size, to: 8))  \(row.path)"
                return [line] + (row.explanation.map { ["              \($0)"] } ?? [])
            }
        }
        answer(set.totals.lines + [""] + items.lines)
    }
}

/// The items of a report, as long as somebody can read them all.
struct ItemLines {
    /// Items that an answer names one by one; the command of the same name prints them all.
    private static let most = 500

    private let command: String
    private var shown: [String] = []
    private var count = 0

    init(command: String) { self.command = command }

    /// Adds an item, if it has room.
    mutating func add(_ lines: () -> [String]) {
        count += 1
        if shown.count < Self.most { shown += lines() }
    }

    /// The items, and how many there are where some are left out.
    var lines: [String] {
        guard count > Self.most, shown.count >= Self.most else { return shown }
        return shown + ["… there are \(count) items; `sandglass \(command)` prints them all"]
    }
}
