package import ContainerModel
package import Transactions

extension FileOperation {
    /// The parts that operations have in common. Whatever treats operations alike reads them, rather than the cases.
    package struct Parts: Hashable, Sendable {
        /// The kind of operation.
        package let kind: OperationKind
        /// The items that it applies to; empty if they are not known in advance.
        package var subjects: ItemSet = []
        /// Whether the subjects stay as they are.
        var keepsSubjects = false
        /// The destination of a copy or a move.
        package var destination: Destination?
        /// The single item that it creates or edits.
        package var file: ItemAddress?
        /// The container of which it may change any directory.
        var container: Root?
    }

    /// The parts of the operation.
    package var parts: Parts {
        switch self {
        case .copy(let items, let destination):
            Parts(
                kind: !destination.item.root.isContainer ? .export : items.areInContainers ? .copy : .import,
                subjects: items, keepsSubjects: true, destination: destination)
        case .move(let items, let destination): Parts(kind: .move, subjects: items, destination: destination)
        case .rename(let names, _): Parts(kind: .rename, subjects: ItemSet(names.map(\.item)))
        case .makeDirectory(let item): Parts(kind: .makeDirectory, file: item)
        case .makeFile(let item): Parts(kind: .makeFile, file: item)
        case .makePath(let item, _, let isDirectory): Parts(kind: isDirectory ? .makeDirectory : .makeFile, file: item)
        case .delete(let items): Parts(kind: .delete, subjects: items)
        case .empty(let items): Parts(kind: .empty, subjects: items)
        case .setExclusion(let items, let excludes): Parts(kind: excludes ? .exclude : .include, subjects: items)
        case .purge(_, let items): Parts(kind: .purge, subjects: items)
        case .removeSnapshots(let items): Parts(kind: .removeSnapshots, subjects: items)
        case .deliver(let items, let root, _, _):
            Parts(kind: .deliver, subjects: ItemSet(items), keepsSubjects: true, container: root)
        case .edit(let item, _), .save(let item, _): Parts(kind: .edit, file: item)
        case .setValues(let item, _): Parts(kind: .setValue, file: item)
        case .restore(let restoration): Parts(kind: restoration.kind, container: restoration.target)
        case .undo: Parts(kind: .undo)
        case .redo: Parts(kind: .redo)
        }
    }

    /// The kind of operation.
    package var kind: OperationKind { parts.kind }

    /// The title on screen and in the journal.
    package var title: String { kind.title }

    /// The items that it applies to; empty if they are not known in advance.
    package var subjects: ItemSet { parts.subjects }

    /// Whether it copies items to a directory of this computer, and changes nothing else.
    package var onlyCopiesOut: Bool { kind == .export }

    /// Whether dropping it, even before it begins, would lose the user's work.
    package var holdsUnsavedEdit: Bool {
        if case .save = self { return true }
        return false
    }

    /// The roots of what it changes, copies or moves; empty if they are not known in advance.
    package var roots: Set<Root> { parts.changedRoots.union(subjects.roots) }
}

extension FileOperation.Parts {
    /// The roots that the operation changes; empty if they are not known in advance.
    package var changedRoots: Set<Root> {
        (keepsSubjects ? [] : subjects.roots)
            .union([destination?.item.root, file?.root, container].compactMap(\.self))
    }

    /// The directories that the operation changes; nil if it may change any directory of `changedRoots`.
    package var changedDirectories: [ItemAddress]? {
        guard container == nil, !kind.isFoundByRules else { return nil }
        return [destination?.item, file?.enclosing].compactMap(\.self) + (keepsSubjects ? [] : subjects.directories)
    }
}

extension Restoration {
    /// The kind of operation.
    var kind: OperationKind {
        switch origin {
        case .container: .restore
        case .installation: .reset
        }
    }
}

extension OperationKind {
    /// Whether the operation removes something, so that the browser always asks for confirmation.
    package var takesAway: Bool { [.delete, .empty, .purge, .removeSnapshots].contains(self) }

    /// Whether the operation reverts or repeats an earlier one, so that its effect depends on the journal.
    package var isAboutHistory: Bool { self == .undo || self == .redo }

    /// Whether a rule, not the user, finds the items, anywhere in a container.
    var isFoundByRules: Bool { self == .purge || self == .removeSnapshots }
}
