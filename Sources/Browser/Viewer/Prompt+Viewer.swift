/// The texts that the viewer asks for.
extension Prompt.Purpose {
    /// A text to be found.
    static let find = Prompt.Purpose("viewer-find", "search: ", takesEmpty: true) {
        $1.view(.find(String($0.text)))
    }

    /// A path of this computer, of a file with what is shown.
    static let saveTo = Prompt.Purpose("save", "save to (file on this computer): ", path: .hostItem) {
        $1.saveViewed(to: $0.bytes)
    }

    /// A line, an offset or a percentage.
    static let goToInViewer = Prompt.Purpose("viewer-go-to", "go to (line, 0x offset, %): ") {
        $1.view(.goTo(String($0.text)))
    }

    /// Conditions for the rows of a table.
    static let filterRows = Prompt.Purpose("viewer-filter", "rows where (COLUMN=VALUE): ", takesEmpty: true) {
        $1.view(.filter(String($0.text), completes: !$0.beginning.isEmpty))
    }

    /// A query in SQL about the database that is shown.
    static let query = Prompt.Purpose("viewer-query", "SQL: ", path: .query) { $1.query($0) }
}
