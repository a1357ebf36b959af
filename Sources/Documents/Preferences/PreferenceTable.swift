import Formats

/// Preferences as a table with a row for each value, in the order of the keys: those that several suites have are next
/// to each other.
///
/// A column for each suite would mostly be empty: suites seldom share keys. Row by row, the key and the value fit on
/// narrow screens.
struct PreferenceTable: TableSource {
    /// A value of a suite. The node's name is the key.
    struct Entry {
        let suite: String
        let node: ValueNode

        /// The name by which the row is opened.
        var name: String { "\(suite) › \(node.name)" }
    }

    let columns = ["key", "value", "type", "suite"]
    let alignsNumbers = false
    let identity = TableIdentity(["suite", "key"])
    private let entries: [Entry]
    private let positions: [String: Int]
    private let openSuite: @Sendable (String, DocumentLimits) -> Document?

    /// - Parameter openSuite: Opens all of a suite by its name.
    init(_ entries: [Entry], openSuite: @escaping @Sendable (String, DocumentLimits) -> Document?) {
        let keys = entries.map { ($0.node.name.lowercased(), $0.node.name, $0.suite) }
        self.entries = entries.indices.sorted { keys[$0] < keys[$1] }.map { entries[$0] }
        positions = Dictionary(self.entries.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
        self.openSuite = openSuite
    }

    func rowCount(within limits: DocumentLimits) -> Int? { entries.count }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow] {
        entries.dropFirst(index).prefix(count).map { entry in
            TableRow(
                name: entry.name,
                cells: [.string(entry.node.name), entry.node.cell, .string(entry.node.typeName), .string(entry.suite)])
        }
    }

    func row(named name: String, as form: DocumentForm, within limits: DocumentLimits) -> Document? {
        positions[name].map { entries[$0].node.opened(as: form, within: limits) } ?? openSuite(name, limits)
    }

    func nodes(of row: TableRow, within limits: DocumentLimits) -> [ValueNode] {
        guard let entry = row.name.flatMap({ positions[$0] }).map({ entries[$0] }) else { return [] }
        var value = entry.node
        value.name = columns[1]
        return [
            ValueNode(columns[0], .string(entry.node.name)), value,
            ValueNode(columns[2], .string(entry.node.typeName)), ValueNode(columns[3], .string(entry.suite)),
        ]
    }
}

extension ValueNode {
    /// The type of the value: "string", "dictionary".
    fileprivate var typeName: String {
        switch value {
        case .list(let title), .record(let title): title
        case .data: "data"
        default: summary.kind
        }
    }

    /// The value as a cell of a table: a collection as the number of its items.
    fileprivate var cell: DocumentValue {
        switch value {
        case .list, .record: .reference(summary.kind)
        default: value
        }
    }
}
