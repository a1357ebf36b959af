import ContainerModel

/// A query for the contents of the next backup. The answer is lines of text, the totals first; not sanitized.
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
                ["\(row.columns)  \(row.path)"] + (row.grounds.map { ["             \($0)"] } ?? [])
            }
        }
        answer(set.totals.lines + [""] + items.lines)
    }
}

/// The lines for the items of a report, up to a number that can still be read.
struct ItemLines {
    /// The most items in an answer; the command of the same name prints all of them.
    private static let most = 500

    private let command: String
    private var shown: [String] = []
    private var count = 0

    init(command: String) { self.command = command }

    /// Adds the lines of an item if there is room.
    mutating func add(_ lines: () -> [String]) {
        count += 1
        if shown.count < Self.most { shown += lines() }
    }

    /// The lines, with the number of items if some are left out.
    var lines: [String] {
        guard count > Self.most, shown.count >= Self.most else { return shown }
        return shown + ["… there are \(count) items; `sandglass \(command)` prints them all"]
    }
}
