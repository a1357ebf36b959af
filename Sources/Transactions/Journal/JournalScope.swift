package import ContainerModel
package import FileTree
import System

/// Identifies containers in the journal, and this computer, to limit undo and redo to them.
///
/// An operation concerns a container that is among its roots: something was changed in it or taken from it. It concerns
/// this computer alone if no container is among them.
package struct JournalScope: Hashable, Sendable {
    let containers: [ScopedContainer]
    private let includesComputer: Bool

    /// Creates the scope of one root.
    /// - Throws: `FileTreeError` if the root cannot be examined.
    package init(_ root: Root, in roots: RootTable) throws(FileTreeError) { try self.init([root], in: roots) }

    /// Creates the scope of several containers; a directory of this computer among them stands for all of it.
    /// - Throws: `FileTreeError` if none of the containers can be examined.
    package init(_ roots: [Root], in table: RootTable) throws(FileTreeError) {
        var containers: [ScopedContainer] = []
        var failure: FileTreeError?
        for root in roots where root.isContainer {
            do throws(FileTreeError) {
                containers.append(try ScopedContainer(root, in: table))
            } catch {
                failure = failure ?? error
            }
        }
        // One that is no longer readable, such as on a device that is gone, is not an obstacle to the others.
        if let failure, containers.isEmpty { throw failure }
        self.containers = containers
        includesComputer = roots.contains { !$0.isContainer }
    }

    /// Where there is nothing, for a message: " in this container".
    var place: String {
        isOneContainer ? " in this container" : includesComputer ? " here" : " in these containers"
    }

    /// Whether it is a single container and nothing else.
    var isOneContainer: Bool { containers.count == 1 && !includesComputer }

    /// Returns whether an operation concerns any of it that was recorded at the given time with these containers.
    func covers(_ recorded: [BeginRecord.RecordedRoot], recordedAt time: Int64) -> Bool {
        if recorded.isEmpty { return includesComputer }
        return recorded.contains { root in containers.contains { $0.matches(root, recordedAt: time) } }
    }
}

/// The identity of a container among the roots in the journal.
struct ScopedContainer: Hashable, Sendable {
    let hostPath: [UInt8]
    let identity: FileIdentity
    let birthTime: BirthTime?

    init(_ root: Root, in roots: RootTable) throws(FileTreeError) {
        hostPath = root.hostPath
        let status = try roots.tree(of: root).status(.root)
        let keepsInodes = roots.capabilities(of: root).keepsInodes
        identity = FileIdentity(device: status.device, inode: keepsInodes ? status.inode : 0)
        birthTime = keepsInodes ? status.birthTime : nil
    }

    /// Returns whether a root recorded at the given time is this container.
    ///
    /// A container is identified by its inode and the time it was created, like everything remembered about it: one
    /// that replaced the recorded one may have its inode number, but was created later. Where one of those times is not
    /// known, the path also counts.
    func matches(_ recorded: BeginRecord.RecordedRoot, recordedAt time: Int64) -> Bool {
        guard recorded.inode == identity.inode else { return false }
        if let birthTime {
            // Where that was not recorded, it was before the operation.
            guard recorded.birthTime.map({ $0 == birthTime }) ?? (birthTime.seconds <= time) else { return false }
        }
        if recorded.root.hostPath == hostPath { return true }
        // The path of a mount names the device and the app.
        if recorded.isOnDevice { return false }
        // The path may lead here through a link, or the container was moved. A disk and its image agree in everything
        // but the device.
        guard let root = try? RootedDirectory(hostPath: recorded.root.hostPath),
            let status = try? ItemStatus(of: root.descriptor, path: .root), recorded.mayBe(status)
        else { return birthTime != nil && recorded.birthTime != nil }
        return status.identity == identity
    }
}

extension BeginRecord.RecordedRoot {
    /// Returns whether the directory that was found may be the recorded one.
    func mayBe(_ status: ItemStatus) -> Bool {
        status.inode == inode && (birthTime == nil || status.birthTime == nil || status.birthTime == birthTime)
    }

    /// Returns whether two operations recorded the same directory.
    func isSame(as other: Self) -> Bool {
        root == other.root && inode == other.inode
            && (birthTime == nil || other.birthTime == nil || birthTime == other.birthTime)
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
    func concerns(_ scope: JournalScope) -> Bool {
        scope.covers(change.beginRecord.containers, recordedAt: change.beginRecord.time)
    }

    /// Returns whether two operations have a container in common. An operation outside any container shares this
    /// computer with all others.
    func sharesContainer(with other: JournalHistory.Line) -> Bool {
        let (mine, others) = (change.beginRecord.containers, other.change.beginRecord.containers)
        return mine.isEmpty || others.isEmpty || mine.contains { root in others.contains { root.isSame(as: $0) } }
    }
}

extension BeginRecord {
    /// The containers among the roots.
    var containers: [RecordedRoot] { roots.filter(\.root.isContainer) }
}
