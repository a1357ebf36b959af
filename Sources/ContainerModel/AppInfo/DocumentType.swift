/// A document type that an app can open: an entry of `CFBundleDocumentTypes`.
package struct DocumentType: Hashable, Sendable {
    /// `CFBundleTypeName`.
    package var name: String?
    /// `LSHandlerRank`: Owner, Default, Alternate or None.
    package var rank: String?
    /// `LSItemContentTypes`: uniform type identifiers.
    package var contentTypes: [String]
    /// `CFBundleTypeExtensions`, the older form, without dots. `*` matches any extension.
    package var fileExtensions: [String]
    /// `CFBundleTypeMIMETypes`, also the older form.
    package var mimeTypes: [String]

    package init(
        name: String? = nil,
        rank: String? = nil,
        contentTypes: [String] = [],
        fileExtensions: [String] = [],
        mimeTypes: [String] = []
    ) {
        self.name = name
        self.rank = rank
        self.contentTypes = contentTypes
        self.fileExtensions = fileExtensions
        self.mimeTypes = mimeTypes
    }
}
