/// A type that an app declares: an entry of `UTExportedTypeDeclarations`, for the app's own types, or of
/// `UTImportedTypeDeclarations`, for types of other apps that it uses.
package struct DeclaredType: Hashable, Sendable {
    /// `UTTypeIdentifier`.
    package var identifier: String
    /// `UTTypeConformsTo`: the types that it directly conforms to.
    package var conformsTo: [String]
    /// `public.filename-extension` of `UTTypeTagSpecification`, without dots.
    package var fileExtensions: [String]
    /// `public.mime-type` of `UTTypeTagSpecification`.
    package var mimeTypes: [String]
    /// Whether the type is the app's own.
    package var isExported: Bool

    package init(
        identifier: String,
        conformsTo: [String] = [],
        fileExtensions: [String] = [],
        mimeTypes: [String] = [],
        isExported: Bool = true
    ) {
        self.identifier = identifier
        self.conformsTo = conformsTo
        self.fileExtensions = fileExtensions
        self.mimeTypes = mimeTypes
        self.isExported = isExported
    }
}
