/// Why bytes could not be read: the one error of this room.
///
/// The message never quotes bytes of the input other than ASCII letters, digits and `-_.:`, so it can be shown as it
/// is.
package struct FormatError: Error, Hashable, Sendable {
    /// What kind of thing is wrong, for code that decides by it.
    package enum Code: Hashable, Sendable {
        /// The bytes are in another format, or in a variant that is not read here.
        case unsupported
        /// The bytes end before what they announce.
        case truncated
        /// The bytes break a rule of their format.
        case malformed
        /// A collection contains itself.
        case cyclic
        /// Collections stand inside one another deeper than the limit.
        case tooDeep
        /// There are more bytes or values than the limit allows.
        case tooLarge
    }

    /// A place in a text; both numbers count from 1, columns in characters.
    package struct TextPosition: Hashable, Sendable {
        package let line: Int
        package let column: Int
    }

    package let code: Code
    /// What is wrong, for people; begins in lower case and names no place.
    package let message: String
    /// Where it is, in bytes from the start of the input (of its UTF-8 form where the input is UTF-16).
    package let offset: Int
    /// Where it is, if the format is a text.
    package let position: TextPosition?

    init(_ code: Code, _ message: String, offset: Int, position: TextPosition? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.position = position
    }
}

extension FormatError: CustomStringConvertible {
    package var description: String {
        guard let position else { return "\(message) (at byte \(offset))" }
        return "\(message) (line \(position.line), column \(position.column))"
    }
}
