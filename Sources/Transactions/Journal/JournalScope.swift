package import ContainerModel
package import FileTree

/// Identifies a container in the journal, to limit undo and redo to it.
///
/// An operation concerns a container that is among its roots: something was changed in it or taken from it.
package struct JournalScope: Hashable, Sendable {
    let hostPath: [UInt8]
    let identity: FileIdentity

    /// Creates the scope of the container with the given root.
    /// - Throws: `FileTreeError` if the root cannot be examined.
    package init(_ root: Root, in roots: RootTable) throws(FileTreeError) {
        hostPath = root.hostPath
        identity = try roots.identity(of: root)
    }

    /// Returns whether a recorded root is this container.
    ///
    /// A container that replaced the recorded one has another inode number. If the container was reached by a different
    /// path, the recorded path has to be resolved, since inode numbers are unique only within a device.
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
    /// The operation that an undo or a redo would affect.
    package struct Candidate: Sendable {
        /// The operation's journal entry.
        package let entry: JournalEntry
        /// A later operation that failed without changing anything, if it is the most recent one: the user may have
        /// that one in mind.
        package let failedSince: JournalEntry?
    }

    /// Returns the operation that `undo` would revert.
    /// - Throws: `TransactionError`, like `undo`, if there is nothing to undo.
    package func undoable(_ which: Selection = .last) throws(TransactionError) -> Candidate {
        let history = try JournalStore(environment).history()
        return Candidate(try Self.undoable(which, history), which, history)
    }

    /// Returns the operation that `redo` would repeat.
    /// - Throws: `TransactionError`, like `redo`, if there is nothing to redo.
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
    /// Returns whether the selection includes an operation.
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

    /// Returns whether two operations have a container in common. An operation outside any container shares this
    /// computer with all others.
    func sharesContainer(with other: JournalHistory.Line) -> Bool {
        let (mine, others) = (change.beginRecord.containers, other.change.beginRecord.containers)
        return mine.isEmpty || others.isEmpty || mine.contains { others.contains($0) }
    }
}

extension BeginRecord {
    /// The containers among the roots.
    var containers: [RecordedRoot] { roots.filter(\.root.isContainer) }
}
