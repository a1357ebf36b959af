package import ContainerModel
package import ContainerStore
package import FileTree
import Jobs
import System

/// Following a path: an app that is installed again, or a container that is copied anew, has another directory there.
extension SideWatch {
    /// What a path leads to when it is opened again.
    package typealias Opened = (path: ContainerPath, whole: any FileTree, container: Container?)

    /// How often a path that leads nowhere is tried again, in nanoseconds.
    private static let retryInterval: UInt64 = 200_000_000
    /// For how long a directory that is no container yet is not taken for the new one, in nanoseconds: it may be being
    /// copied.
    private static let patience: UInt64 = 800_000_000

    /// The state of a path that leads nowhere.
    struct Absence {
        /// When it was noticed, in nanoseconds on the monotonic clock.
        let since: UInt64
        /// When it is tried again.
        var next: UInt64
        /// Since when a directory has been there that is no container.
        var other: UInt64?
    }

    /// For how long nothing has been at the path, in nanoseconds; nil if the directory is there.
    package var absenceTime: UInt64? { absence.map { MonotonicClock.now() - $0.since } }

    /// Where the directory is now; nil if it was removed.
    private var currentPath: [UInt8]? { tree.root.descriptor.flatMap { Platform.path(of: $0) } }

    /// Watches the directories on the way, so that a rename or a removal of one is noticed.
    func watchWay() {
        for number in way.keys { watch.forget(number) }
        way = [:]
        rootPath = currentPath
        guard reopen != nil, let rootPath, var path = HostPath(rootPath) else { return }
        while let parent = path.parent {
            // The directory itself may be removed while it is open; those on the way are moved.
            let isNext = path.bytes == rootPath
            if let directory = try? HostTree.directory(parent.bytes).root.descriptor,
                let number = try? watch.watchPlace(of: directory, reportsRemovals: isNext)
            {
                way[number] = Array(path.name)
            }
            path = parent
        }
    }

    /// Says that the directory is not where it was, if that is so and its path is followed.
    /// - Returns: Whether more is wanted.
    func checkPlace(_ receive: (WatchReport) -> Bool) -> Bool {
        isInDoubt = false
        guard reopen != nil, absence == nil, let rootPath, currentPath != rootPath else { return true }
        for path in Array(watchedDirectories) { endWatching(path) }
        pending = PendingChanges()
        let now = MonotonicClock.now()
        absence = Absence(since: now, next: now)
        return reportReplacement(.removed, "it is gone; what replaces it will be compared with it", receive)
    }

    /// Looks whether there is something at the path again, and compares it as a whole with what was there.
    /// - Returns: Whether more is wanted.
    func tryAgain(_ receive: (WatchReport) -> Bool) -> Bool {
        guard var absence, let reopen else { return true }
        let now = MonotonicClock.now()
        absence.next = now + Self.retryInterval
        self.absence = absence
        guard let opened = try? reopen(), let part = try? WatchedPart(opened.path, of: opened.whole),
            part.start == start
        else { return true }
        if container != nil, opened.container == nil {
            absence.other = absence.other ?? now
            self.absence = absence
            guard let other = absence.other, now - other >= Self.patience else { return true }
        }
        self.absence = nil
        (tree, directory, container) = (part.tree, part.directory, opened.container)
        // What is known of the old files says nothing of the new ones.
        (databases, mappedFiles) = ([:], [:])
        watchWay()
        if !start.isRoot { beginWatching(.root) }
        pending.addAll(below: start)
        return reportReplacement(.added, "it was replaced; the new one is compared with the old one", receive)
    }

    private func reportReplacement(
        _ change: Difference.Change, _ note: String, _ receive: (WatchReport) -> Bool
    ) -> Bool {
        var difference = Difference(change, .item)
        difference.kind = .directory
        difference.note = note
        return receive(.change(WatchedChange(difference: difference, time: Self.milliseconds())))
    }
}

/// The part of a tree that is watched: a directory, or a file in one.
struct WatchedPart {
    /// The directory.
    let tree: any FileTree
    /// Where it is in the whole tree.
    let directory: ContainerPath
    /// The root, or the name of the file.
    let start: ContainerPath

    /// - Throws: `FileTreeError`; `unusable` if the tree does not change.
    init(_ path: ContainerPath, of whole: any FileTree) throws(FileTreeError) {
        let kind = try whole.status(path).kind
        directory = kind == .directory ? path : path.parent ?? .root
        tree = try whole.subtree(directory)
        start = kind == .directory ? .root : ContainerPath(bytes: path.lastComponent ?? []) ?? .root
        guard tree.root.descriptor != nil else {
            throw FileTreeError(
                operation: "watch the directory",
                unusable: "it is in a \(tree.medium ?? "part of a backup"), which does not change", path: path)
        }
    }
}
