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
        var name: String { suite + PreferenceTable.separator + node.name }
    }

    /// What is between the suite and the key in the name of a row.
    static let separator = " › "

    let columns = ["key", "value", "type", "suite"]
    let alignsNumbers = false
    let identity = TableIdentity(["suite", "key"])
    private let entries: [Entry]
    /// The rows by the bytes of their names: texts are equal in any Unicode normalization form.
    private let positions: [[UInt8]: Int]
    private let decoders: ContainerDecoders.Provider
    private let openSuite: @Sendable (String, DocumentLimits) -> Document?

    /// - Parameters:
    ///   - decoders: The decoder processes of the container.
    ///   - openSuite: Opens all of a suite by its name.
    init(
        _ entries: [Entry], _ decoders: @escaping ContainerDecoders.Provider,
        openSuite: @escaping @Sendable (String, DocumentLimits) -> Document?
    ) {
        self.decoders = decoders
        let keys = entries.map { ($0.node.name.lowercased(), $0.node.name, $0.suite) }
        self.entries = entries.indices.sorted { keys[$0] < keys[$1] }.map { entries[$0] }
        positions = Dictionary(self.entries.enumerated().map { (Array($0.element.name.utf8), $0.offset) }) {
            first, _ in first
        }
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
        let found = entry(named: name) ?? entries.first(named: name, \.name)
        return found.map { $0.node.opened(as: form, within: limits, decoders) } ?? openSuite(name, limits)
    }

    private func entry(named name: String) -> Entry? { positions[Array(name.utf8)].map { entries[$0] } }

    func nodes(of row: TableRow, within limits: DocumentLimits) -> [ValueNode] {
        guard let entry = row.name.flatMap({ entry(named: $0) }) else { return [] }
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
