package import ContainerModel
package import FileTree

/// A container, as the journal tells it from others: what undo and redo keep to.
///
/// An operation concerns it when it is among the operation's roots: something was changed in it, or taken from it.
package struct JournalScope: Hashable, Sendable {
    let hostPath: [UInt8]
    let identity: FileIdentity

    /// The container that has a root.
    /// - Throws: `FileTreeError` where the root cannot be looked at.
    package init(_ root: Root, in roots: RootTable) throws(FileTreeError) {
        hostPath = root.hostPath
        identity = try roots.identity(of: root)
    }

    /// Whether a recorded root is this container.
    ///
    /// A container that took the place of the recorded one has another inode. Of one that was reached by another path
    /// only the recorded path can tell whether it is the same: inodes are unique on one device.
    func matches(_ recorded: BeginRecord.RecordedRoot) -> Bool {
        guard recorded.root.isContainer, recorded.inode == identity.inode else { return false }
        if recorded.root.hostPath == hostPath { return true }
        guard let root = try? RootedDirectory(hostPath: recorded.root.hostPath),
            let status = try? ItemStatus(of: root.descriptor, path: .root)
        else { return false }
        return FileIdentity(device: status.device, inode: status.inode) == identity
    }
}

extension Journal {
    /// What an undo or a redo would be about.
    package struct Candidate: Sendable {
        /// The operation.
        package let entry: JournalEntry
        /// A later operation that failed and changed nothing, where that is the last thing that happened: the person
        /// may mean that one.
        package let failedSince: JournalEntry?
    }

    /// What `undo` would take back.
    /// - Throws: `TransactionError`, as `undo` where there is nothing to undo.
    package func undoable(_ which: Selection = .last) throws(TransactionError) -> Candidate {
        let history = try JournalStore(environment).history()
        return Candidate(try Self.undoable(which, history), which, history)
    }

    /// What `redo` would do again.
    /// - Throws: `TransactionError`, as `redo` where there is nothing to do again.
    package func redoable(_ which: Selection = .last) throws(TransactionError) -> Candidate {
        let history = try JournalStore(environment).history()
        return Candidate(try Self.redoable(which, history), which, history)
    }
}

extension Journal.Candidate {
    init(_ line: JournalHistory.Line, _ which: Journal.Selection, _ history: JournalHistory) {
        entry = JournalEntry(line)
        let lines = history.lines.filter { which.covers($0) }
        let newest = lines.map { max($0.change.number, $0.latest.number) }.max()
        failedSince = lines.last { $0.state == .failed && $0.change.number == newest }.map { JournalEntry($0) }
    }
}

extension Journal.Selection {
    /// Whether an operation is among those that are chosen from.
    func covers(_ line: JournalHistory.Line) -> Bool {
        switch self {
        case .last: true
        case .lastIn(let scope): line.concerns(scope)
        case .number(let number): line.change.number == number
        }
    }
}

extension JournalHistory.Line {
    func concerns(_ scope: JournalScope) -> Bool { change.beginRecord.roots.contains { scope.matches($0) } }

    /// Whether the two have a container in common. Operations on no container at all have this computer in common.
    func sharesContainer(with other: JournalHistory.Line) -> Bool {
        let (mine, others) = (change.beginRecord.containers, other.change.beginRecord.containers)
        return mine.isEmpty || others.isEmpty || mine.contains { others.contains($0) }
    }
}

extension BeginRecord {
    /// The containers that it is about.
    var containers: [RecordedRoot] { roots.filter(\.root.isContainer) }
}
