/// A row of the table of types: a uniform type identifier, the types it conforms to, and its tags.
///
/// Identifiers compare case-insensitively in ASCII, as in Launch Services; rows use Apple's spelling.
package struct UniformType: Hashable, Sendable {
    /// The identifier: `com.adobe.pdf`.
    package var identifier: String
    /// The types that it directly conforms to.
    package var conformsTo: [String]
    /// The file name extensions, without dots and in lower case; the first is the preferred one.
    package var fileExtensions: [String]
    /// The media types, in lower case; the first is the preferred one.
    package var mimeTypes: [String]

    /// Creates a type of the system's table or of an app's declarations.
    package init(
        _ identifier: String,
        _ conformsTo: [String] = [],
        extensions fileExtensions: [String] = [],
        mimeTypes: [String] = []
    ) {
        self.identifier = identifier
        self.conformsTo = conformsTo
        self.fileExtensions = fileExtensions
        self.mimeTypes = mimeTypes
    }
}
