import ContainerModel

/// An operation for the engine: a plan's change or the inverse of one.
enum Instruction: Hashable, Sendable {
    case copy(ItemAddress, to: ItemAddress)
    case move(ItemAddress, to: ItemAddress)
    case trash(ItemAddress)
    /// Moves the item that a plan found at a name to the trash, to free the name for another item.
    case replace(ItemAddress, Plan.Conflict)
    /// Restores an item from the trash, by its name there.
    case restore([UInt8], to: ItemAddress)
    case makeDirectory(ItemAddress)
    case writeFile(ItemAddress, [UInt8])
    /// `expected` is the value required beforehand; nil accepts any.
    case setAttribute(ItemAddress, name: String, value: [UInt8]?, expected: [UInt8]??)

    /// The addresses that the instruction takes items from or gives to items.
    var locations: [ItemAddress] {
        switch self {
        case .copy(let from, let to), .move(let from, let to): [from, to]
        case .trash(let at), .replace(let at, _), .restore(_, let at), .makeDirectory(let at), .writeFile(let at, _),
            .setAttribute(let at, _, _, _):
            [at]
        }
    }

    /// The address of the item that the instruction moves to the trash.
    var discarded: ItemAddress? {
        switch self {
        case .trash(let at), .replace(let at, _): at
        default: nil
        }
    }

    /// The address that an item leaves, other than a name in the trash.
    var vacated: ItemAddress? {
        switch self {
        case .move(let from, _), .trash(let from), .replace(let from, _): from
        case .copy, .restore, .makeDirectory, .writeFile, .setAttribute: nil
        }
    }

    /// The address that the instruction gives to an item.
    var target: ItemAddress? {
        switch self {
        case .copy(_, let to), .move(_, let to), .restore(_, let to), .makeDirectory(let to), .writeFile(let to, _): to
        case .trash, .replace, .setAttribute: nil
        }
    }
}
