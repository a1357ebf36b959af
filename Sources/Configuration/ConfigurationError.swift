/// What is wrong with a configuration or theme file, for the person who wrote it.
///
/// Nothing of it is fatal: whoever loads falls back to what is built in and shows the message.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// There is no such file or theme.
        case notFound
        /// A directory, a pipe, too large, or not permitted.
        case unreadable
        /// Not TOML.
        case syntax
        /// TOML, but a key or value that means nothing here.
        case value
    }

    package let code: Code
    /// The file's path, or the name of a theme that is built in.
    package let file: String
    /// The line of a syntax error, from 1.
    package let line: Int?
    /// The key of a wrong value: `badge-read.fg`.
    package let key: String?
    /// What is wrong and what to do about it.
    package let message: String

    init(_ code: Code, file: String, line: Int? = nil, key: String? = nil, _ message: String) {
        self.code = code
        self.file = file
        self.line = line
        self.key = key
        self.message = message
    }

    package var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if let key { place += ": \(key)" }
        return "\(place): \(message)"
    }
}
