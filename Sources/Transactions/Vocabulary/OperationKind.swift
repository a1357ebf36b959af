/// The kind of an operation. Its raw value is the title on screen and in the journal, and never changes: journals of
/// all versions contain it.
package enum OperationKind: String, Hashable, Sendable, CaseIterable {
    /// Copies items between or within containers.
    case copy
    /// Copies items from this computer into a container.
    case `import`
    /// Copies items to a directory of this computer.
    case export
    case move
    case rename
    case makeDirectory = "make directory"
    case makeFile = "new file"
    case delete
    case empty
    /// Excludes items from backups.
    case exclude
    /// Includes items in backups again.
    case include
    case purge
    case removeSnapshots = "remove snapshots"
    case deliver
    /// Opens a file in the editor, or saves it.
    case edit
    /// Changes values inside a file.
    case setValue = "set value"
    /// Brings back what a time point, a package or a backup has.
    case restore
    /// Makes a container as it is after the app's installation.
    case reset
    case undo
    case redo

    /// Whether a cancellation takes back what was done: half a restoration would be worse than none.
    var isWhole: Bool { self == .restore || self == .reset }

    /// Whether names come to be that nobody has looked at beside those that exist: what is brought back had its name
    /// before.
    var makesNames: Bool {
        switch self {
        case .copy, .import, .export, .move, .rename, .makeDirectory, .makeFile, .deliver: true
        case .delete, .empty, .exclude, .include, .purge, .removeSnapshots, .edit, .setValue, .restore, .reset, .undo,
            .redo:
            false
        }
    }

    /// Whether trees get to a place where their names may merge.
    var bringsTrees: Bool { self == .import || self == .export || self == .deliver }

    /// The title on screen and in the journal.
    package var title: String { rawValue }
}
