/// Something below the rows of a table that can be opened but is not a row, such as the schema of a database.
package struct TableEntry: Sendable {
    /// The name by which it is opened.
    package let name: String
    /// A short title.
    package let title: String
    /// Opens it.
    package let open: @Sendable (DocumentForm, DocumentLimits) -> Document

    init(_ name: String, _ title: String, open: @escaping @Sendable (DocumentForm, DocumentLimits) -> Document) {
        (self.name, self.title, self.open) = (name, title, open)
    }
}
