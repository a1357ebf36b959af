import ContainerModel
import FileTree

/// An operation for the engine: a change, or what only the engine does.
enum Instruction: Hashable, Sendable {
    case change(Change)
    /// Moves the item that a plan found at a name to the trash, to free the name for another item.
    case replace(ItemAddress, Plan.Conflict)
    /// Restores an item from the trash, by its name there.
    case restore([UInt8], to: ItemAddress)
    /// Gives an attribute its earlier value, unless it no longer has the one that is undone.
    case revertAttribute(ItemAddress, name: String, to: [UInt8]?, from: [UInt8]?)

    /// The addresses that the instruction takes items from or gives to items.
    var locations: [ItemAddress] {
        switch self {
        case .change(let change): change.locations
        case .replace(let at, _), .restore(_, let at), .revertAttribute(let at, _, _, _): [at]
        }
    }

    /// The address of the item that the instruction moves to the trash.
    var discarded: ItemAddress? {
        switch self {
        case .change(.trash(let at)), .replace(let at, _): at
        default: nil
        }
    }

    /// The address that an item leaves, other than a name in the trash.
    var vacated: ItemAddress? {
        if case .change(.move(let from, _)) = self { return from }
        return discarded
    }

    /// The address that the instruction gives to an item.
    var target: ItemAddress? {
        switch self {
        case .change(let change): change.target
        case .restore(_, let to): to
        case .replace, .revertAttribute: nil
        }
    }

    /// Whether the instruction moves an item to the trash or restores one from it.
    var usesTrash: Bool {
        if case .restore = self { return true }
        return discarded != nil
    }

    /// Returns the instruction that does the same to what belongs to the item, a database; nil if this one neither copies nor
    /// moves it.
    func likewise(_ part: (companion: Companion, at: ItemAddress)) -> Instruction? {
        switch self {
        case .change(.copy(_, let to)): to.companion(part.companion).map { .change(.copy(part.at, to: $0)) }
        case .change(.move(_, let to)): to.companion(part.companion).map { .change(.move(part.at, to: $0)) }
        case .change(.trash), .replace: .change(.trash(part.at))
        case .change, .restore, .revertAttribute: nil
        }
    }

    /// Returns the instruction as a user-visible change.
    func change(on context: TransactionContext) -> Change {
        switch self {
        case .change(let change): change
        case .replace(let at, _): .trash(at)
        case .restore(let name, let to): .move(context.trashed(name), to: to)
        case .revertAttribute(let at, let name, let value, _): .setAttribute(at, name: name, value: value)
        }
    }
}
