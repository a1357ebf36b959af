/// A Python script for tests that change values at random places.
package enum ValueTreeScript {
    /// The functions of the script: `places`, `at` and `clone` of trees of values, and `written`, which writes a value as
    /// the program takes it; and `TYPES`, the names of the types that it takes.
    package static let functions = Script.text("value_trees")
}
