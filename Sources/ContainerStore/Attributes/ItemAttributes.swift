import ContainerModel
package import FileTree
import Formats

/// The metadata of items beyond names, contents and status.
package enum ItemAttributes {
    /// An attribute under its name on this computer, `user.…`.
    package typealias Attribute = (name: [UInt8], value: [UInt8])

    /// The largest AppleDouble file that is read as a whole, in bytes.
    private static let longestDouble: UInt64 = 64 << 20

    /// Returns the attributes of an item itself, and its protection class.
    /// - Parameter name: The name in the directory; empty for the directory itself.
    package static func own(
        of name: ArraySlice<UInt8>, in directory: TreeDirectory, _ status: ItemStatus?
    ) -> [Attribute] {
        var attributes: [Attribute] = directory.attributeNames(of: name)
            .filter { $0.starts(with: "user.".utf8) }
            .compactMap { attribute in directory.attribute(attribute, of: name).map { (attribute, $0) } }
        if let status, status.protection != .unknown,
            !attributes.contains(where: { $0.name == ProtectionAttribute.name })
        {
            attributes.append((ProtectionAttribute.name, ProtectionAttribute.value(status.protection.rawValue)))
        }
        return attributes
    }

    /// Returns the attributes of a container's root, those in the AppleDouble file of an archive included.
    package static func ofRoot(of container: Container) -> [Attribute] {
        let root = container.tree.root
        let attributes = own(of: [], in: root, try? container.tree.status(.root))
        // Of a directory of this computer, it would be outside of the container.
        guard root.descriptor == nil, let double = wholeDouble(of: [], in: root) else { return attributes }
        return attributes
            + double.attributes.filter { other in !attributes.contains { $0.name == other.name } }
    }

    /// The contents of an AppleDouble file as attributes, the Finder information and the resource fork under the names
    /// that macOS has for them.
    package struct Double {
        /// The attributes in the order of the file.
        package let attributes: [Attribute]
        /// The bytes of the file, as far as they were read.
        package let bytes: [UInt8]
        /// Whether a part of the file is missing, since it is too large.
        package let isCut: Bool
    }

    /// Returns the AppleDouble file of an item; nil if there is none that can be read.
    package static func wholeDouble(of name: ArraySlice<UInt8>, in directory: TreeDirectory) -> Double? {
        // A read error is reported for the AppleDouble file itself.
        func read(_ length: Int) -> FileHead? { try? directory.appleDoubleHead(of: name, length: length) }
        guard var head = read(AppleDoubleName.headLength) else { return nil }
        if head.size > head.bytes.count, head.size <= longestDouble { head = read(Int(head.size)) ?? head }
        guard let double = try? AppleDouble(head.bytes, fileSize: Int(clamping: head.size)) else { return nil }
        // Ranges that overlap would make any amount out of a small file.
        let total = (double.entries.map(\.range) + double.attributes.map(\.value)).reduce(0) { $0 + UInt64($1.count) }
        guard total <= 2 * head.size else { return Double(attributes: [], bytes: head.bytes, isCut: true) }
        var attributes: [Attribute] = []
        var isCut = false
        func add(_ name: [UInt8], _ range: Range<Int>) {
            guard range.upperBound <= head.bytes.count else {
                isCut = true
                return
            }
            attributes.append((Array("user.".utf8) + name, Array(head.bytes[range])))
        }
        for attribute in double.attributes { add(attribute.rawName, attribute.value) }
        for entry in double.entries {
            switch entry.kind {
            case AppleDouble.Entry.Kind.finderInfo:
                let range = entry.range.prefix(32)
                let isKnown = range.upperBound <= head.bytes.count && head.bytes[range].allSatisfy { $0 == 0 }
                if range.count == 32, !isKnown { add(Array("com.apple.FinderInfo".utf8), range) }
            case AppleDouble.Entry.Kind.resourceFork where !entry.range.isEmpty:
                add(Array("com.apple.ResourceFork".utf8), entry.range)
            default: break
            }
        }
        return Double(attributes: attributes, bytes: head.bytes, isCut: isCut)
    }
}
