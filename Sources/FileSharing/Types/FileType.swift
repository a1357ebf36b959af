/// What an item is to the apps that might open it: the types that its name stands for.
package struct FileType: Hashable, Sendable {
    /// The declared types, the app's own before the system's; none where nobody knows the extension.
    package let identifiers: [String]
    /// Whether it is a directory: a folder, a package or a bundle.
    package let isDirectory: Bool
    /// The name's extension as it is written; nil where it has none, or one that is not UTF-8.
    package let fileExtension: String?

    /// The type that stands for it where no other is known: of an unknown extension the system makes a type that
    /// conforms to this one.
    package var base: String { isDirectory ? "public.folder" : "public.data" }

    /// What is said of it to people: `com.adobe.pdf`, or `public.data` where nothing else is known.
    package var title: String { identifiers.first ?? base }
}

/// A name taken apart at its last dot, as Foundation's `pathExtension` does it.
package struct NameParts: Hashable, Sendable {
    /// What is before the dot; the whole name where it has no extension.
    package let stem: [UInt8]
    /// What is behind the dot; empty where there is none.
    package let fileExtension: [UInt8]

    /// A name that begins with its only dot is hidden, and has no extension; nor has one that ends in its last.
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
