package import ContainerModel
package import FileTree
package import Formats

/// Reads whether an item is kept out of backups by the exclusion attribute, under all its names: as an extended
/// attribute of the host, or in an AppleDouble file beside the item (formats.md, "The backup-exclusion attribute").
package enum ExclusionReader {
    /// How much of an AppleDouble file is read: one with a resource fork can be large, and its attributes come first,
    /// in no more than 64 KiB (`ATTR_MAX_HDR_SIZE` in xnu's vfs_xattr.c).
    private static let headLength = 128 << 10

    /// What an entry's own attributes keep it out of.
    package static func ownExclusion(
        of name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        attributes: [[UInt8]]
    ) -> BackupKinds {
        var names = attributes.map { String(decoding: $0, as: UTF8.self) }
        names += appleDoubleAttributes(of: name, in: directory)
        return ExclusionAttribute.excludedKinds(byAttributes: names)
    }

    /// What the attributes of the directories above `path`, and of `path` itself, keep out: it covers all below.
    /// A directory that may be searched, though not read, hides nothing of what is below it.
    package static func coveringExclusion(of path: ContainerPath, in tree: any FileTree) -> BackupKinds {
        var covering: BackupKinds = []
        var current = tree.root
        covering.formUnion(ownExclusion(of: [], in: current, attributes: current.attributeNames(of: [])))
        for component in path.components {
            let attributes = current.attributeNames(of: component)
            covering.formUnion(ownExclusion(of: component, in: current, attributes: attributes))
            guard let next = try? current.subdirectory(component, for: .lookup) else { break }
            current = next
        }
        return covering
    }

    /// An exclusion attribute on an item.
    package struct Found: Hashable, Sendable {
        /// Its name as it is spelled there.
        package let name: String
        /// The kinds of backup that it keeps the item out of.
        package let excludes: BackupKinds
        /// Whether it stands in an AppleDouble file beside the item, and not on the item itself.
        package let isInAppleDouble: Bool
    }

    /// The exclusion attributes of an entry of an open directory, or with an empty name of the directory itself.
    ///
    /// - Parameter mayHaveAppleDouble: false where it is known that no `._name` is there, which saves looking.
    package static func attributes(
        of name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        mayHaveAppleDouble: Bool = true
    ) -> [Found] {
        let own = directory.attributeNames(of: name).map { String(decoding: $0, as: UTF8.self) }
        let beside = mayHaveAppleDouble ? appleDoubleAttributes(of: name, in: directory) : []
        return own.compactMap { Found($0, isInAppleDouble: false) }
            + beside.compactMap { Found($0, isInAppleDouble: true) }
    }

    private static func appleDoubleAttributes(of name: ArraySlice<UInt8>, in directory: TreeDirectory) -> [String] {
        guard !name.isEmpty, !name.starts(with: [0x2e, 0x5f]) else { return [] }
        guard let head = directory.appleDoubleHead(of: name, length: headLength),
            let double = try? AppleDouble(head.bytes, fileSize: Int(clamping: head.size))
        else { return [] }
        return double.attributes.map(\.name)
    }
}

extension ExclusionReader.Found {
    /// Nil for an attribute that is about something else.
    fileprivate init?(_ name: String, isInAppleDouble: Bool) {
        guard let attribute = ExclusionAttribute(spelled: name) else { return nil }
        self.init(name: name, excludes: attribute.scope.excludedKinds, isInAppleDouble: isInAppleDouble)
    }
}
