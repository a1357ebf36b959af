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
    func openEditor(_ item: SidePath, _ ticket: Ticket, on terminal: Terminal) {
        let session = workers.editing[ticket]
        guard session != nil || item.side == .computer else { return }
        do throws(EditorError) {
            let isChanged = try terminal.lend { () throws(EditorError) in
                if let session {
                    try Editor.open(session.copy.spot.hostPath)
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

    /// Has the names of items edited, a line for each.
    func editNames(_ items: [SidePath], on terminal: Terminal) {
        let names = items.map(\.name)
        do throws(EditorError) {
            let text = try terminal.lend { () throws(EditorError) in
                try Editor.edit(Array(BulkRename.text(of: names).utf8), called: "names.txt")
            }
            do throws(BulkRename.Mistake) {
                let directories = items.map { $0.parent?.path.bytes ?? [] }
                let edited = try BulkRename.names(in: text, for: names, directories: directories)
                carryOut(state.update(.namesEdited(items, edited)), on: terminal)
            } catch {
                carryOut(state.update(.failed(error.description)), on: terminal)
            }
        } catch {
            carryOut(state.update(.failed(error.message)), on: terminal)
        }
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
