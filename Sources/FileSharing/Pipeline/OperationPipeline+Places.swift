import ContainerModel
import ContainerStore
import FileTree
import System
import Transactions

/// Roots and directories in which nothing may be changed.
extension OperationPipeline {
    /// Refuses what read-only mode does not allow. A directory of this computer may lie in a container, too.
    func refuseUnlessCopyingOut(_ operation: FileOperation) throws(OperationError) {
        guard operation.onlyCopiesOut, let target = operation.parts.destination?.item,
            open.surroundings(of: target, .directory) == nil
        else { throw readOnlyDoubt.map { OperationError(.configuration, $0) } ?? .readOnlyMode }
    }

    /// Refuses to change a directory of this computer that is part of a package, a bundle container or a backup.
    func refusePlacesBesideContainers(_ operation: FileOperation) throws(OperationError) {
        let parts = operation.parts
        if let target = parts.destination?.item {
            try refuseBesideContainers(target, at: target, "choose a directory outside of containers")
        }
        // The editor had the file before: what the user wrote is not refused now.
        guard !parts.keepsSubjects, !operation.holdsUnsavedEdit else { return }
        for (directory, item) in parts.subjects.firstByDirectory {
            try refuseBesideContainers(directory, at: item, parts.kind == .move ? "copy it instead" : nil)
        }
        if let file = parts.file { try refuseBesideContainers(file.parent, at: file) }
    }

    /// - Parameters:
    ///   - item: The item that the refusal names.
    ///   - way: What would work.
    private func refuseBesideContainers(
        _ directory: ItemAddress, at item: ItemAddress, _ way: String? = nil
    ) throws(OperationError) {
        guard !directory.root.isContainer, open.surroundings(of: directory, .directory) == nil,
            let place = HostPath(directory.hostPath)?.followingLinks(),
            let refusal = ContainerStore.refusalBesideContainers(place, isReadOnly: isReadOnly)
        else { return }
        throw OperationError(
            .refused, at: item.hostPath, ([refusal] + [way].compactMap(\.self)).joined(separator: "; "))
    }

    /// Refuses changes to a read-only tree.
    func requireWritable(_ roots: Set<Root>) throws(OperationError) {
        for root in roots {
            // A root that cannot be opened is reported when it is examined.
            guard let tree = try? open.table.tree(of: root), let medium = tree.medium, tree.writable == nil else {
                continue
            }
            throw .readOnly(medium, at: root.hostPath)
        }
    }
}
