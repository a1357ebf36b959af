/// A table with a caption and a head. Each cell repeats the heading of its column, for screens on which the cells of a
/// row stand below one another.
struct HTMLTable {
    /// A cell.
    struct Cell {
        /// The contents; HTML.
        let html: String
        /// The name of its style; nil for none.
        let style: String?

        /// Creates a cell with HTML.
        init(html: String, style: String? = nil) { (self.html, self.style) = (html, style) }

        /// Creates a cell with a sentence.
        init(_ text: String, style: String? = nil) { self.init(html: HTMLText.sentence(text), style: style) }

        /// Creates a cell with a path.
        static func path(_ bytes: [UInt8]) -> Cell {
            Cell(html: HTMLText.wrapped("code", HTMLText.path(String(decoding: bytes, as: UTF8.self))))
        }
    }

    /// The name of its style.
    let style: String
    /// What it is about.
    let caption: String
    /// The headings of the columns.
    let columns: [String]

    /// Returns the lines of the table.
    /// - Parameter rows: As many cells in each as there are columns.
    func lines(_ rows: [[Cell]]) -> [String] {
        let labels = columns.map(HTMLText.escaped)
        let head = labels.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let body = rows.map { row in
            let cells = zip(row, labels).map { cell, label in
                "<td data-label=\"\(label)\"\(cell.style.map { " class=\"\($0)\"" } ?? "")>\(cell.html)</td>"
            }
            return "<tr>\(cells.joined())</tr>"
        }
        return ["<table class=\"\(style)\">", HTMLText.element("caption", caption), "<thead><tr>\(head)</tr></thead>"]
            + ["<tbody>"] + body + ["</tbody>", "</table>"]
    }
}
