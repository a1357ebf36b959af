import Databases

extension DatabaseRows: ChoosingTable {
    func choosing(_ choice: TableChoice) throws(PreviewFailure) -> any TableSource {
        var conditions: [RowCondition] = []
        for condition in choice.conditions {
            let column = columns[try index(ofColumn: condition.column)]
            conditions.append(RowCondition(column, condition.comparison, .given(condition.value)))
        }
        var sorting: RowQuery.Sorting?
        if let order = choice.order {
            sorting = RowQuery.Sorting(by: columns[try index(ofColumn: order.column)], descending: order.isDescending)
        }
        return DatabaseRows(database, query.narrowed(to: conditions.map(\.expression), sorted: sorting), columns)
    }
}
