/// A type that an app tells the system of: an entry of `UTExportedTypeDeclarations`, for the app's own, or of
/// `UTImportedTypeDeclarations`, for others' that it reads.
package struct DeclaredType: Hashable, Sendable {
    /// `UTTypeIdentifier`.
    package var identifier: String
    /// `UTTypeConformsTo`: the types that it is directly a kind of.
    package var conformsTo: [String]
    /// `public.filename-extension` of `UTTypeTagSpecification`, without dots.
    package var fileExtensions: [String]
    /// `public.mime-type` of `UTTypeTagSpecification`.
    package var mimeTypes: [String]
    /// Whether it is the app's own.
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

    /// Nil for a declaration that names no type.
    init?(_ reader: inout InfoReader, isExported: Bool) {
        guard let identifier = reader.string("UTTypeIdentifier") else { return nil }
        self.identifier = identifier
        self.isExported = isExported
        conformsTo = reader.oneOrSeveral("UTTypeConformsTo")
        var tags = reader.dictionary("UTTypeTagSpecification")
        fileExtensions = tags.oneOrSeveral("public.filename-extension")
        mimeTypes = tags.oneOrSeveral("public.mime-type")
        reader.note(tags.problems)
    }
}
