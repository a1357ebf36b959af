package import ContainerModel

extension FileOperation {
    /// Returns the names of the first items that the operation is about: "a.txt, b.txt and 3 more"; nil if there are
    /// none.
    /// - Parameters:
    ///   - maximum: The number of names to return.
    ///   - first: The first items in an order that the user sees; nil for that of their names.
    ///   - name: Formats the name of an item.
    package func subjectNames(
        _ maximum: Int, first: [ItemAddress]? = nil, showing name: (ItemAddress) -> String
    ) -> String? {
        let subjects = subjects
        guard !subjects.isEmpty else { return nil }
        let names = (first ?? subjects.firstByName(maximum)).map(name).joined(separator: ", ")
        return subjects.count > maximum ? "\(names) and \(subjects.count - maximum) more" : names
    }
}
