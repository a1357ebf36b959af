package import ContainerModel

/// The rank of an app for opening a document type: `LSHandlerRank`. The default is Default.
package enum HandlerRank: Int, Comparable, CaseIterable, Sendable {
    /// The app knows the type but does not open it.
    case none
    case alternate
    case standard
    /// The app created the type.
    case owner

    /// Creates a rank from the value of the key; an unknown value counts as the default.
    package init(_ name: String?) {
        self =
            switch name?.lowercased() {
            case "owner": .owner
            case "alternate": .alternate
            case "none": .none
            default: .standard
            }
    }

    package static func < (left: HandlerRank, right: HandlerRank) -> Bool { left.rawValue < right.rawValue }
}

/// A declaration of an app that matches a document.
package struct DocumentMatch: Hashable, Sendable {
    /// The entry of `CFBundleDocumentTypes`.
    package let documentType: DocumentType
    /// The part of the entry that matches: a type identifier, an extension with its dot, a media type, or `*`.
    package let reason: String
    /// The rank of the app.
    package let rank: HandlerRank
}

extension UniformTypes {
    /// Returns the declaration by which an app opens an item: the first among the matching ones of the highest rank.
    ///
    /// If `LSItemContentTypes` is present, it alone counts; extensions and media types are the older form (Information
    /// Property List Key Reference, CFBundleDocumentTypes).
    /// - Returns: The declaration, or nil if the app does not open such items.
    package func match(_ file: FileType, with documentTypes: [DocumentType]) -> DocumentMatch? {
        let matches = documentTypes.compactMap { type -> DocumentMatch? in
            guard HandlerRank(type.rank) != .none, let reason = reason(of: type, toTake: file) else { return nil }
            return DocumentMatch(documentType: type, reason: reason, rank: HandlerRank(type.rank))
        }
        let best = matches.map(\.rank).max()
        return matches.first { $0.rank == best }
    }

    private func reason(of type: DocumentType, toTake file: FileType) -> String? {
        guard type.contentTypes.isEmpty else { return type.contentTypes.first { conforms(file, to: $0) } }
        if let fileExtension = file.fileExtension?.lowercased(),
            type.fileExtensions.contains(where: { $0.withoutDot == fileExtension })
        {
            return "." + fileExtension
        }
        // `*` stands for all documents, which do not include plain folders.
        if !file.isDirectory, type.fileExtensions.contains("*") || type.mimeTypes.contains("*") { return "*" }
        let own = mimeTypes(of: file)
        return type.mimeTypes.first { own.contains($0.lowercased()) }
    }
}

extension DocumentType {
    /// The declaration in one line: the types, or else the extensions and media types.
    package var declaration: String {
        let entries =
            contentTypes.isEmpty
            ? fileExtensions.map { $0 == "*" ? $0 : "." + $0.withoutDot } + mimeTypes : contentTypes
        let list = entries.isEmpty ? "nothing" : entries.joined(separator: ", ")
        return HandlerRank(rank) == .none ? list + " (rank None: not opened)" : list
    }
}
