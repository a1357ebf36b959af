import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection

/// Finds the badges of items of one side, mostly of one directory after the other.
struct SideRules {
    /// What the items of a directory have in common.
    private struct Directory {
        let path: ContainerPath
        let rules: DirectoryRules
        /// Whether a directory above excludes everything in it from backups.
        let isCovered: Bool
        let access: AppAccess
    }

    private let container: Container
    /// Where the side begins in the container.
    private let start: ContainerPath
    /// The directory of the item before.
    private var last: Directory?

    init(of container: Container, from start: ContainerPath) {
        self.container = container
        self.start = start
    }

    /// Returns the badges of an item; nil for the root of the container.
    mutating func badges(of item: SideItem) -> Badges? {
        let path = start.appending(item.path)
        guard let name = path.lastComponent, let parent = path.parent else { return nil }
        let directory = directory(at: parent)
        let (status, exclusion) = (item.status, Exclusion(own: item.exclusion, isCovered: directory.isCovered))
        return name.withUnsafeBufferPointer { name in
            directory.rules.badges(
                ofEntry: name.span, type: ItemType(status.kind), exclusion: exclusion,
                protection: status.protection == .unknown ? nil : status.protection,
                permitted: directory.access.permitted(status))
        }
    }

    private mutating func directory(at path: ContainerPath) -> Directory {
        if let last, last.path == path { return last }
        let found = Directory(
            path: path, rules: container.description.rules(in: path),
            isCovered: !ExclusionReader.coveringExclusion(of: path, in: container.tree).isEmpty,
            access: AppAccess(in: path, of: container.tree))
        last = found
        return found
    }
}
