/// The reason why input could not be read; the only error type of this module.
///
/// Messages quote no bytes of the input other than ASCII letters, digits and `-_.:`, so they are safe to display.
package struct FormatError: Error, Hashable, Sendable {
    /// The kind of error, for programs.
    package enum Code: Hashable, Sendable {
        /// The input is in another format, or in an unsupported variant.
        case unsupported
        /// The input is shorter than it claims to be.
        case truncated
        /// The input violates its format.
        case malformed
        /// A collection contains itself.
        case cyclic
        /// Collections are nested more deeply than the limit.
        case tooDeep
        /// There are more bytes or values than the limit.
        case tooLarge
    }

    /// A position in a text. Lines and columns count from 1, columns in characters.
    package struct TextPosition: Hashable, Sendable {
        /// The line, from 1.
        package let line: Int
        /// The column in characters, from 1.
        package let column: Int
    }

    /// The kind of error, for programs.
    package let code: Code
    /// The error for display, starting in lower case and without its location.
    package let message: String
    /// The byte offset in the input; in its UTF-8 form if the input is UTF-16.
    package let offset: Int
    /// The position in the text; nil if the format is binary.
    package let position: TextPosition?

    init(_ code: Code, _ message: String, offset: Int, position: TextPosition? = nil) {
        (self.code, self.message, self.offset, self.position) = (code, message, offset, position)
    }
}

extension FormatError: CustomStringConvertible {
    package var description: String {
        guard let position else { return "\(message) (at byte \(offset))" }
        return "\(message) (line \(position.line), column \(position.column))"
    }
}
