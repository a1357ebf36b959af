import Databases

extension DatabaseRows: ChoosingTable {
    func choosing(_ choice: TableChoice) throws(DocumentFailure) -> any TableSource {
        var expressions: [String] = []
        lazy var ofDates = declaredDates
        for condition in choice.conditions {
            let column = columns[try index(ofColumn: condition.column)]
            expressions.append(
                dates.contains(column) && !condition.value.isEmpty
                    ? try CoreDataDate.expression(condition, titled: column, column)
                    : Self.expression(
                        RowCondition(column, condition.comparison, .given(condition.value)),
                        isOfDates: ofDates.contains(column)))
        }
        var sorting: RowQuery.Sorting?
        if let order = choice.order {
            sorting = RowQuery.Sorting(by: columns[try index(ofColumn: order.column)], descending: order.isDescending)
        }
        return DatabaseRows(
            database, query.narrowed(to: expressions, sorted: sorting), columns, names: names, dates: dates)
    }

    private static func expression(_ condition: RowCondition, isOfDates: Bool) -> String {
        (isOfDates ? condition.expressionOfDates : nil) ?? condition.expression
    }

    /// The columns whose declared type is one of dates: SQLite has none, and writers store texts.
    private var declaredDates: Set<String> {
        let columns = (try? database.columns(of: query.table)) ?? []
        return Set(
            columns.filter { column in
                let type = column.declaredType.uppercased()
                return type.contains("DATE") || type.contains("TIMESTAMP")
            }.map(\.name))
    }
}
