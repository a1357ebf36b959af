/// How contents are read.
package enum DocumentForm: String, Hashable, Sendable, CaseIterable {
    /// By the first reader that recognizes them.
    case decoded
    /// As text, whatever they are.
    case text
    /// As bytes.
    case hex

    /// The form's name as displayed.
    package var title: String { rawValue }
}
