/// The types of an item, derived from its name, as apps that might open it see them.
package struct FileType: Hashable, Sendable {
    /// The declared types, the app's own before the system's; empty if the extension is unknown.
    package let identifiers: [String]
    /// Whether it is a directory: a folder, a package or a bundle.
    package let isDirectory: Bool
    /// The name's extension as written; nil if it has none, or one that is not UTF-8.
    package let fileExtension: String?

    /// The type that applies if no other is known: for an unknown extension, the system creates a type that conforms to
    /// it.
    package var base: String { isDirectory ? "public.folder" : "public.data" }

    /// The type as displayed: `com.adobe.pdf`, or `public.data` if nothing else is known.
    package var title: String { identifiers.first ?? base }
}

/// A name split at its last dot, as Foundation's `pathExtension` does.
package struct NameParts: Hashable, Sendable {
    /// The part before the dot; the whole name if there is no extension.
    package let stem: [UInt8]
    /// The part after the dot; empty if there is no extension.
    package let fileExtension: [UInt8]

    /// Splits a name. A name whose only dots are at its beginning is hidden and has no extension; nor has one that ends
    /// in a dot.
    package init(_ name: some Collection<UInt8>) {
        let name = Array(name)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot < name.count - 1,
            name[..<dot].contains(where: { $0 != UInt8(ascii: ".") })
        else {
            (stem, fileExtension) = (name, [])
            return
        }
        (stem, fileExtension) = (Array(name[..<dot]), Array(name[(dot + 1)...]))
    }
}
