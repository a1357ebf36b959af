package import ContainerModel
package import FileTree
package import Formats

/// Reads the exclusion attribute of an item, under each of its names: as an extended attribute, or in an AppleDouble
/// file next to the item (formats.md, "The backup-exclusion attribute").
package enum ExclusionReader {
    /// Returns the kinds of backup that an entry's own attributes exclude it from.
    /// - Parameter mayHaveAppleDouble: False if there is known to be no `._name` file, which saves a lookup.
    package static func ownExclusion(
        of name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        attributes: [[UInt8]],
        mayHaveAppleDouble: Bool = true
    ) -> BackupKinds {
        var names = attributes.map { String(decoding: $0, as: UTF8.self) }
        if mayHaveAppleDouble { names += appleDoubleAttributes(of: name, in: directory) }
        return ExclusionAttribute.excludedKinds(byAttributes: names)
    }

    /// Returns the kinds of backup that the attributes of `path` and the directories above it exclude their contents
    /// from. Directories with search permission but no read permission are included.
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
        /// The name as stored.
        package let name: String
        /// The kinds of backup that it excludes the item from.
        package let excludes: BackupKinds
        /// Whether it is stored in an AppleDouble file next to the item instead of on the item itself.
        package let isInAppleDouble: Bool
    }

    /// Returns the exclusion attributes of an entry of an open directory, or of the directory itself if `name` is
    /// empty.
    ///
    /// - Parameter mayHaveAppleDouble: False if there is known to be no `._name` file, which saves a lookup.
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
        guard let head = try? directory.appleDoubleHead(of: name, length: AppleDoubleName.headLength),
            let double = try? AppleDouble(head.bytes, fileSize: Int(clamping: head.size))
        else { return [] }
        return double.attributes.map(\.name)
    }
}

extension ExclusionReader.Found {
    /// Creates a finding; nil for any other attribute.
    fileprivate init?(_ name: String, isInAppleDouble: Bool) {
        guard let attribute = ExclusionAttribute(spelled: name) else { return nil }
        self.init(name: name, excludes: attribute.scope.excludedKinds, isInAppleDouble: isInAppleDouble)
    }
}
