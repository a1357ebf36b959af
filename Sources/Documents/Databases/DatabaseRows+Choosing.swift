import Databases

extension DatabaseRows: ChoosingTable {
    func choosing(_ choice: TableChoice) throws(DocumentFailure) -> any TableSource {
        var expressions: [String] = []
        for condition in choice.conditions {
            let column = columns[try index(ofColumn: condition.column)]
            expressions.append(
                dates.contains(column) && !condition.value.isEmpty
                    ? try CoreDataDate.expression(condition, titled: column, column)
                    : RowCondition(column, condition.comparison, .given(condition.value)).expression)
        }
        var sorting: RowQuery.Sorting?
        if let order = choice.order {
            sorting = RowQuery.Sorting(by: columns[try index(ofColumn: order.column)], descending: order.isDescending)
        }
        return DatabaseRows(
            database, query.narrowed(to: expressions, sorted: sorting), columns, names: names, dates: dates)
    }
}
