package import Formats

extension DocumentTable {
    /// The number of rows read at once.
    private static let rowsAtOnce = 1_000

    /// Calls `body` with the values of each row, cells as a whole, until it returns false.
    /// - Throws: `DocumentFailure` if the rows cannot be read; what `body` throws.
    package func forEachRow(
        within limits: DocumentLimits,
        _ body: ([ValueNode]) throws -> Bool
    ) throws {
        var index = 0
        var rowsAtOnce = Self.rowsAtOnce
        while true {
            let rows: [TableRow]
            do throws(DocumentFailure) {
                rows = try source.rows(from: index, count: rowsAtOnce, within: limits)
            } catch {
                // The rows before the first one that cannot be read are passed on.
                guard rowsAtOnce > 1, !limits.mustStop else { throw error }
                rowsAtOnce /= 2
                continue
            }
            // Rows without a name are whole if there are few of them.
            guard rowsAtOnce == 1 || rows.allSatisfy({ $0.isWhole || $0.name != nil }) else {
                rowsAtOnce /= 2
                continue
            }
            for row in rows {
                guard try body(source.nodes(of: row, within: limits)) else { return }
            }
            guard rows.count == rowsAtOnce else { return }
            index += rows.count
        }
    }

    /// Returns a row as a JSON object, with the titles of the columns as names.
    /// - Throws: `DocumentFailure`
    package func json(_ nodes: [ValueNode]) throws(DocumentFailure) -> JSONValue {
        try ValueTree(root: ValueNode("", .record(""), nodes)).json()
    }

    /// Returns the fields of a row as comma-separated values (RFC 4180), without the line end: NULL as nothing, dates in
    /// ISO 8601, data in base64, collections as JSON.
    /// - Throws: `DocumentFailure`
    package func csv(_ nodes: [ValueNode]) throws(DocumentFailure) -> String {
        var fields: [String] = []
        for node in nodes {
            let value = try ValueTree(root: node).json()
            switch value {
            case .null: fields.append("")
            case .string(let text): fields.append(SeparatedValues.field(text))
            case .number(let number): fields.append(number.text)
            case .boolean(let value): fields.append(value ? "true" : "false")
            case .array, .object:
                let text = String(decoding: JSONWriter.line(value), as: UTF8.self)
                fields.append(SeparatedValues.field(text))
            }
        }
        return fields.joined(separator: ",")
    }

    /// The titles of the columns as comma-separated values.
    package var csvHeader: String { source.columns.map(SeparatedValues.field).joined(separator: ",") }
}

/// Comma-separated values (RFC 4180).
package enum SeparatedValues {
    /// Returns a text as a field, in quotation marks if it has characters that separate or if it is empty, unlike NULL.
    package static func field(_ text: String) -> String {
        let needsMarks = text.isEmpty || text.utf8.contains { $0 == 0x22 || $0 == 0x2c || $0 == 0x0a || $0 == 0x0d }
        return needsMarks ? "\"" + text.replacing(scalar: "\"", by: "\"\"") + "\"" : text
    }
}
