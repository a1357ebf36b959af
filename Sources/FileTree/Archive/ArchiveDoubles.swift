import ContainerModel

/// The AppleDouble files in the directory `__MACOSX` of a zip archive, which repeats the paths of the items that they belong
/// to (formats.md, "The backup-exclusion attribute").
struct ArchiveDoubles {
    /// The AppleDouble file of each item that has one there.
    private(set) var ofItems: [TreeIndex.Node: TreeIndex.Node] = [:]
    /// The AppleDouble files by the directories of their items.
    private(set) var inDirectories: [TreeIndex.Node: [TreeIndex.Node]] = [:]
    /// `__MACOSX` itself, unless something in it belongs to no item.
    private(set) var folder: TreeIndex.Node?
    /// The number of AppleDouble files that are left out because their items have others beside them, and the path of the
    /// first one.
    private(set) var leftOut: (count: Int, first: String)?

    init(in index: TreeIndex) {
        guard let folder = index.child(ArraySlice("__MACOSX".utf8), of: TreeIndex.root) else { return }
        var isWhole = true
        var waiting = [(folder, TreeIndex.root, "__MACOSX/")]
        while let (directory, mirrored, path) = waiting.popLast() {
            index.forEachChild(of: directory) { node, name, kind in
                if kind == .directory {
                    guard let other = index.child(name, of: mirrored) else {
                        isWhole = false
                        return
                    }
                    waiting.append((node, other, "\(path)\(String(decoding: name, as: UTF8.self))/"))
                } else if AppleDoubleName.isOne(name), kind == .file,
                    let other = index.child(UnsafeBufferPointer(rebasing: name[2...]), of: mirrored)
                {
                    guard index.child(name, of: mirrored) == nil else {
                        isWhole = false
                        let first = leftOut?.first ?? path + String(decoding: name, as: UTF8.self)
                        leftOut = ((leftOut?.count ?? 0) + 1, first)
                        return
                    }
                    ofItems[other] = node
                    inDirectories[mirrored, default: []].append(node)
                } else {
                    isWhole = false
                }
            }
        }
        self.folder = isWhole ? folder : nil
    }

    /// Returns the AppleDouble file with a name that belongs to an item of a directory; nil if there is none.
    func node(
        _ name: ArraySlice<UInt8>, in directory: TreeIndex.Node, _ index: TreeIndex
    ) -> TreeIndex.Node? {
        guard !ofItems.isEmpty, let file = AppleDoubleName.file(of: name) else { return nil }
        return index.child(file, of: directory).flatMap { ofItems[$0] }
    }
}
