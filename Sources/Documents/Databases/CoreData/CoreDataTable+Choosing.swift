import Databases
import Formats

extension CoreDataTable: ChoosingTable {
    func choosing(_ choice: TableChoice) throws(DocumentFailure) -> any TableSource {
        var expressions: [String] = []
        for condition in choice.conditions { expressions.append(try expression(condition)) }
        var sorting: RowQuery.Sorting?
        if let order = choice.order {
            let title = columns[try index(ofColumn: order.column)]
            sorting = RowQuery.Sorting(by: property(title)?.column ?? title, descending: order.isDescending)
        }
        return CoreDataTable(objects, entity, query.narrowed(to: expressions, sorted: sorting))
    }

    private func property(_ title: String) -> CoreDataProperty? { properties.first { $0.name == title } }

    /// Returns a condition on a column as one on the stored values: dates as seconds, keys for objects.
    private func expression(_ condition: TableCondition) throws(DocumentFailure) -> String {
        let title = columns[try index(ofColumn: condition.column)]
        let (comparison, text) = (condition.comparison, condition.value)
        guard let property = property(title), let column = property.column else {
            guard title == Self.entityTitle else { return RowCondition(title, comparison, .given(text)).expression }
            guard let entity = objects.store.entity(text) else {
                // A number that no entity has is shown as it is.
                if text.isEmpty || Int64(text) != nil {
                    return RowCondition(title, comparison, .given(text)).expression
                }
                let names = objects.store.entities.map(\.name)
                throw DocumentFailure("there is no entity “\(text)”" + NearestName.question(text, among: names))
            }
            return RowCondition(title, comparison, .integer(entity.number)).expression
        }
        if text.isEmpty { return RowCondition(column, comparison, .given("")).expression }
        switch property.kind {
        case .attribute(.date): return try CoreDataDate.expression(condition, titled: title, column)
        case .attribute(.boolean):
            guard let value = Self.booleans[text.lowercased()] else {
                throw DocumentFailure("“\(title)” is true or false, not “\(text)”")
            }
            return RowCondition(column, comparison, .integer(value)).expression
        case .attribute(.uuid):
            guard let bytes = UUIDText.bytes(text) else { throw DocumentFailure("“\(text)” is not a UUID") }
            return RowCondition(column, comparison, .blob(bytes)).expression
        case .toOne(let entity):
            // As in its cell: the entity and the key.
            let key = entity.flatMap { text.hasPrefix($0 + " ") ? text.dropFirst($0.count + 1) : nil } ?? text[...]
            guard let number = Int64(key) else {
                throw DocumentFailure("“\(title)” is compared with a key, not “\(text)”")
            }
            return RowCondition(column, comparison, .integer(number)).expression
        default: return RowCondition(column, comparison, .given(text)).expression
        }
    }

    private static let booleans: [String: Int64] = ["true": 1, "yes": 1, "1": 1, "false": 0, "no": 0, "0": 0]
}
