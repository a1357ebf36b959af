package import ContainerModel
import FileTree
import Jobs
package import System

/// Checks that a copy contains all of a tree, before the original is removed.
package enum TreeComparison {
    /// Returns the first difference between the item `name` of one open directory and the item `copyName` of another: an
    /// item that the copy lacks, or that has another kind, other contents or another target there, or that cannot be read.
    ///
    /// Items that exist only in the copy are not differences.
    /// - Returns: The path in the directory of the original; nil if the copy contains all of it.
    package static func firstDifference(
        _ name: ArraySlice<UInt8>,
        in original: Descriptor,
        with copyName: ArraySlice<UInt8>,
        in copy: Descriptor
    ) -> ContainerPath? {
        guard isName(name), isName(copyName), let top = ContainerPath(bytes: name),
            let copyTop = ContainerPath(bytes: copyName)
        else { return .root }
        let contents = ContentComparison()
        // Both walks are in the order of the names.
        var originals = TreeWalk(of: RootedDirectory(descriptor: original), start: top)
        var copies = TreeWalk(of: RootedDirectory(descriptor: copy), start: copyTop)
        while let step = originals.next() {
            switch step {
            case .leaving: continue
            case .failure(let path, _): return path
            case .item(let item):
                let path = item.path.relative(to: top) ?? .root
                guard let found = next(&copies, path, below: copyTop), isSame(item, found, contents) else {
                    return item.path
                }
            }
        }
        return nil
    }

    /// Returns the item of a walk with a path below its start, and skips those before it.
    private static func next(
        _ walk: inout TreeWalk, _ path: ContainerPath, below top: ContainerPath
    ) -> TreeWalk.Item? {
        while let step = walk.next() {
            guard case .item(let item) = step, let found = item.path.relative(to: top) else { continue }
            if found >= path { return found == path ? item : nil }
        }
        return nil
    }

    private static func isSame(_ item: TreeWalk.Item, _ copy: TreeWalk.Item, _ contents: ContentComparison) -> Bool {
        guard item.status.kind == copy.status.kind else { return false }
        switch item.status.kind {
        case .file:
            guard item.status.size == copy.status.size,
                let original = try? item.directory.openFile(item.name, path: item.path),
                let file = try? copy.directory.openFile(copy.name, path: copy.path)
            else { return false }
            return contents.haveSameBytes(original, file, Cancellation())
        case .link:
            guard let target = try? item.directory.linkTarget(of: item.name, path: item.path) else { return false }
            return target == (try? copy.directory.linkTarget(of: copy.name, path: copy.path))
        default: return true
        }
    }
}
