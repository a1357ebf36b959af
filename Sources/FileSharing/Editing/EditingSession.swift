package import ContainerModel
import Copying
package import FileTree
package import Jobs
import Synchronization
package import System
package import Transactions

/// A file being edited in a copy, and locked against other processes.
///
/// The session holds an advisory lock (flock(2)) on the file until it is deallocated. The saved copy replaces the file
/// in a transaction, so that it can be undone; a change by another process is detected then, and never overwritten.
package final class EditingSession: Sendable {
    /// The reason why a file cannot be edited.
    package struct Failure: CausedError, Hashable, Sendable {
        /// The kinds of failure that callers distinguish.
        package enum Code: Hashable, Sendable {
            /// Another process has locked it.
            case locked
            /// The editor left no regular file at the path of its copy.
            case notAFile
            /// The file, or the edited text, is not a property list.
            case undecodable
            /// Making the copy was cancelled.
            case cancelled
            case inputOutput
        }

        /// The kind of failure.
        package let code: Code
        /// What is wrong, without the place, which is the edited file: whoever edits it knows its path.
        package let message: String
        /// The error that caused it.
        package let cause: ErrorCause?

        init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
            self.code = code
            self.message = message
            self.cause = cause.map { ErrorCause($0) }
        }
    }

    /// The address of the file.
    package let original: ItemAddress
    /// The table through which the file, its copy and its destination are accessed.
    package let roots: RootTable
    /// The address of the editor's copy, with the same name as the file.
    package let copy: ItemAddress
    /// The destination on saving if the file may not be changed in place; nil if it stays.
    package let destination: ItemAddress?

    /// A change to the file by another process during editing.
    package enum OutsideChange: Hashable, Sendable {
        case changed
        case gone
    }

    /// Returns the message about a change by another process, to follow the file's name. Not safe for a terminal.
    package func report(on outside: OutsideChange) -> String {
        let other = destination.map { "in \($0.parent.path)" }
        return switch outside {
        case .changed:
            "was changed by another process in the meantime: it stays, and your version is saved \(other ?? "beside it")"
        case .gone: "was removed by another process in the meantime: your version is saved \(other ?? "in its place")"
        }
    }

    private let outside = Mutex<OutsideChange?>(nil)

    /// Records the change by another process found just before the file is replaced.
    func note(_ change: OutsideChange?) { outside.withLock { $0 = change } }

    /// The change by another process found just before the file was replaced.
    var notedChange: OutsideChange? { outside.withLock { $0 } }

    /// A log beside the file, of which the copy takes its place.
    private struct Log {
        let copy: ItemAddress
        let original: ItemAddress
        let before: ItemStatus
    }

    private let log = Mutex<Log?>(nil)

    /// Whether the copy has what a person wrote, which is kept if it cannot be saved; otherwise it has what was
    /// computed of the file, and can be computed again.
    let holdsUsersWork: Bool
    private let words = Mutex<String?>(nil)

    /// What is done in a few words, if counts do not say it.
    var phrase: String? { words.withLock { $0 } }

    /// Records what is done.
    func note(_ phrase: String) { words.withLock { $0 = phrase } }

    /// The notice about that change.
    var remarks: [Notice] { notedChange.map { [Notice(at: original.hostPath, report(on: $0))] } ?? [] }

    private let handle: Descriptor
    private let before: ItemStatus
    private let copyBefore: ItemStatus
    private typealias Attribute = (name: String, value: [UInt8])
    private let attributes: [Attribute]
    /// The directory of the copy, and its descriptor.
    private let folder: TemporaryFolder
    let directory: Descriptor
    /// What turns the edited text into the file; nil if the copy has the bytes of the file.
    let decoded: DecodedCopy?

    /// Locks a file and makes the copy.
    /// - Parameters:
    ///   - open: The open roots, including the file's.
    ///   - form: The form in which the editor gets it.
    ///   - destination: The destination on saving if the file may not be changed in place.
    ///   - folder: An empty directory for the copy; the session keeps it alive.
    ///   - holdsUsersWork: Whether what becomes of the copy is kept if it cannot be saved.
    ///   - cancellation: Cancels the copy, which is a failure.
    /// - Throws: `Failure` if the file cannot be locked, copied or decoded.
    init(
        _ original: ItemAddress,
        in open: OpenRoots,
        as form: EditedForm = .bytes,
        savingTo destination: ItemAddress? = nil,
        copyingTo folder: TemporaryFolder,
        holdsUsersWork: Bool = true,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(Failure) {
        self.original = original
        roots = open.table
        self.destination = destination
        self.folder = folder
        self.holdsUsersWork = holdsUsersWork
        let path = original.path
        do throws(FileTreeError) {
            handle = try roots.openFile(original)
            // Some file systems in user space do not support locks; then there is no one to coordinate with.
            if sandglass_try_lock(handle.number) == -EWOULDBLOCK {
                throw FileTreeError(errno: EWOULDBLOCK, operation: "lock the file", path: path)
            }
            before = try ItemStatus(of: handle, path: path)
            let directory = try roots.openPath(original.parent)
            attributes = Self.attributes(of: original.name, in: directory)
            self.directory = try roots.directory(of: folder.root).descriptor
            guard let copy = ItemAddress(folder.root, .root).entry(original.name) else {
                throw FileTreeError(errno: EINVAL, operation: "copy the file", path: path)
            }
            let report = TreeCopier(progress: progress, cancellation: cancellation, onFailure: .stop)
                .copy(original.name, in: directory, to: copy.name, in: self.directory)
            if report.isCancelled { throw FileTreeError(errno: ECANCELED, operation: "copy the file", path: path) }
            if let failure = report.failures.first.first {
                throw FileTreeError(errno: failure.errno, operation: failure.operation, path: path)
            }
            // What the copy lacks, the file would lack once it is saved.
            if let loss = report.avoidableLoss?.failure {
                throw FileTreeError(errno: loss.errno, operation: loss.operation, path: path)
            }
            self.copy = copy
        } catch {
            guard error.errno != EWOULDBLOCK else {
                throw Failure(
                    .locked, "another process has locked it; try again when it is closed there", cause: error)
            }
            guard error.errno != ECANCELED else { throw Failure(.cancelled, "cancelled", cause: error) }
            throw Failure(.inputOutput, error.message, cause: error)
        }
        decoded = form == .bytes ? nil : try DecodedCopy(copy, in: directory, roots)
        do throws(FileTreeError) {
            copyBefore = try roots.status(copy)
        } catch {
            throw Failure(.inputOutput, error.message, cause: error)
        }
        folder.noteDown(for: original.hostPath)
    }

    deinit { roots.forget(folder.root) }

    /// Copies the log of a database beside the copy. From then on it is what changes: the database itself stays.
    /// - Returns: Whether there is one with anything in it.
    /// - Throws: `Failure` if it cannot be copied.
    func copyLog() throws(Failure) -> Bool {
        guard let log = original.companion(.log), let before = try? roots.status(log), before.size > 0 else {
            return false
        }
        do throws(FileTreeError) {
            guard let copy = self.copy.companion(.log) else { return false }
            let report = TreeCopier(progress: ProgressMeter(), cancellation: Cancellation(), onFailure: .stop)
                .copy(log.name, in: try roots.openPath(log.parent), to: copy.name, in: directory)
            if let failure = report.failures.first.first {
                throw FileTreeError(errno: failure.errno, operation: failure.operation, path: log.path)
            }
            self.log.withLock { $0 = Log(copy: copy, original: log, before: before) }
            return true
        } catch {
            throw Failure(.inputOutput, error.message, cause: error)
        }
    }

    /// The change to the file by another process; nil if there is none.
    package var outsideChange: OutsideChange? {
        do throws(FileTreeError) {
            let log = self.log.withLock { $0 }
            if let log, !(try roots.status(log.original)).isUnchanged(since: log.before) { return .changed }
            return try roots.status(original).isUnchanged(since: before) ? nil : .changed
        } catch {
            return error.errno == ENOENT ? .gone : .changed
        }
    }

    /// Whether the editor saved something, or removed its copy.
    package var isChanged: Bool {
        guard let after = try? roots.status(copy) else { return true }
        return !isUnchanged(after, Cancellation())
    }

    /// Returns whether the copy is as it was given to the editor. An editor may keep its size and its modification
    /// time, or write within one tick of the file system's clock, so only the contents tell.
    private func isUnchanged(_ after: ItemStatus, _ cancellation: Cancellation) -> Bool {
        guard after.isUnchanged(since: copyBefore) else { return false }
        if let decoded { return decoded.isUnchanged }
        // Contents that another process has changed are no longer those that the copy had.
        guard outsideChange == nil else { return after.hasSameChangeTime(as: copyBefore) }
        return hasSameBytes(after, cancellation)
    }

    /// Why the edited text cannot be saved; nil if it can, and if the copy has the bytes of the file.
    var mistake: String? { decoded?.mistake }

    /// Whether the editor left other files besides the copy.
    package var hasMoreThanCopy: Bool { folder.count > 1 }

    /// Whether the editor left anything worth keeping, whether or not it succeeded.
    package var hasTraces: Bool { isChanged || hasMoreThanCopy || !folder.isInPlace }

    /// Returns whether the copy still has its original bytes, even if it was rewritten. Compares it with the file,
    /// which is open and has not changed since.
    private func hasSameBytes(_ after: ItemStatus, _ cancellation: Cancellation) -> Bool {
        guard after.size == before.size, let saved = try? roots.openFile(copy) else {
            return false
        }
        return ContentComparison().haveSameBytes(handle, saved, cancellation)
    }

    /// Returns the changes that bring the edited contents into the container; nil if nothing was changed. A file that
    /// another process has changed stays, and the contents are saved next to it.
    /// - Parameters:
    ///   - outside: The change by another process.
    ///   - cancellation: Cancels the comparison with the original contents; the copy then counts as changed.
    /// - Throws: `Failure` if the editor's copy no longer exists or is not a regular file.
    package func changes(
        after outside: OutsideChange?,
        cancellation: Cancellation = Cancellation()
    ) throws(Failure) -> ChangeSet? {
        guard folder.isInPlace else {
            throw Failure(.inputOutput, "the editor replaced the directory of its copy: nothing was saved")
        }
        let after: ItemStatus
        do throws(FileTreeError) {
            after = try roots.status(copy)
        } catch {
            guard error.code != .notFound else {
                throw Failure(.notAFile, "the editor removed its copy: nothing was saved")
            }
            throw Failure(.inputOutput, error.message, cause: error)
        }
        guard after.kind == .file else {
            let message = "the editor left \(after.kind.withArticle) in place of its copy: nothing was saved"
            throw Failure(.notAFile, message)
        }
        if let log = log.withLock({ $0 }) {
            var changes = ChangeSet([.copy(log.copy, to: log.original)], conflicts: .replace)
            changes.rewritten = [log.original]
            return changes
        }
        if isUnchanged(after, cancellation) { return nil }
        // If the file is gone or was replaced, the user may want even unchanged contents saved.
        let saved: ItemAddress
        if let decoded {
            guard let encoded = try decoded.encode(evenUnchanged: outside != nil) else { return nil }
            saved = encoded
        } else {
            if outside == nil, hasSameBytes(after, cancellation) { return nil }
            saved = copy
        }
        try giveMetadata(to: saved)
        if let destination { return moveOut(saved, to: destination, after: outside) }
        var changes = ChangeSet(
            [.copy(saved, to: original)] + (outside == .changed ? [] : lostAttributes(of: original)),
            conflicts: outside == nil ? .replace : .keepBoth)
        // The file stays the same to its AppleDouble file, which keeps its attributes.
        if outside == nil { changes.rewritten = [original] }
        return changes
    }

    /// Moving out and saving are one operation, so that one undo reverts both.
    private func moveOut(
        _ saved: ItemAddress, to destination: ItemAddress, after outside: OutsideChange?
    ) -> ChangeSet {
        let name =
            isTaken(destination)
            ? CopyName.firstFree(after: destination.name, isDirectory: false) { name in
                destination.sibling(name).map(isTaken) ?? true
            } : nil
        let target = name.flatMap { destination.sibling($0) } ?? destination
        return ChangeSet(
            [.copy(saved, to: target)] + (outside == nil ? [.trash(original)] : []) + lostAttributes(of: target))
    }

    /// An item that cannot be examined counts as taken; planning reports the reason.
    private func isTaken(_ item: ItemAddress) -> Bool {
        do throws(FileTreeError) {
            _ = try roots.status(item)
            return true
        } catch {
            return error.code != .notFound
        }
    }

    /// Returns the message that the file was moved out of its place; nil if it was not. Not safe for a terminal.
    package func report(on outcome: Outcome) -> String? {
        guard destination != nil, case .done? = outcome.items.first?.result,
            let target = outcome.items.first?.change.target, let place = original.parent.path.lastComponent
        else { return nil }
        let name = String(decoding: original.name, as: UTF8.self)
        let isMoved = outcome.items.contains { $0.change == .trash(original) && $0.result == .done }
        let verb = isMoved ? "moved out of \(String(decoding: place, as: UTF8.self)), and saved as" : "saved as"
        return "\(name) \(verb) \(String(decoding: target.path.bytes, as: UTF8.self))"
    }

    /// Keeps the editor's files for the user until they have been saved.
    /// - Returns: A sentence that says where; not safe for a terminal. Nil if the editor left nothing.
    @discardableResult
    package func keepCopy() -> String? {
        guard folder.count > 0 else { return nil }
        folder.keep()
        // The copy may have been removed or replaced; other files may still be next to it.
        var status = stat()
        let exists = withNullTerminated(copy.hostPath) { lstat($0, &status) } == 0
        guard exists, status.st_mode & S_IFMT == S_IFREG else {
            return "the edited version is kept in \(String(decoding: folder.path, as: UTF8.self))"
        }
        return "your text is kept in \(String(decoding: copy.hostPath, as: UTF8.self))"
    }

    /// Whether the editor's files will be kept.
    package var isCopyKept: Bool { folder.isKept }

    /// Lets the copy be removed, since its contents have been saved.
    package func releaseCopy() { folder.keep(false) }

    /// Gives the file's owner and mode to what an editor may have written as a new file.
    /// - Throws: `Failure` if that fails: the file would be open to others, or to its app no longer.
    private func giveMetadata(to saved: ItemAddress) throws(Failure) {
        guard let file = try? roots.openFile(saved), let status = try? ItemStatus(of: file, path: saved.path) else {
            return
        }
        if (status.user, status.group) != (before.user, before.group) {
            // Nobody but the superuser gives files away.
            guard fchown(file.number, before.user, before.group) == 0 || errno == EPERM && geteuid() != 0 else {
                throw Failure(.inputOutput, "its owner could not be kept: \(Errno.last)")
            }
        }
        // After the owner, since a change of that takes away special bits.
        if let refusal = Errno(answer: sandglass_set_mode(file.number, UInt32(before.permissions))) {
            throw Failure(.inputOutput, "its permissions could not be kept: \(refusal)")
        }
    }

    /// Restores attributes dropped by editors that write a new file; otherwise an exclusion from backups would be lost.
    private func lostAttributes(of address: ItemAddress) -> [Change] {
        let kept = ExtendedAttributes.names(of: copy.name, in: directory)
        return attributes.filter { !kept.contains(Array($0.name.utf8)) }
            .map { .setAttribute(address, name: $0.name, value: $0.value) }
    }

    private static func attributes(of name: ArraySlice<UInt8>, in directory: Descriptor) -> [Attribute] {
        ExtendedAttributes.names(of: name, in: directory).filter { $0.starts(with: "user.".utf8) }.compactMap { bytes in
            guard let value = ExtendedAttributes.value(of: bytes, on: name, in: directory) else { return nil }
            return String(validating: bytes, as: UTF8.self).map { (name: $0, value: value) }
        }
    }
}

extension ItemStatus {
    /// Returns whether the file has the same identity, size and modification time, and so presumably the same contents.
    fileprivate func isUnchanged(since other: ItemStatus) -> Bool {
        (inode, device, size) == (other.inode, other.device, other.size)
            && (modified, modifiedNanoseconds) == (other.modified, other.modifiedNanoseconds)
    }

    fileprivate func hasSameChangeTime(as other: ItemStatus) -> Bool {
        (changed, changedNanoseconds) == (other.changed, other.changedNanoseconds)
    }
}
