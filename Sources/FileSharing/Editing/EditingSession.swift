package import ContainerModel
import Copying
package import FileTree
package import Jobs
import Synchronization
import System
package import Transactions

/// A file that an editor has, as a copy, and that nobody else should change meanwhile.
///
/// An advisory lock (flock(2)) is held on the file until this goes. What the editor saved replaces the file by a
/// transaction, so that it can be undone; a change from outside is noticed then, and never overwritten.
package final class EditingSession: Sendable {
    /// Why a file cannot be edited.
    package struct Failure: Error, Hashable, Sendable {
        package enum Code: Hashable, Sendable {
            /// Somebody else has it open in an editor.
            case locked
            /// The editor left no file in the place of its copy.
            case notAFile
            /// Somebody asked to stop while the copy was made.
            case cancelled
            case inputOutput
        }

        package let code: Code
        /// What is wrong, for people, without the path.
        package let message: String
    }

    /// The file.
    package let original: ItemAddress
    /// By which the file, its copy and its destination are looked at.
    package let roots: RootTable
    /// The copy for the editor, under the same name.
    package let copy: ItemAddress
    /// Where a file that may not be changed in its place gets to when something is saved; nil for one that stays.
    package let destination: ItemAddress?

    /// What somebody else did to the file while the editor had its copy.
    package enum OutsideChange: Hashable, Sendable {
        case changed
        case gone
    }

    /// What there is to say about a change from outside, after the file's name. Not safe for a terminal.
    package func told(of outside: OutsideChange) -> String {
        let other = destination.map { "in \($0.parent.path)" }
        return switch outside {
        case .changed:
            "was changed by another process meanwhile: it stays, and your version is saved \(other ?? "beside it")"
        case .gone: "was removed by another process meanwhile: your version is saved \(other ?? "in its place")"
        }
    }

    private let outside = Mutex<OutsideChange?>(nil)

    /// Notes what somebody else did to the file by the time it was about to be replaced.
    func note(_ change: OutsideChange?) { outside.withLock { $0 = change } }

    /// What somebody else did to the file by the time it was replaced.
    var notedChange: OutsideChange? { outside.withLock { $0 } }

    /// What there is to say about that.
    var remarks: [Notice] { notedChange.map { [Notice(at: original.hostPath, told(of: $0))] } ?? [] }

    private let handle: Descriptor
    private let before: ItemStatus
    private let copyBefore: ItemStatus
    private typealias Attribute = (name: String, value: [UInt8])
    private let attributes: [Attribute]
    /// Where the copy is, and the same opened.
    private let folder: TemporaryFolder
    private let directory: Descriptor

    /// Locks a file and makes the copy.
    /// - Parameters:
    ///   - open: what is known of the file's root.
    ///   - destination: where the file goes with the first save, where it may not be changed in its place.
    ///   - folder: for the copy, and empty; it lasts as long as this does.
    ///   - cancellation: ends the copy, and is a failure then.
    /// - Throws: `Failure`
    package init(
        _ original: ItemAddress,
        in open: OpenRoots,
        savingTo destination: ItemAddress? = nil,
        copyingTo folder: TemporaryFolder,
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(Failure) {
        self.original = original
        roots = open.table
        self.destination = destination
        self.folder = folder
        let path = original.path
        do throws(FileTreeError) {
            handle = try roots.openFile(original)
            // Some file systems in user space have no locks: there is nobody to coordinate with.
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
            copyBefore = try roots.status(copy)
            self.copy = copy
            folder.noteDown(for: original.hostPath)
        } catch {
            guard error.errno != EWOULDBLOCK else {
                throw Failure(
                    code: .locked, message: "another process has locked it; try again when it is closed there")
            }
            guard error.errno != ECANCELED else { throw Failure(code: .cancelled, message: "cancelled") }
            throw Failure(code: .inputOutput, message: "could not \(error.operation): \(error.reason)")
        }
    }

    deinit { roots.forget(folder.root) }

    /// What somebody else has done to the file; nil where it is as it was.
    package var outsideChange: OutsideChange? {
        do throws(FileTreeError) {
            return try roots.status(original).isUnchanged(since: before) ? nil : .changed
        } catch {
            return error.errno == ENOENT ? .gone : .changed
        }
    }

    /// Whether the editor saved something, or took its file away.
    package var isChanged: Bool {
        guard let after = try? roots.status(copy) else { return true }
        return !after.isUnchanged(since: copyBefore)
    }

    /// Whether the editor left more than the copy.
    package var hasMoreThanCopy: Bool { folder.count > 1 }

    /// Whether the editor left anything that is worth keeping, whatever became of the editor itself.
    package var hasTraces: Bool { isChanged || hasMoreThanCopy }

    /// Whether the copy has the bytes that it had at first, though it was written or replaced. The file itself, opened
    /// then and not changed since, tells.
    private func hasSameBytes(_ after: ItemStatus, _ cancellation: Cancellation) -> Bool {
        guard after.size == before.size, let saved = try? roots.openFile(copy) else {
            return false
        }
        return ContentComparison().haveSameBytes(handle, saved, cancellation)
    }

    /// What brings the edited contents into the container; nil where nothing was changed. A file that somebody else
    /// has changed stays, and the contents go beside it.
    /// - Parameters:
    ///   - outside: what somebody else has done to the file.
    ///   - cancellation: ends the comparison with what the file had before; what was saved then counts as changed.
    /// - Throws: `Failure` where the editor's file is not there any more, or is none.
    package func request(
        as actor: String,
        after outside: OutsideChange?,
        cancellation: Cancellation = Cancellation()
    ) throws(Failure) -> ChangeRequest? {
        let after: ItemStatus
        do throws(FileTreeError) {
            after = try roots.status(copy)
        } catch {
            guard error.code != .notFound else {
                throw Failure(code: .notAFile, message: "the editor removed its copy: nothing was saved")
            }
            throw Failure(code: .inputOutput, message: "could not \(error.operation): \(error.reason)")
        }
        guard after.kind == .file else {
            let message = "the editor left \(after.kind.withArticle) in place of its copy: nothing was saved"
            throw Failure(code: .notAFile, message: message)
        }
        if after.isUnchanged(since: copyBefore) { return nil }
        // Where the file is gone or another one, who saved may well want these bytes back.
        if outside == nil, hasSameBytes(after, cancellation) { return nil }
        if let destination { return moveOut(to: destination, as: actor, after: outside) }
        return ChangeRequest(
            title: OperationTitle.edit,
            actor: actor,
            changes: [.copy(copy, to: original)]
                + (outside == .changed ? [] : lostAttributes(of: original)),
            conflicts: outside == nil ? .replace : .keepBoth,
            onError: .rollBack
        )
    }

    /// Leaving its place and getting the new contents are one operation, which is undone as one.
    private func moveOut(to destination: ItemAddress, as actor: String, after outside: OutsideChange?) -> ChangeRequest
    {
        let name =
            isTaken(destination)
            ? CopyName.firstFree(after: destination.name, isDirectory: false) { name in
                destination.sibling(name).map(isTaken) ?? true
            } : nil
        let target = name.flatMap { destination.sibling($0) } ?? destination
        return ChangeRequest(
            title: OperationTitle.edit,
            actor: actor,
            changes: [.copy(copy, to: target)] + (outside == nil ? [.trash(original)] : [])
                + lostAttributes(of: target),
            conflicts: .ask,
            onError: .rollBack
        )
    }

    /// What cannot be looked at is taken: planning says why.
    private func isTaken(_ item: ItemAddress) -> Bool {
        do throws(FileTreeError) {
            _ = try roots.status(item)
            return true
        } catch {
            return error.code != .notFound
        }
    }

    /// That the file left its place; nil where it did not. The names are not safe for a terminal.
    package func told(of outcome: Outcome) -> String? {
        guard destination != nil, case .done? = outcome.items.first?.result,
            let target = outcome.items.first?.change.target, let place = original.parent.path.lastComponent
        else { return nil }
        let name = String(decoding: original.name, as: UTF8.self)
        let isMoved = outcome.items.contains { $0.change == .trash(original) && $0.result == .done }
        let verb = isMoved ? "moved out of \(String(decoding: place, as: UTF8.self)), and saved as" : "saved as"
        return "\(name) \(verb) \(String(decoding: target.path.bytes, as: UTF8.self))"
    }

    /// Leaves what the editor saved where it is, for the person, until it has been brought to its place.
    /// - Returns: a sentence for people; the name in it is not safe for a terminal. Nil where the editor left nothing.
    @discardableResult
    package func keepCopy() -> String? {
        guard folder.count > 0 else { return nil }
        folder.keep()
        // Not the copy where it was removed or is something else: what there is may be beside it.
        guard (try? roots.status(copy))?.kind == .file else {
            return "what the editor left is kept in \(String(decoding: folder.path, as: UTF8.self))"
        }
        return "what you wrote is kept in \(String(decoding: copy.hostPath, as: UTF8.self))"
    }

    /// Whether what the editor saved is left where it is.
    package var isCopyKept: Bool { folder.isKept }

    /// The copy is not needed any more: its contents are in their place.
    package func releaseCopy() { folder.keep(false) }

    /// Attributes that the editor dropped, as those do that write a new file: an exclusion from backups would be lost.
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
    /// Whether it is the same file with the same contents, as far as the file system tells.
    fileprivate func isUnchanged(since other: ItemStatus) -> Bool {
        (inode, device, size) == (other.inode, other.device, other.size)
            && (modified, modifiedNanoseconds) == (other.modified, other.modifiedNanoseconds)
    }
}
