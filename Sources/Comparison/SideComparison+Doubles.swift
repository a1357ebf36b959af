import ContainerModel
import ContainerStore
import FileTree
import Formats

/// AppleDouble files: by the attributes that they give to the items beside them, which have them in a file of their own on
/// one side, and as extended attributes on the other.
extension SideComparison {
    /// Returns whether an AppleDouble file that only one side has says nothing new: its item has the same attributes on both
    /// sides, and nothing else is in it.
    func isFolded(_ item: SideItem, isBefore: Bool) -> Bool {
        guard let file = Self.fileOfDouble(item),
            let one = attributes(of: file, in: before, hasDouble: isBefore),
            let other = attributes(of: file, in: after, hasDouble: !isBefore)
        else { return false }
        return one.isAsWritten && other.isAsWritten && one.values == other.values
    }

    /// Returns whether two AppleDouble files say the same: their item has the same attributes on both sides, in them or of its
    /// own, and one of them has nothing else.
    func areFoldedAlike(_ item: SideItem, _ other: SideItem) -> Bool {
        guard let file = Self.fileOfDouble(other), item.path == other.path,
            let one = attributes(of: file, in: before, hasDouble: true),
            let two = attributes(of: file, in: after, hasDouble: true)
        else { return false }
        return (one.isAsWritten || two.isAsWritten) && one.values == two.values
    }

    /// Returns the path of the item that an AppleDouble file belongs to, by its name; nil for any other item.
    private static func fileOfDouble(_ item: SideItem) -> ContainerPath? {
        guard item.status.kind == .file, let name = item.path.lastComponent, let file = AppleDoubleName.file(of: name)
        else { return nil }
        return item.path.parent?.appending(name: file)
    }

    /// The attributes of an item.
    private struct Attributes {
        /// The values by the names.
        let values: [[UInt8]: [UInt8]]
        /// Whether the AppleDouble file has nothing besides attributes; true if there is none.
        let isAsWritten: Bool
    }

    /// Returns the attributes of an item, those in its AppleDouble file included; nil if not all are known, or if these are
    /// not all that is in the file.
    /// - Parameter hasDouble: Whether there is such a file.
    private func attributes(of path: ContainerPath, in side: ComparedTree, hasDouble: Bool) -> Attributes? {
        // Of a single item, nothing beside it is compared, and the copies that watching makes have no attributes.
        guard readFiles == nil, side.start.isRoot, let name = path.lastComponent, let parent = path.parent,
            let directory = try? side.tree.directory(at: parent, for: .lookup),
            let status = try? directory.status(of: name, path: path)
        else { return nil }
        let double = ItemAttributes.wholeDouble(of: name, in: directory)
        guard (double != nil) == hasDouble, double?.isCut != true else { return nil }
        let stored = double?.attributes ?? []
        // Of two attributes of one name, only one counts.
        guard Set(stored.map(\.name)).count == stored.count else { return nil }
        let own = ItemAttributes.own(of: name, in: directory, status)
        let values = Dictionary((own + stored).map { ($0.name, $0.value) }) { first, _ in first }
        return Attributes(values: values, isAsWritten: double.map { AppleDouble.isAsWritten($0.bytes) } ?? true)
    }
}
