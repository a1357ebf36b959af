package import ContainerModel

/// How gladly an app opens a kind of document: `LSHandlerRank`. What says nothing is Default.
package enum HandlerRank: Int, Comparable, CaseIterable, Sendable {
    /// The app knows the type, and does not open it.
    case none
    case alternate
    case standard
    /// The app made the type.
    case owner

    /// The rank that the key names; nobody knows any other, so that they count as none given.
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

/// A declaration of an app by which it takes a document.
package struct DocumentMatch: Hashable, Sendable {
    /// The entry of `CFBundleDocumentTypes`.
    package let documentType: DocumentType
    /// What of the entry fits: a type's identifier, an extension with its dot, a media type, or `*`.
    package let reason: String
    /// How gladly.
    package let rank: HandlerRank
}

extension UniformTypes {
    /// The declaration by which an app opens an item: of those that fit the one of the highest rank, then the first.
    ///
    /// `LSItemContentTypes` counts alone where it is there; extensions and media types are the older way (Information
    /// Property List Key Reference, CFBundleDocumentTypes).
    /// - Returns: nil where the app does not open such items.
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
        // All kinds of document are meant: a plain folder is none.
        if !file.isDirectory, type.fileExtensions.contains("*") || type.mimeTypes.contains("*") { return "*" }
        let own = mimeTypes(of: file)
        return type.mimeTypes.first { own.contains($0.lowercased()) }
    }
}

extension DocumentType {
    /// What it declares, in a line: the types, or else extensions and media types.
    package var declaration: String {
        let entries =
            contentTypes.isEmpty
            ? fileExtensions.map { $0 == "*" ? $0 : "." + $0.withoutDot } + mimeTypes : contentTypes
        let list = entries.isEmpty ? "nothing" : entries.joined(separator: ", ")
        return HandlerRank(rank) == .none ? list + " (rank None: not opened)" : list
    }
}
