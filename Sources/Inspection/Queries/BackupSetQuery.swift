import ContainerModel
package import Queries
import Reports

/// A query for the contents of the next backup. The answer is lines of text, the totals first; not sanitized.
package struct BackupSetQuery: Query {
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("backup set") }

    package init() {}

    package func run(in context: QueryContext, answer: @escaping @Sendable ([String]) -> Void) {
        var set = BackupSet(of: context.container, cancellation: context.cancellation, meter: context.progress)
        var items = ItemLines(command: "backup-set")
        while let step = set.next() {
            guard case .row(let row) = step else { continue }
            let heading = row.grounds.map { "Left out: \($0)" } ?? "Backed up:"
            items.add(under: heading, rank: row.backedUp ? 1 : 0) { "\(row.columns)  \(row.path)" }
        }
        if context.isCancelled { return }
        answer(set.totals.lines + items.lines)
    }
}

/// The lines for the items of a report, up to a number that can still be read.
struct ItemLines {
    /// The most items in an answer; the command of the same name prints all of them.
    private static let maximum = 500

    private let command: String
    private var groups: [(heading: String?, rank: Int, lines: [String])] = []
    private var indices: [String?: Int] = [:]
    private var shownCount = 0
    private var omittedCount = 0
    private var count = 0

    init(command: String) { self.command = command }

    /// Adds the lines of an item if there is room.
    mutating func add(_ lines: () -> [String]) { add(under: nil, rank: 0, lines) }

    /// Adds the line of an item, if there is room, below the heading of its group.
    /// - Parameter rank: The place of the group among the others; groups of one rank keep the order of their first
    ///   items.
    mutating func add(under heading: String, rank: Int, _ line: () -> String) {
        add(under: heading, rank: rank) { [line()] }
    }

    private mutating func add(under heading: String?, rank: Int, _ lines: () -> [String]) {
        count += 1
        guard shownCount < Self.maximum else {
            omittedCount += 1
            return
        }
        let new = lines()
        shownCount += new.count
        if let index = indices[heading] {
            groups[index].lines += new
            return
        }
        indices[heading] = groups.count
        groups.append((heading, rank, new))
    }

    /// The lines, with the number of items if some are left out.
    var lines: [String] {
        let ranks = Set(groups.map(\.rank)).sorted()
        let shown = ranks.flatMap { rank in groups.filter { $0.rank == rank } }.flatMap { group in
            (group.heading.map { ["", $0] } ?? []) + group.lines
        }
        guard omittedCount > 0 else { return shown }
        return shown + ["… there are \(Pluralized.some(count, "item")); `sandglass \(command)` prints them all"]
    }
}
