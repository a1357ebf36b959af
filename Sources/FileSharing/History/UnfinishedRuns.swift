import ContainerModel
package import ContainerStore
import Copying
import FileTree
import Jobs
import Synchronization
import System

/// What runs of the program that were killed have left outside of containers: new packages, backups and manifests under
/// temporary names, and the copies of editors.
package enum UnfinishedRuns {
    private static let isCollected = Mutex(false)

    /// Removes what was being made, and returns messages about that, about what cannot be removed now, and about the copies
    /// of editors, which stay. Messages are not safe for a terminal. Only the first call in a process does anything. Costs
    /// one lookup if nothing is left.
    /// - Parameters:
    ///   - isReadOnly: Whether nothing is removed; asked only if something is left.
    ///   - isSeen: Whether a person sees the messages: then each copy of an editor is reported once.
    package static func collect(
        isReadOnly: @autoclosure () -> Bool, isSeen: Bool, in state: StateDirectory = .fromEnvironment()
    ) -> [String] {
        let isFirst = isCollected.withLock { isCollected in
            defer { isCollected = true }
            return !isCollected
        }
        guard isFirst else { return [] }
        return messages(isReadOnly: isReadOnly(), isSeen: isSeen, in: state)
    }

    /// Does what `collect` does, each time.
    static func messages(
        isReadOnly: @autoclosure () -> Bool, isSeen: Bool, in state: StateDirectory
    ) -> [String] {
        let leftovers = RunNote.leftovers(in: state)
        guard !leftovers.isEmpty, let path = state.path else { return [] }
        // What somebody else has written there is not carried out.
        if let doubt = Ownership.doubt(about: path) {
            return ["\(String(decoding: path, as: UTF8.self)) \(doubt); what interrupted runs have left is not removed"]
        }
        let keeps = isReadOnly()
        return leftovers.compactMap { leftover in
            if let note = NewItemNote(leftover.values) { return message(note, leftover, keeps: keeps) }
            let message = EditorNote(leftover.values)?.message
            if message == nil || isSeen { leftover.remove() }
            return message
        }
    }

    private static func message(_ note: NewItemNote, _ leftover: RunNote.Leftover, keeps: Bool) -> String? {
        let directory = String(decoding: note.directory, as: UTF8.self)
        let path = "\(directory)/\(String(decoding: note.temporaryName, as: UTF8.self))"
        let what = "an interrupted run left \(path), the beginning of \(String(decoding: note.name, as: UTF8.self))"
        let forgetting = "If it is gone for good, remove \(String(decoding: leftover.path, as: UTF8.self))"
        let root: RootedDirectory
        do throws(FileTreeError) {
            root = try RootedDirectory(hostPath: note.directory)
            _ = try ItemStatus(of: note.temporaryName[...], in: root.descriptor, path: .root)
        } catch {
            // Completed or removed, unless another file system is at the path now.
            if error.errno == ENOENT, let root = try? RootedDirectory(hostPath: note.directory),
                (try? root.identity) == note.identity
            {
                leftover.remove()
                return nil
            }
            return error.errno == ENOENT
                ? "\(what), and its directory is not there now (not mounted?); a later start removes it. \(forgetting)"
                : "\(what), which cannot be reached: \(error.reason); a later start removes it. \(forgetting)"
        }
        guard !keeps else { return "\(what); nothing is removed in read-only mode" }
        if let failure = TreeRemover.remove(note.temporaryName[...], in: root.descriptor).first.first {
            return "\(what), which could not be removed: \(failure.reason); a later start tries again"
        }
        leftover.remove()
        return "\(what); it was removed"
    }
}
