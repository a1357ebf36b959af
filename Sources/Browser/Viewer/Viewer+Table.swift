import Documents
import Previews
import Screen

/// The columns of a table in the viewer, and sorting by them.
extension Viewer {
    /// Moves to a column, which is then on the screen.
    mutating func choose(
        _ column: Int, of table: TableLayout, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard !table.widths.isEmpty else { return [] }
        let column = min(max(0, column), table.widths.count - 1)
        level.column = column
        let skipped = table.skipped(showing: column, in: Self.columns(of: context.screen.size))
        guard skipped != level.skipped else { return [] }
        level.skipped = skipped
        return readAgain(&context)
    }

    /// Sorts by the chosen column: from the smallest value, then from the largest, then not at all.
    mutating func sort(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let table = level.page.table, table.titles.indices.contains(level.column)
        else {
            context.say("only the rows of a table can be sorted", isError: true)
            return []
        }
        let title = table.titles[level.column]
        let before = level.subject.order
        var order: TableOrder? = TableOrder(column: title, isDescending: false)
        if let before, before.column == title {
            order = before.isDescending ? nil : TableOrder(column: title, isDescending: true)
        }
        level.subject.order = order
        level.match = nil
        let effects = readPage(.from(0), .first, &context)
        sortedBefore = .some(before)
        let stop = context.keys.key("viewer-back", preferring: .escape)
        context.say(order == nil ? "the rows are no longer sorted" : "sorting by \(title); \(stop) stops")
        return effects
    }

    /// Shows only the rows for which all conditions hold; all rows if there are none.
    /// - Parameter completes: Whether a condition without a column is about the chosen one.
    mutating func filter(by text: String, completes: Bool, _ context: inout ComponentContext) -> [BrowserEffect] {
        var conditions: [TableCondition] = []
        for part in text.split(separator: ";") where part.contains(where: { $0 != " " }) {
            guard let condition = TableCondition(String(part)) ?? (completes ? condition(String(part)) : nil) else {
                context.say(
                    "“\(part)” is not a condition; write a column, = != < <= > >= or ~, and a value", isError: true)
                return []
            }
            if let titles = level.page.table?.titles, titles.index(ofColumn: condition.column) == nil {
                context.say("there is no column “\(condition.column)”", isError: true)
                return []
            }
            conditions.append(condition)
        }
        guard conditions != level.subject.conditions else { return [] }
        level.subject.conditions = conditions
        level.match = nil
        let filter = context.keys.key("viewer-filter")
        context.say(conditions.isEmpty ? "all rows are shown" : "only matching rows are shown; \(filter) changes that")
        return readPage(.from(0), .first, &context)
    }

    /// Returns the condition of a text without a column: what the chosen one is compared with, or contains.
    private func condition(_ text: String) -> TableCondition? {
        guard let titles = level.page.table?.titles, titles.indices.contains(level.column) else { return nil }
        let rest = String(text.drop { $0 == " " })
        let isComparison = TableCondition("x" + rest)?.column == "x"
        return TableCondition(titles[level.column] + (isComparison ? "" : "~") + rest)
    }

    /// Handles the answer to a request for sorted rows.
    /// - Returns: Whether they could not be sorted, so that the page before remains.
    mutating func endSorting(_ answer: ViewQuery.Answer, _ context: inout ComponentContext) -> Bool {
        sortedBefore = nil
        guard let order = level.subject.order else { return false }
        guard let failure = answer.page.failure else {
            let kind = answer.page.table.flatMap { $0.kind(of: order.column) } ?? .others
            context.say(
                "sorted by \(order.column), \(kind.words(isDescending: order.isDescending)); "
                    + "\(context.keys.key("viewer-right")) chooses the next column")
            return false
        }
        context.say("cannot be sorted by \(order.column): \(failure)", isError: true)
        return true
    }
}

extension TableLayout {
    /// Returns what the values of a column are, by its title.
    fileprivate func kind(of title: String) -> ColumnKind? {
        titles.firstIndex(of: title).flatMap { kinds.indices.contains($0) ? kinds[$0] : nil }
    }
}

extension TableLayout.ColumnKind {
    /// Returns the words for an order by such values.
    fileprivate func words(isDescending: Bool) -> String {
        switch self {
        case .numbers: isDescending ? "largest first" : "smallest first"
        case .dates: isDescending ? "newest first" : "oldest first"
        case .others: isDescending ? "descending" : "ascending"
        }
    }
}
