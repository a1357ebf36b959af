package import Formats

extension TableContent {
    /// The number of rows read at once.
    private static let rowsAtOnce = 1_000

    /// Calls `body` with the values of each row, cells as a whole, until it returns false.
    /// - Throws: `PreviewFailure` if the rows cannot be read; what `body` throws.
    package func forEachRow(
        within limits: PreviewLimits,
        _ body: ([OutlineValue]) throws -> Bool
    ) throws {
        var index = 0
        while true {
            let rows = try source.rows(from: index, count: Self.rowsAtOnce, within: limits)
            for row in rows {
                var cells = row.cells
                if !row.isWhole, let name = row.name,
                    let opened = source.row(named: name, as: .decoded)?.content as? OutlineContent,
                    let nodes = opened.nodes.first?.children.prefix(cells.count),
                    nodes.elementsEqual(source.columns, by: { $0.name == $1 })
                {
                    cells = nodes.map(\.value)
                }
                guard try body(cells) else { return }
            }
            guard rows.count == Self.rowsAtOnce else { return }
            index += rows.count
        }
    }

    /// Returns a row as a JSON object, with the titles of the columns as names.
    /// - Throws: `PreviewFailure`
    package func json(_ cells: [OutlineValue]) throws(PreviewFailure) -> JSONValue {
        let nodes = zip(source.columns, cells).map { OutlineNode($0, $1) }
        return try OutlineContent(root: OutlineNode("", .record(""), nodes)).json()
    }

    /// Returns the fields of a row as comma-separated values (RFC 4180), without the line end: NULL as nothing, dates in
    /// ISO 8601, data in base64.
    /// - Throws: `PreviewFailure`
    package func csv(_ cells: [OutlineValue]) throws(PreviewFailure) -> String {
        var fields: [String] = []
        for cell in cells {
            switch try OutlineContent(root: OutlineNode("", cell)).json() {
            case .null: fields.append("")
            case .string(let text): fields.append(Self.field(text))
            case .number(let text): fields.append(text)
            case .boolean(let value): fields.append(value ? "true" : "false")
            case .array, .object: fields.append("")
            }
        }
        return fields.joined(separator: ",")
    }

    /// The titles of the columns as comma-separated values.
    package var csvHeader: String { source.columns.map(Self.field).joined(separator: ",") }

    /// Returns a text as a field, in quotation marks if it has characters that separate or if it is empty, unlike NULL.
    private static func field(_ text: String) -> String {
        let needsMarks = text.isEmpty || text.utf8.contains { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }
        return needsMarks ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
}
