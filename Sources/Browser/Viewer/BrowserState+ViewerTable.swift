import Documents
import Previews
import Screen

/// The columns of a table in the viewer, and sorting by them.
extension BrowserState {
    /// Moves to a column, which is then on the screen.
    mutating func chooseColumn(_ column: Int, of table: TableLayout) -> [BrowserEffect] {
        guard !table.widths.isEmpty else { return [] }
        let column = min(max(0, column), table.widths.count - 1)
        viewer?.level.column = column
        let skipped = table.skipped(showing: column, in: viewerColumns)
        guard skipped != viewer?.level.skipped else { return [] }
        viewer?.level.skipped = skipped
        return readPageAgain()
    }

    /// Sorts by the chosen column: from the smallest value, then from the largest, then not at all.
    mutating func sortInViewer() -> [BrowserEffect] {
        guard let level = viewer?.level, let table = level.page.table, table.titles.indices.contains(level.column)
        else {
            say("only the rows of a table can be sorted", isError: true)
            return []
        }
        let title = table.titles[level.column]
        let before = level.subject.order
        var order: TableOrder? = TableOrder(column: title, isDescending: false)
        if let before, before.column == title {
            order = before.isDescending ? nil : TableOrder(column: title, isDescending: true)
        }
        viewer?.level.subject.order = order
        viewer?.level.match = nil
        let effects = readPage(.from(0), .first)
        viewer?.sortedBefore = .some(before)
        let stop = keys.key("viewer-back", preferring: .escape)
        say(order == nil ? "the rows are no longer sorted" : "sorting by \(title); \(stop) stops")
        return effects
    }

    /// Asks which rows of a table are to be shown: those that are shown now, or whose chosen column has a text.
    mutating func promptForRows() -> [BrowserEffect] {
        guard let level = viewer?.level, level.page.table != nil || !level.subject.conditions.isEmpty else {
            say("only the rows of a table can be filtered", isError: true)
            return []
        }
        let titles = level.page.table?.titles ?? []
        let column = titles.indices.contains(level.column) ? titles[level.column] + "~" : ""
        let shown = level.subject.conditions.map(\.text).joined(separator: "; ")
        panels.prompt = Prompt(.filterRows, text: Array((shown.isEmpty ? column : shown).utf8))
        return []
    }

    /// Shows only the rows for which all conditions hold; all rows if there are none.
    mutating func filterInViewer(by text: String) -> [BrowserEffect] {
        guard let level = viewer?.level else { return [] }
        var conditions: [TableCondition] = []
        for part in text.split(separator: ";") where part.contains(where: { $0 != " " }) {
            guard let condition = TableCondition(String(part)) else {
                say("“\(part)” is no condition; write a column, = != < <= > >= or ~, and a value", isError: true)
                return []
            }
            if let titles = level.page.table?.titles, titles.index(ofColumn: condition.column) == nil {
                say("there is no column “\(condition.column)”", isError: true)
                return []
            }
            conditions.append(condition)
        }
        guard conditions != level.subject.conditions else { return [] }
        viewer?.level.subject.conditions = conditions
        viewer?.level.match = nil
        let filter = keys.key("viewer-filter")
        say(conditions.isEmpty ? "all rows are shown" : "only matching rows are shown; \(filter) changes that")
        return readPage(.from(0), .first)
    }

    /// Handles the answer to a request for sorted rows.
    /// - Returns: Whether they could not be sorted, so that the page before remains.
    mutating func endSorting(_ answer: ViewQuery.Answer) -> Bool {
        viewer?.sortedBefore = nil
        guard let order = viewer?.level.subject.order else { return false }
        guard let failure = answer.page.failure else {
            let kind = answer.page.table.flatMap { $0.kind(of: order.column) } ?? .others
            say(
                "sorted by \(order.column), \(kind.words(isDescending: order.isDescending)); "
                    + "\(keys.key("viewer-right")) chooses the next column")
            return false
        }
        say("cannot be sorted by \(order.column): \(failure)", isError: true)
        return true
    }

    /// Gives sorting up; the rows on the screen are still in the order before.
    mutating func stopSorting(goingBackTo order: TableOrder?) -> [BrowserEffect] {
        viewer?.level.subject.order = order
        // The answer belongs to a ticket that is no longer the latest, and the worker is stopped.
        let effects = readPageAgain()
        say("the sorting was stopped")
        return effects
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
