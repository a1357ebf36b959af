package import ContainerModel
package import Jobs

/// Something that the person wants done to files. By which rule and which change is found out elsewhere.
package enum Errand: Hashable, Sendable {
    /// Copies items into a directory; from one side to the other that is an import or an export.
    case copy(ItemSet, into: ItemAddress)
    /// Moves items into a directory.
    case move(ItemSet, into: ItemAddress)
    /// Gives items other names in their directories.
    case rename([NewName])
    case makeDirectory(ItemAddress)
    /// Makes an empty file.
    case makeFile(ItemAddress)
    case trash(ItemSet)
    /// Keeps items out of backups, or lets them into them again.
    case setExclusion(ItemSet, excludes: Bool)
    /// Does to the container what the system would do.
    case purge(PurgeEvent)
    /// Hands a file of this computer, or a path as the person wrote it, to the app.
    case deliver([UInt8], from: Sender)
    /// Has a file edited in `$EDITOR`; one in an inbox is moved out with the first save.
    case edit(ItemAddress)
    /// Brings what the editor saved to the file's place; the ticket is that of the errand that made it ready.
    case save(ItemAddress, Ticket)
    case undo
    case redo

    /// An item and its new name.
    package struct NewName: Hashable, Sendable {
        package var item: ItemAddress
        package var name: [UInt8]

        /// A name that an item is to have.
        package init(item: ItemAddress, name: [UInt8]) {
            self.item = item
            self.name = name
        }
    }

    /// Who hands a file over.
    package enum Sender: Hashable, Sendable {
        case mail
        case airdrop
        case files
        case icloud
        case picker
        /// By its bundle identifier.
        case app(String)

        /// Those that need no identifier.
        static let named: [Sender] = [.mail, .airdrop, .files, .icloud, .picker]
    }
}

extension Errand {
    /// In a word or two, as lists of tasks and questions say it.
    package var title: String {
        switch self {
        case .copy(let items, let target): Self.title("copy", items, target)
        case .move(let items, let target): Self.title("move", items, target)
        case .rename: "rename"
        case .makeDirectory: "new directory"
        case .makeFile: "new file"
        case .trash: "move to the trash"
        case .setExclusion(_, let excludes): excludes ? "exclude from backup" : "include in backup"
        case .purge: "purge"
        case .deliver: "deliver"
        case .edit, .save: "edit"
        case .undo: "undo"
        case .redo: "redo"
        }
    }

    private static func title(_ verb: String, _ items: ItemSet, _ target: ItemAddress) -> String {
        guard let source = items.first?.side, source != target.side else { return verb }
        let direction = target.side == .container ? "import" : "export"
        return verb == "move" ? "\(direction), moving" : direction
    }

    /// Whether it takes something away, so that the person is always asked.
    package var alwaysAsks: Bool {
        switch self {
        case .trash, .purge: true
        default: false
        }
    }

    /// Whether something of the person's would be lost if it were given up, even before it is begun.
    var isPrecious: Bool {
        if case .save = self { return true }
        return false
    }

    /// Directories in which something is other than before when it is done.
    /// - Parameter container: the root of the one that is open.
    func affected(in container: Root) -> [ItemAddress] {
        switch self {
        case .copy(_, let target): [target]
        case .move(let items, let target): [target] + items.directories
        case .rename(let names): names.compactMap(\.item.enclosing)
        case .makeDirectory(let item), .makeFile(let item), .edit(let item), .save(let item, _):
            [item.enclosing].compactMap { $0 }
        case .trash(let items), .setExclusion(let items, _): items.directories
        case .purge, .deliver, .undo, .redo: [ItemAddress(container, .root)]
        }
    }

    /// Items that are not selected any more when it is done.
    var subjects: ItemSet {
        switch self {
        case .copy(let items, _), .move(let items, _), .trash(let items), .setExclusion(let items, _): items
        case .rename(let names): ItemSet(names.map(\.item))
        default: []
        }
    }

    /// The name that the cursor goes to when it is done, and in which directory.
    var made: ItemAddress? {
        switch self {
        case .rename(let names):
            names.count == 1 ? names.first.flatMap { new in new.item.sibling(new.name) } : nil
        case .makeDirectory(let item), .makeFile(let item): item
        case .copy(let items, let target), .move(let items, let target):
            items.first.flatMap { target.entry($0.name) }
        default: nil
        }
    }
}

extension Errand.Sender {
    /// Who it is, for people.
    package var title: String {
        switch self {
        case .mail: "Mail: an attachment"
        case .airdrop: "AirDrop"
        case .files: "the Files app"
        case .icloud: "iCloud Drive"
        case .picker: "a document picker"
        case .app(let identifier): identifier
        }
    }
}
