/// A description of a tree by Python.
package enum TreeDescription {
    /// Prints a line for each item below the argument, and `.` for the argument itself: everything that a copy
    /// preserves.
    private static let script = Script.text("tree_description")

    /// Returns the lines for the tree at a path, with its extended attributes if `attributes` is true.
    package static func of(_ path: String, attributes: Bool = true) throws -> [String] {
        try Python.lines(script, [path, attributes ? "attributes" : ""])
    }
}
