import ContainerModel
import FileTree

// A checksum detects damage, not tampering. Validate what a journal contains before acting on it.

extension BeginRecord {
    /// Whether its numbers are in range and consistent with each other.
    var isValid: Bool {
        guard (1...TransactionID.greatest).contains(id.number), itemCount < TransactionID.greatest,
            listedCount < TransactionID.greatest, items.count <= listedCount
        else { return false }
        guard role == .change ? subject == 0 : (1..<id.number).contains(subject) else { return false }
        guard roots.allSatisfy({ $0.root.hostPath.first == 0x2f && !$0.root.hostPath.contains(0) }) else {
            return false
        }
        return !usesTrash || !roots.isEmpty
    }

    func isValid(_ reservation: Reservation) -> Bool {
        reservation.trashNames.allSatisfy { isTrashName($0) } && reservation.times.allSatisfy { isPlace($0.directory) }
    }

    func isValid(_ item: StagedItem) -> Bool {
        (0..<itemCount).contains(item.index) && item.undoRecords.allSatisfy { isValid($0) }
            && item.steps.allSatisfy { isValid($0) } && item.cleanups.allSatisfy { isValid($0) }
    }

    private func isValid(_ undoRecord: UndoRecord) -> Bool {
        switch undoRecord {
        case .made(_, _, let at):
            // The source of a copy is only displayed and need not have a name.
            return isItem(at)
        case .moved(let from, let to): return isItem(from) && isItem(to)
        case .trashed(let at, let name), .restored(let at, let name): return isItem(at) && isTrashName(name)
        case .attribute(let at, let name, _, _): return isPlace(at) && isAttribute(name)
        case .permissions(let at, let old, let new): return isPlace(at) && max(old.mode, new.mode) <= 0o7777
        }
    }

    private func isValid(_ step: Step) -> Bool {
        switch step {
        case .rename(let from, let to, _): isName(from) && isName(to)
        case .attribute(let at, let name, _, _): isPlace(at) && isAttribute(name)
        case .permissions(let at, let old, let new): isPlace(at) && max(old.mode, new.mode) <= 0o7777
        }
    }

    private func isValid(_ cleanup: Cleanup) -> Bool {
        switch cleanup {
        case .removeAside(let aside, let source, let copy):
            isName(aside) && isName(source) && isName(copy) && aside != copy && aside != source
        case .removeTrashInfo(let name): isTrashName(name)
        case .setModified(let at, _): isPlace(at)
        }
    }

    /// An entry of a directory, in any root.
    private func isName(_ location: ItemAddress) -> Bool { !location.path.isRoot }

    /// A user-visible entry: not in the trash.
    private func isItem(_ location: ItemAddress) -> Bool { isPlace(location) && !location.path.isRoot }

    private func isPlace(_ location: ItemAddress) -> Bool { location.root.kind != .trash }

    private func isTrashName(_ name: [UInt8]) -> Bool { usesTrash && Trash.files.appending(name: name) != nil }

    private func isAttribute(_ name: String) -> Bool { !name.isEmpty && !name.utf8.contains(0) }
}
