/// A measurement on one tree.
struct ReportRow {
    let tree: String
    let title: String
    /// The median.
    let seconds: Double
    var peakKiB: Int
    /// A note in the last column.
    var note = ""

    /// Notes the ratio to another program's time.
    mutating func compare(with other: ReportRow?, called name: String) {
        guard let other, other.seconds > 0 else { return }
        note = "\(Self.decimal(seconds / other.seconds, places: 2)) × \(name)"
    }

    var time: String {
        let milliseconds = seconds * 1_000
        return Self.decimal(milliseconds, places: milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0) + " ms"
    }

    var memory: String { peakKiB == 0 ? "" : Self.decimal(Double(peakKiB) / 1_024, places: 1) + " MB" }

    /// Returns `value` with this number of decimal places.
    static func decimal(_ value: Double, places: Int) -> String {
        let factor = (0..<places).reduce(1) { product, _ in product * 10 }
        let whole = Int((min(max(value, 0), 1e12) * Double(factor)).rounded())
        guard places > 0 else { return grouped(whole) }
        let rest = String(whole % factor)
        return grouped(whole / factor) + "." + String(repeating: "0", count: places - rest.count) + rest
    }
}

/// The rows with headings, in columns as wide as necessary.
struct ReportTable {
    var rows: [ReportRow] = []

    var text: String {
        let heading = ["tree", "measurement", "median", "peak memory", ""]
        let lines = [heading] + rows.map { [$0.tree, $0.title, $0.time, $0.memory, $0.note] }
        let widths = heading.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = line.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - line[column].count)
                // Numbers are right-aligned.
                return column == 2 || column == 3 ? space + line[column] : line[column] + space
            }
            let text = cells.joined(separator: "  ")
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
        .joined(separator: "\n")
    }
}
