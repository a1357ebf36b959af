/// How the rows of two versions of a table belong together, for a comparison.
package struct TableIdentity: Sendable {
    /// The columns that name a row; if there are none, only rows with the same values are the same.
    package let columns: [String]
    /// The columns that say nothing by themselves: they follow from others, from the time of reading, or from the order
    /// in which rows were added.
    package let ignored: Set<String>
    /// Whether a row that is opened has more than its cells say.
    package let isAbridged: Bool

    package init(_ columns: [String] = [], ignoring ignored: Set<String> = [], isAbridged: Bool = false) {
        (self.columns, self.ignored, self.isAbridged) = (columns, ignored, isAbridged)
    }
}
