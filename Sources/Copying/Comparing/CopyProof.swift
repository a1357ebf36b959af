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
        let copies = RootedDirectory(descriptor: directory)
        let keepsModes = FileSystemKind(of: directory.number).keepsMetadata
        var count = 0
        var walk = TreeWalk(of: copies, start: top)
        while let step = walk.next() {
            switch step {
            case .failure: return false
            case .leaving: continue
            case .item(let copy):
                let path = copy.path.relative(to: top).map { original.appending($0) } ?? original
                guard let status = try? tree.status(path), status.kind == copy.status.kind,
                    !keepsModes || status.permissions == copy.status.permissions,
                    isSame(path, copy, copies)
                else { return false }
                count += 1
            }
        }
        return count > 0 && count == itemCount(below: original)
    }

    private func isSame(_ path: ContainerPath, _ copy: TreeWalk.Item, _ copies: RootedDirectory) -> Bool {
        guard let directory = try? tree.directory(at: path.parent ?? .root, for: .lookup),
            let name = path.lastComponent
        else { return false }
        switch copy.status.kind {
        case .file:
            guard let file = try? copies.openFile(copy.path), let original = try? tree.openFile(path),
                !FileUsers.isWritten(file), contents.haveSameBytes(original, file, cancellation)
            else { return false }
        case .link:
            guard let target = try? directory.linkTarget(of: name, path: path),
                target == (try? copy.directory.linkTarget(of: copy.name, path: copy.path))
            else { return false }
        case .directory: break
        default: return false
        }
        return copy.directory.attributeNames(of: copy.name).allSatisfy { attribute in
            directory.attribute(attribute, of: name) == copy.directory.attribute(attribute, of: copy.name)
        }
    }

    /// Returns the number of items at and below a path; nil if part of it cannot be read.
    private func itemCount(below path: ContainerPath) -> Int? {
        var count = 0
        var walk = TreeWalk(of: tree, start: path)
        while let step = walk.next() {
            switch step {
            case .failure: return nil
            case .leaving: continue
            case .item: count += 1
            }
        }
        return count
    }
}
