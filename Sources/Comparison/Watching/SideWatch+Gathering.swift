import ContainerModel
import Databases
import Documents
import FileTree
import Jobs
import System

/// Finding out which items have changed.
extension SideWatch {
    /// An item that may have changed.
    struct Found {
        var pair: SideComparison.Pair
        /// Whether its contents may have changed.
        var isWritten: Bool
    }

    /// An item to be examined.
    private struct Task {
        let path: ContainerPath
        let isWritten: Bool
        /// Whether everything in it is to be compared.
        let isWhole: Bool
        /// The item, if it has been examined already.
        var item: SideItem?
    }

    /// The time before the last look in which a change is not told by the times of a file, in seconds.
    private static let uncertainty: Int64 = 5

    /// Examines the items of a look, with everything in directories that are new, gone or to be compared as a whole.
    /// - Parameter note: Receives items that cannot be examined.
    func gather(_ look: PendingChanges.Look, note: (ContainerPath, FileTreeError) -> Void) -> [ContainerPath: Found] {
        var found: [ContainerPath: Found] = [:]
        var tasks = look.directories.map { Task(path: $0, isWritten: true, isWhole: true) }
        for (directory, names) in look.names {
            for (name, isWritten) in names {
                guard let path = name.isEmpty ? directory : directory.appending(name: name) else { continue }
                tasks.append(Task(path: path, isWritten: isWritten, isWhole: false))
            }
        }
        while let task = tasks.popLast(), !cancellation.isCancelled {
            let path = task.path
            if found[path] != nil, !task.isWhole {
                if task.isWritten { found[path]?.isWritten = true }
                continue
            }
            let before = known[path]
            let after: SideItem?
            do throws(FileTreeError) {
                if let item = task.item { after = item } else { after = try SideItem(at: path, in: tree) }
            } catch {
                note(path, error)
                continue
            }
            guard before != nil || after != nil else { continue }
            let isWritten =
                found[path]?.isWritten == true || (task.isWhole ? mayBeWritten(before, after) : task.isWritten)
            found[path] = Found(pair: SideComparison.Pair(before: before, after: after), isWritten: isWritten)
            tasks += contents(of: path, before, after, isWhole: task.isWhole, note)
            // The system tells a change of the name alone by which it was made.
            if !task.isWhole, let status = after?.status, status.kind == .file, status.links > 1 {
                tasks += known.paths(of: status.identity).filter { $0 != path }
                    .map { Task(path: $0, isWritten: isWritten, isWhole: false) }
            }
        }
        return found
    }

    /// Returns what has to be examined in an item that was a directory, or is one.
    private func contents(
        of path: ContainerPath, _ before: SideItem?, _ after: SideItem?, isWhole: Bool,
        _ note: (ContainerPath, FileTreeError) -> Void
    ) -> [Task] {
        let (wasDirectory, isDirectory) = (before?.status.kind == .directory, after?.status.kind == .directory)
        let isSame = wasDirectory && isDirectory && before?.status.inode == after?.status.inode
        guard isDirectory ? isWhole || !isSame : wasDirectory else { return [] }
        var names = Set(known.names(in: path))
        var tasks: [Task] = []
        if isDirectory {
            // Before it is listed: what is added after that is reported.
            beginWatching(path)
            for item in items(in: path, note) {
                names.remove(Array(item.path.lastComponent ?? []))
                tasks.append(Task(path: item.path, isWritten: true, isWhole: true, item: item))
            }
        }
        for name in names {
            if let child = path.appending(name: name) {
                tasks.append(Task(path: child, isWritten: true, isWhole: true))
            }
        }
        return tasks
    }

    private func items(in path: ContainerPath, _ note: (ContainerPath, FileTreeError) -> Void) -> [SideItem] {
        var items: [SideItem] = []
        do throws(FileTreeError) {
            let directory = try tree.directory(at: path)
            let entries = try directory.entries(path: path, cancellation: cancellation) ?? EntryList()
            for index in 0..<entries.count {
                let name = entries.name(index)
                guard let child = path.appending(name: name), databaseWith(part: child) == nil,
                    let status = try? directory.status(of: name, path: child)
                else { continue }
                items.append(
                    SideItem(child, status, named: name, in: directory, mayHaveAppleDouble: entries.hasAppleDoubles))
            }
        } catch {
            note(path, error)
        }
        return items
    }

    /// Whether the contents of an item may have changed, judging by its metadata.
    private func mayBeWritten(_ before: SideItem?, _ after: SideItem?) -> Bool {
        guard let after, let old = before?.status, databases[after.path] == nil else { return true }
        // What is written to the log of a database changes nothing of the database itself.
        let new = after.status
        return (old.inode, old.size, old.modified, old.modifiedNanoseconds)
            != (new.inode, new.size, new.modified, new.modifiedNanoseconds)
            || (old.changed, old.changedNanoseconds) != (new.changed, new.changedNanoseconds)
            // The time of the contents can be set back, the one of the metadata cannot.
            || max(new.modified, new.changed) > Int64(time(nil)) - Self.uncertainty
    }

    // MARK: Databases

    /// Returns the path of the database that a log, a journal or an index belongs to; nil for any other file.
    func databaseWith(part path: ContainerPath) -> ContainerPath? {
        guard let (companion, base) = path.asCompanion, !isFalse(companion, path) else {
            return nil
        }
        if databases[base] != nil { return base }
        // A new database has no bytes while its first transaction is running.
        guard let file = try? tree.openFile(base), let head = try? file.part(at: 0, 16),
            head.isEmpty || head == DatabaseHeader.magic
        else { return nil }
        return base
    }

    /// Whether a file that is named like a part of a database is none, or was none when it was looked at last.
    private func isFalse(_ companion: Companion, _ path: ContainerPath) -> Bool {
        guard Companion.refutable.contains(companion) else { return false }
        if known[path] != nil { return true }
        return (try? DocumentSource(path, in: tree))?.isFalse(companion) ?? false
    }

    // MARK: Without events

    /// Looks for changes that the system does not report.
    func poll(at now: UInt64) {
        if !silentDirectories.isEmpty { isInDoubt = true }
        for path in silentDirectories {
            // Those below it are compared with it.
            guard path.isRoot || !silentDirectories.contains(path.parent ?? .root) else { continue }
            pending.addAll(below: start.isRoot ? path : start)
        }
        for (path, known) in mappedFiles {
            guard let file = try? tree.openFile(path), MappedFile(file) != known else { continue }
            pending.add(
                Array(path.lastComponent ?? []), in: path.parent ?? .root, isNameChange: false, isWritten: true, at: now
            )
        }
    }
}
