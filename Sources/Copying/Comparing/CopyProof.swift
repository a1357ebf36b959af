package import ContainerModel
package import FileTree
import Jobs
package import System

/// Proves that a copy still is what was made from its original, so that nobody's work is lost with it.
///
/// Identity, size and times do not prove that: a program may have the copy open or mapped, and a file system may keep no
/// time of what was written to a mapping.
package struct CopyProof {
    private let tree: any FileTree
    private let contents = ContentComparison()
    private let cancellation = Cancellation()

    /// Creates a proof by comparison with items of a tree.
    package init(of tree: any FileTree) { self.tree = tree }

    /// Returns whether the entry `name` of an open directory has the items, contents, permissions and attributes of an
    /// original, no more and no less, and no process has any of its files open for writing.
    ///
    /// What the copy could not be given is a difference, too: false means only that there is no proof.
    package func holds(for name: ArraySlice<UInt8>, in directory: Descriptor, madeFrom original: ContainerPath) -> Bool
    {
        guard let top = ContainerPath(bytes: name) else { return false }
        let keepsModes = FileSystemKind(of: directory.number).keepsMetadata
        var copies = TreeWalk(of: RootedDirectory(descriptor: directory), start: top)
        // Both walks are in the order of the names.
        var originals = TreeWalk(of: tree, start: original)
        while let step = copies.next() {
            switch (step, originals.next()) {
            case (.leaving, .leaving): continue
            case (.item(let copy), .item(let item)):
                guard copy.path.relative(to: top) == item.path.relative(to: original),
                    copy.status.kind == item.status.kind,
                    !keepsModes || copy.status.permissions == item.status.permissions, isSame(copy, item)
                else { return false }
            default: return false
            }
        }
        return originals.next() == nil
    }

    /// Returns whether an item alone, without what is below it, has the permissions and attributes of an original, and
    /// its contents; nil if there is no such original.
    /// - Parameters:
    ///   - keepsModes: Whether the item's file system keeps permissions.
    ///   - comparesContents: Whether the contents of a file are compared as well.
    package func holds(
        for copy: TreeWalk.Item, madeFrom original: ContainerPath, keepsModes: Bool, comparesContents: Bool
    ) -> Bool? {
        var originals = TreeWalk(of: tree, start: original)
        guard case .item(let item)? = originals.next(), item.status.kind == copy.status.kind else { return nil }
        guard !keepsModes || copy.status.permissions == item.status.permissions else { return false }
        return comparesContents ? isSame(copy, item) : hasSameAttributes(copy, item)
    }

    private func isSame(_ copy: TreeWalk.Item, _ original: TreeWalk.Item) -> Bool {
        switch copy.status.kind {
        case .file:
            guard let file = try? copy.directory.openFile(copy.name, path: copy.path),
                let source = try? original.directory.openFile(original.name, path: original.path),
                !FileUsers.isWritten(file), contents.haveSameBytes(source, file, cancellation)
            else { return false }
        case .link:
            guard let target = try? original.directory.linkTarget(of: original.name, path: original.path),
                target == (try? copy.directory.linkTarget(of: copy.name, path: copy.path))
            else { return false }
        case .directory: break
        default: return false
        }
        return hasSameAttributes(copy, original)
    }

    private func hasSameAttributes(_ copy: TreeWalk.Item, _ original: TreeWalk.Item) -> Bool {
        copy.directory.attributeNames(of: copy.name).allSatisfy { attribute in
            original.directory.attribute(attribute, of: original.name)
                == copy.directory.attribute(attribute, of: copy.name)
        }
    }
}
