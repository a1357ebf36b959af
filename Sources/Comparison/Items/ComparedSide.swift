package import ContainerModel
package import ContainerStore
package import Documents
package import FileTree
import Formats

/// One of two sides that are compared.
package enum ComparedSide: Sendable {
    /// An item of a tree, and everything below it.
    /// - Parameter container: The container that the tree is of, whose rules give the badges; nil outside of containers.
    case item(ContainerPath, of: any FileTree, in: Container?)
    /// A document: a value inside a file, or the preferences of several suites.
    /// - Parameter name: The path by which it was given.
    case document(Document, name: [UInt8])
}

/// An item on one side, with everything about it that is compared besides its contents.
struct SideItem: Sendable {
    /// The path from where the side begins.
    let path: ContainerPath
    let status: ItemStatus
    /// The kinds of backup that its own attributes exclude it from.
    let exclusion: BackupKinds
    /// The target of a symbolic link, as stored in it; nil for other items, and if it cannot be read.
    let target: [UInt8]?
}

/// A step of the walk along one side.
enum SideStep: Sendable {
    case item(SideItem)
    /// An item that could not be examined, or a directory that could not be listed.
    case failure(ContainerPath, FileTreeError)
}
