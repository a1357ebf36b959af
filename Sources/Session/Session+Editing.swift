import Browser
import ContainerModel
import Disk
import FileSharing
import Glibc
import Jobs
import Terminal
import Transactions

/// What is done in another program, which gets the terminal meanwhile.
extension Session {
    /// Has a file edited that was made ready: the copy of one of the container, one of this computer itself.
    func openEditor(_ item: ItemAddress, _ ticket: Ticket, on terminal: Terminal) {
        let session = workers.editing[ticket]
        guard session != nil || item.side == .computer else { return }
        do throws(EditorError) {
            let isChanged = try terminal.lend { () throws(EditorError) in
                if let session {
                    try Editor.open(session.copy.hostPath)
                    let isChanged = session.isChanged
                    // Whatever ends the program from now on: what somebody wrote is kept.
                    if isChanged { session.keepCopy() }
                    return isChanged
                }
                // Whoever coordinates access by locks sees that the file is in use (container-rules.md, "Delivery", 2).
                let lock = item.path.lockedOnComputer()
                try withExtendedLifetime(lock) { () throws(EditorError) in try Editor.open(item.shown) }
                return false
            }
            if !isChanged { workers.cancelErrand(ticket) }
            carryOut(state.update(.edited(item, saved: isChanged ? ticket : nil)), on: terminal)
        } catch {
            // It may have died after it had saved something, or written it beside.
            let kept = session.flatMap { $0.hasTraces ? $0.keepCopy() : nil }
            workers.cancelErrand(ticket)
            carryOut(state.update(.editorFailed([error.message] + (kept.map { [$0] } ?? []))), on: terminal)
        }
    }

    /// Has the names of items edited, a line for each; as they were left where they are edited again.
    func editNames(_ list: NamesList, problem: String?, on terminal: Terminal) {
        let editing: NamesEditing
        do throws(EditorError) {
            if let known = names[list.ticket] {
                editing = known
                if let problem { try known.explain(known.mistake ?? .other(problem)) }
            } else {
                editing = try NamesEditing(
                    list.items.map { Array($0.name) }, directories: list.items.map(\.parent.path.bytes))
                names[list.ticket] = editing
            }
            try terminal.lend { () throws(EditorError) in try editing.edit() }
        } catch {
            let kept = names[list.ticket].flatMap { $0.isEdited ? $0.keep() : nil }
            dropNames(list)
            return carryOut(state.update(.editorFailed([error.message] + (kept.map { [$0] } ?? []))), on: terminal)
        }
        do throws(NamesEditing.Problem) {
            carryOut(state.update(.namesEdited(list, try editing.result())), on: terminal)
        } catch {
            carryOut(state.update(.namesRejected(list, error.description)), on: terminal)
        }
    }

    /// Forgets an edited list of names; its file goes unless it is kept.
    func dropNames(_ list: NamesList) {
        guard let editing = names.removeValue(forKey: list.ticket) else { return }
        workers.release(editing)
    }

    /// Leaves an edited list of names in its file.
    func keepNames(_ list: NamesList, on terminal: Terminal?) {
        guard let kept = names[list.ticket]?.keep() else { return }
        dropNames(list)
        carryOut(state.update(.namesKept(kept)), on: terminal)
    }

    /// Leaves what is left of edited lists of names where it is, at the end.
    /// - Returns: what there is to say of them.
    func keepAllNames() -> [String] {
        defer { names = [:] }
        return names.values.filter(\.isEdited).map { $0.keep() }
    }
}

extension ContainerPath {
    /// Holds an advisory lock (flock(2)) on a file of this computer as long as the value lives; nil where somebody else
    /// holds one, or the file system has none.
    fileprivate func lockedOnComputer() -> Descriptor? {
        guard let root = try? RootedDirectory.computer(), let file = try? root.openFile(self),
            flock(file.number, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        return file
    }
}
