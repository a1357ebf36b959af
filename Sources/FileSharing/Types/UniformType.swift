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

extension UniformType {
    /// All types of the system known to this program. Sources: Apple's "System-Declared Uniform Type Identifiers"
    /// (Uniform Type Identifiers Reference) and the constants of the UniformTypeIdentifiers framework, for
    /// identifiers, conformance and extensions; IANA and shared-mime-info for media types.
    package static let system = bases + texts + documents + images + soundAndVideo + archives + directories + others

    /// The types that others conform to, few of which have tags.
    static let bases: [UniformType] = [
        UniformType("public.item"),
        UniformType("public.content"),
        UniformType("public.composite-content", ["public.content"]),
        UniformType("public.data", ["public.item"], mimeTypes: ["application/octet-stream"]),
        UniformType("public.directory", ["public.item"]),
        UniformType("public.symlink", ["public.item"]),
        UniformType("public.archive"),
        UniformType("public.disk-image", ["public.archive"]),
        UniformType("public.database"),
        UniformType("public.executable", ["public.item"]),
        UniformType("public.message"),
        UniformType("public.contact"),
        UniformType("public.calendar-event"),
        UniformType("public.to-do-item"),
        UniformType("public.presentation", ["public.composite-content"]),
        UniformType("public.spreadsheet", ["public.content"]),
        UniformType("public.3d-content", ["public.content"]),
        UniformType("public.text", ["public.data", "public.content"]),
        UniformType("public.image", ["public.data", "public.content"]),
        UniformType("public.audiovisual-content", ["public.data", "public.content"]),
        UniformType("public.movie", ["public.audiovisual-content"]),
        UniformType("public.video", ["public.movie"]),
        UniformType("public.audio", ["public.audiovisual-content"]),
        UniformType("public.font", ["public.data", "public.content"]),
    ]
}
