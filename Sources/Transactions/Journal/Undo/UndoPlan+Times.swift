import ContainerModel
import FileTree
import System

// Directories get the times back that they had before the transaction.
extension UndoPlan {
    /// Returns whether the entries of a directory are unchanged since the transaction, and its times can be set.
    ///
    /// A time after the transaction is that of a later change, unless it is the one that the transaction gave the
    /// directory and no change can have set it, since it lies in the future, or did when the directory was last
    /// changed.
    /// - Parameter given: The time that the transaction gave the directory; nil if it gave it none.
    func isUnchanged(_ directory: ItemAddress, given: DirectoryStatus.Moment?) -> Bool {
        guard let status = (try? roots.statusIfPresent(directory)) ?? nil, status.kind == .directory,
            geteuid() == 0 || geteuid() == status.user
        else { return false }
        let modified = SelfMadeChanges.moment(status.modified, status.modifiedNanoseconds)
        if modified <= stamp { return true }
        // Not every file system keeps the nanoseconds.
        guard let given, given.seconds == status.modified, given.nanoseconds >= status.modifiedNanoseconds else {
            return false
        }
        let changed = SelfMadeChanges.moment(status.changed, status.changedNanoseconds)
        return modified > min(changed, WallClock.nanoseconds)
    }
}

extension StagedItem {
    /// Adds the times that directories were given after it to those that they were given later.
    func noteTimes(in given: inout [ItemAddress: DirectoryStatus.Moment]) {
        for case .setModified(let directory, let modified) in cleanups.reversed() where given[directory] == nil {
            given[directory] = modified
        }
    }
}
