package import ContainerModel
package import Disk
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
        in directory: Descriptor,
        attributes: [[UInt8]]
    ) -> BackupKinds {
        var names = attributes.map { String(decoding: $0, as: UTF8.self) }
        names += appleDoubleAttributes(of: name, in: directory)
        return ExclusionAttribute.excludedKinds(byAttributes: names)
    }

    /// What the attributes of the directories above `path`, and of `path` itself, keep out: it covers all below.
    package static func coveringExclusion(of path: ContainerPath, in root: RootedDirectory) -> BackupKinds {
        var covering: BackupKinds = []
        var current = root.descriptor
        covering.formUnion(ownExclusion(of: [], in: current, attributes: ExtendedAttributes.names(of: [], in: current)))
        for component in path.components {
            let attributes = ExtendedAttributes.names(of: component, in: current)
            covering.formUnion(ownExclusion(of: component, in: current, attributes: attributes))
            guard let next = try? RootedDirectory.openEntry(component, in: current) else { break }
            current = next
        }
        return covering
    }

    private static func appleDoubleAttributes(of name: ArraySlice<UInt8>, in directory: Descriptor) -> [String] {
        guard !name.isEmpty, !name.starts(with: [0x2e, 0x5f]) else { return [] }
        let beside = [0x2e, 0x5f] + name
        guard let head = try? FileContents.head(of: beside, in: directory, length: headLength),
            let size = try? ItemStatus(of: beside, in: directory, path: .root).size,
            let double = try? AppleDouble(head, fileSize: Int(clamping: size))
        else { return [] }
        return double.attributes.map(\.name)
    }
}
