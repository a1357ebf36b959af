import ContainerModel
import System

/// Builds the index of a tree from the paths of its items, in any order.
///
/// The paths may be hostile: what leads out of the tree, or can be no name, is left out and recorded as a problem.
struct TreeIndexBuilder {
    /// The items so far.
    var index: TreeIndex
    /// The problems so far.
    var problems: TreeProblems
    /// The number of components of an item's path.
    private let maxDepth: Int
    /// Whether absolute paths are those below the root of the tree.
    private let takesAbsolutePaths: Bool
    /// The directory of the last item, which usually also holds the next one.
    private var lastDirectory: (path: [UInt8], node: TreeIndex.Node) = ([], TreeIndex.root)

    /// Creates a builder.
    /// - Parameters:
    ///   - rootModified: When the root was modified, in seconds since 1970, if no item says so.
    ///   - medium: The medium of the tree, in sentences about problems: "archive".
    ///   - takesAbsolutePaths: Whether absolute paths are taken without the slash, as tar and unzip do; otherwise they
    ///     are left out.
    init(rootModified: Int64, depth maxDepth: Int, medium: String, takesAbsolutePaths: Bool = false) {
        self.takesAbsolutePaths = takesAbsolutePaths
        index = TreeIndex(rootModified: rootModified)
        problems = TreeProblems(of: medium)
        self.maxDepth = maxDepth
    }

    /// Adds an item, and the directories around it that have none.
    /// - Parameter target: An item that it is a hard link to.
    /// - Returns: The item if it has values to be added; nil for a hard link, the root, and an item that was left out.
    mutating func add(
        _ path: UnsafeBufferPointer<UInt8>, _ entry: TreeIndex.Entry, linkedTo target: TreeIndex.Node? = nil
    ) -> TreeIndex.Node? {
        guard let (parent, name) = place(of: path) else { return nil }
        guard !name.isEmpty else {
            // `./` in a tar: the root itself.
            guard entry.kind == .directory, target == nil else {
                problems.note(.unusableName, path)
                return nil
            }
            index.replace(TreeIndex.root, with: entry)
            return TreeIndex.root
        }
        let kind = target.map { index.kind($0) } ?? entry.kind
        let node: TreeIndex.Node
        if let known = index.child(name, of: parent) {
            if target == known { return nil }
            guard (index.kind(known) == .directory) == (kind == .directory) else {
                problems.note(.directoryAndOther, path)
                if kind == .directory { index.replace(known, with: entry) }
                return nil
            }
            if kind != .directory { problems.note(.repeated, path) }
            index.replace(known, with: entry)
            node = known
        } else {
            node = index.add(name, to: parent, entry)
        }
        if let target {
            index.link(node, to: target)
            return nil
        }
        return node
    }

    /// Adds the directories around an item that is left out itself.
    mutating func addDirectories(of path: UnsafeBufferPointer<UInt8>) { _ = place(of: path) }

    /// Returns the parent directory of a path, creating it if no entry has, and the last component, which is empty for
    /// the root. nil, with a problem recorded, for a path that leads out of the tree or is not valid.
    private mutating func place(
        of written: UnsafeBufferPointer<UInt8>
    ) -> (TreeIndex.Node, name: UnsafeBufferPointer<UInt8>)? {
        var path = written
        if path.first == 0x2f {
            guard takesAbsolutePaths else {
                problems.note(.leadsOut, written)
                return nil
            }
            path = UnsafeBufferPointer(rebasing: path.drop { $0 == 0x2f })
        }
        var end = path.count
        // Trailing slashes and a final `.` only indicate a directory.
        while end > 0, path[end - 1] == 0x2f || path[end - 1] == 0x2e && (end == 1 || path[end - 2] == 0x2f) {
            end -= 1
        }
        var start = end
        while start > 0, path[start - 1] != 0x2f { start -= 1 }
        let name = UnsafeBufferPointer(rebasing: path[start..<end])
        if isSame(path, start) {
            guard isName(name, written) else { return nil }
            return (lastDirectory.node, name)
        }
        var node = TreeIndex.root
        var depth = 0
        var next = 0
        // Check all components before creating directories for a path that turns out to be unusable.
        for component in UnsafeBufferPointer(rebasing: path[..<end]).split(separator: 0x2f) {
            let component = UnsafeBufferPointer(rebasing: component)
            guard isDot(component) || isName(component, written) else { return nil }
            depth += 1
        }
        guard depth <= maxDepth else {
            problems.note(.tooDeep, written)
            return nil
        }
        while next < start {
            var stop = next
            while path[stop] != 0x2f { stop += 1 }
            let component = UnsafeBufferPointer(rebasing: path[next..<stop])
            next = stop + 1
            if component.isEmpty || isDot(component) { continue }
            if let known = index.child(component, of: node) {
                if index.kind(known) != .directory {
                    problems.note(.directoryAndOther, UnsafeBufferPointer(rebasing: path[..<stop]))
                    index.replace(known, with: TreeIndex.Entry())
                }
                node = known
            } else {
                node = index.add(component, to: node, TreeIndex.Entry())
            }
        }
        lastDirectory = (Array(path[..<start]), node)
        return (node, name)
    }

    private func isSame(_ path: UnsafeBufferPointer<UInt8>, _ length: Int) -> Bool {
        guard length == lastDirectory.path.count, length > 0 else { return false }
        return lastDirectory.path.withUnsafeBytes { memcmp($0.baseAddress!, path.baseAddress!, length) == 0 }
    }

    private func isDot(_ name: UnsafeBufferPointer<UInt8>) -> Bool { name.count == 1 && name[0] == 0x2e }

    /// Returns whether a name is valid for a file; records a problem if it is not.
    private mutating func isName(
        _ name: UnsafeBufferPointer<UInt8>,
        _ path: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if name.count == 2, name[0] == 0x2e, name[1] == 0x2e {
            problems.note(.leadsOut, path)
            return false
        }
        guard name.count <= 255, !name.contains(0) else {
            problems.note(.unusableName, path)
            return false
        }
        return true
    }

    /// Returns the item at a path, as added by earlier entries.
    func node(at path: UnsafeRawBufferPointer) -> TreeIndex.Node? {
        var node = TreeIndex.root
        for component in path.split(separator: 0x2f) where !component.elementsEqual([0x2e]) {
            guard let next = index.child(Array(component)[...], of: node) else { return nil }
            node = next
        }
        return node
    }
}
