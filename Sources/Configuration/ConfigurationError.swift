/// An error in a configuration or theme file, described for its author.
///
/// None is fatal: the caller falls back to the built-in values and shows the message.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem.
    package enum Code: Hashable, Sendable {
        /// The file or theme does not exist.
        case notFound
        /// The file is not a regular file, too large, or not permitted to be read.
        case unreadable
        /// The file is not TOML.
        case syntax
        /// The file is TOML, but has an invalid value, or a theme or keymap an unknown key.
        case value
        /// The settings have an unknown key or section.
        case unknownKey
    }

    /// The kind of problem.
    package let code: Code
    /// The file's path, or the name of a built-in theme.
    package let file: String
    /// The line of a syntax error, or of an entry of a keymap, from 1.
    package let line: Int?
    /// The key of an invalid value, such as `badge-read.fg`.
    package let key: String?
    /// The mistake and how to correct it.
    package let message: String

    init(_ code: Code, file: String, line: Int? = nil, key: String? = nil, _ message: String) {
        self.code = code
        self.file = file
        self.line = line
        self.key = key
        self.message = message
    }

    /// The file, line and key, followed by the message.
    package var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if let key { place += ": \(key)" }
        return "\(place): \(message)"
    }
}
