package import Formats

/// A text to be found in file contents.
package struct ContentsQuestion: Hashable, Sendable {
    /// The text, or the regular expression, as it was written.
    package var text: String
    /// Whether it is a regular expression.
    package var isExpression: Bool

    /// Creates a question.
    package init(_ text: String, isExpression: Bool = false) {
        self.text = text
        self.isExpression = isExpression
    }

    /// Returns the pattern to search for; capital letters matter if there are any.
    /// - Throws: `ContentsPattern.Mistake` if the text is empty or too long, or no regular expression.
    package func pattern() throws(ContentsPattern.Mistake) -> ContentsPattern {
        try ContentsPattern(text, isExpression: isExpression)
    }
}
