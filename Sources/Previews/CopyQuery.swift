import ContainerModel
package import Documents
import Formats
import Jobs
package import Queries

/// A query for the values of a row of a table, as a whole, to be copied.
package struct CopyQuery: Query {
    /// The copied values.
    package struct Answer: Hashable, Sendable {
        /// The values as text, separated by tabs; data as hexadecimal digits. Nil if there is no such row.
        package var bytes: [UInt8]?
        /// A description of the selection: "row 12, 4 columns", "column name of row 12". Not sanitized.
        package var what: String
    }

    /// The table.
    package let subject: ViewQuery.Subject
    /// The index of the row.
    package let row: UInt64
    /// The index of the only column wanted; nil for all of them.
    package let column: Int?

    package init(_ subject: ViewQuery.Subject, row: UInt64, column: Int? = nil) {
        self.subject = subject
        self.row = row
        self.column = column
    }

    package var effort: QueryEffort { subject.order == nil ? .quick : .walk }
    package var task: QueryTask? { QueryTask("copy", subject.file.path) }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let limits = DocumentLimits(cancellation: context.cancellation, milliseconds: 60_000)
        let document = try subject.open(in: context, within: limits).located.document
        let found = try copied(from: document, within: limits)
        guard !context.cancellation.isCancelled else { return }
        answer(found)
    }

    /// Returns the values of the row in a document.
    /// - Throws: `QueryFailure` if they cannot be read.
    package func copied(
        from document: Document, within limits: DocumentLimits
    ) throws(QueryFailure) -> Answer {
        guard let table = document.table else { return Answer(bytes: nil, what: "") }
        do throws(DocumentFailure) {
            guard let found = try table.source.rows(from: Int(clamping: row), count: 1, within: limits).first else {
                return Answer(bytes: nil, what: "")
            }
            var nodes = table.source.nodes(of: found, within: limits)
            var what = "row \(row + 1), \(Pluralized.some(nodes.count, "column"))"
            if let column {
                guard nodes.indices.contains(column) else { return Answer(bytes: nil, what: "") }
                what = "column \(nodes[column].name) of row \(row + 1)"
                nodes = [nodes[column]]
            }
            var fields: [[UInt8]] = []
            for node in nodes {
                let field = try Self.text(node)
                fields.append(column == nil ? Self.quoted(field) : field)
            }
            return Answer(bytes: Array(fields.joined(separator: [0x09])), what: what)
        } catch {
            throw QueryFailure("the row cannot be read: \(error.reason)", cause: error)
        }
    }

    /// Returns a value as text: NULL as nothing, a collection as JSON.
    private static func text(_ node: ValueNode) throws(DocumentFailure) -> [UInt8] {
        if case .null = node.value { return [] }
        if let text = node.copied { return text }
        return JSONWriter.line(try ValueTree(root: node).json())
    }

    /// Returns a field in quotation marks if it has characters that separate fields or rows, as spreadsheets expect.
    private static func quoted(_ field: [UInt8]) -> [UInt8] {
        guard field.contains(where: { [0x09, 0x0a, 0x0d, 0x22].contains($0) }) else { return field }
        return [0x22] + field.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
    }
}
