/// Which columns hold the properties of the entities of a store.
///
/// All entities that inherit from one share its table, and the properties of two of them can have the same name: the
/// second gets a column with a number behind its name, `ZTITLE1`, in the order of the entities' numbers, as in stores of
/// real apps. Names that differ only in case are the same to a column.
struct CoreDataColumns {
    /// An entity that shares a table with others.
    struct Member {
        let number: Int64
        /// Those that it inherits from, its parent first.
        let ancestors: [Int64]
        /// The names of those that have a column.
        let properties: [String]
    }

    /// The name of the property in each column, by the number of the entity that has it itself.
    private var names: [Int64: [String: String]] = [:]
    /// The properties whose column was found by the rows, since the model does not settle it: `Note.title`.
    private(set) var foundByRows: [String] = []

    /// The number of rows of an entity that are looked at.
    static let maxRows = 200

    /// Assigns the columns of a table.
    /// - Parameters:
    ///   - members: The entities that share it.
    ///   - columns: The names of its columns.
    ///   - filled: Returns which of some columns have a value in rows of an entity, by its number; nil if there are no rows.
    mutating func assign(
        _ members: [(name: String, member: Member)], _ columns: Set<String>,
        filled: (Int64, [String]) -> Set<String>?
    ) {
        let ordered = members.sorted { $0.member.number < $1.member.number }
        let properties = Dictionary(
            ordered.map { ($0.member.number, $0.member.properties) }, uniquingKeysWith: { first, _ in first })
        var taken: Set<String> = []
        var groups: [String: [(member: (name: String, number: Int64), property: String, column: String)]] = [:]
        for (name, member) in ordered {
            let inherited = Set(member.ancestors.flatMap { properties[$0] ?? [] })
            for property in member.properties.sorted() where !inherited.contains(property) {
                let wanted = "Z" + property.uppercased()
                var column = wanted
                var number = 0
                while taken.contains(column) {
                    number += 1
                    column = "\(wanted)\(number)"
                }
                taken.insert(column)
                groups[wanted, default: []].append(((name, member.number), property, column))
            }
        }
        for (wanted, owners) in groups {
            let others = columns.filter { column in
                column.hasPrefix(wanted) && column.dropFirst(wanted.count).allSatisfy(\.isNumber)
                    && (column == wanted || groups[column] == nil)
            }
            for owner in owners {
                var column = owner.column
                // The rows tell more than the order, if they tell something else.
                if others.count > 1, let found = filled(owner.member.number, others.sorted()), found.count == 1,
                    let only = found.first, only != column
                {
                    column = only
                    foundByRows.append("\(owner.member.name).\(owner.property)")
                } else if !columns.contains(column), owners.count == 1, others.count == 1, let only = others.first {
                    column = only
                }
                if columns.contains(column) { names[owner.member.number, default: [:]][column] = owner.property }
            }
        }
        foundByRows.sort()
    }

    /// Returns the name of the property that an entity itself has in a column.
    func property(in column: String, of entity: Int64) -> String? { names[entity]?[column] }

    /// Returns the column of a property.
    /// - Parameter entities: The numbers of the entity and of those that it inherits from.
    func column(of property: String, of entities: [Int64]) -> String? {
        for number in entities {
            if let column = names[number]?.first(where: { $0.value == property })?.key { return column }
        }
        return nil
    }
}
