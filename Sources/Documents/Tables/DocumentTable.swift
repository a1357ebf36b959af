/// A table of any size, with the other entries that can be opened in it.
package struct DocumentTable: Sendable {
    /// The rows.
    package let source: any TableSource
    /// Entries below the rows that can be opened but are not rows.
    package let entries: [TableEntry]
    /// The order in which the source has the rows, for display; nil for its own.
    package let order: TableOrder?

    /// Creates a table from the rows of a source.
    package init(_ source: any TableSource, entries: [TableEntry] = [], order: TableOrder? = nil) {
        (self.source, self.entries, self.order) = (source, entries, order)
    }

    /// Returns the document for a row or an entry, by its name; nil if there is none.
    /// - Throws: `DocumentFailure` if it cannot be read.
    func step(
        _ name: [UInt8], as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        let name = String(decoding: name, as: UTF8.self)
        if let found = try source.row(named: name, as: form, within: limits) { return found }
        return entries.first { $0.name == name }?.open(form, limits)
    }
}
