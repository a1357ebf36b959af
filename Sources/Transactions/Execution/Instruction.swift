import ContainerModel

/// What the engine is told to do: a plan's changes, and what undoes them.
enum Instruction: Hashable, Sendable {
    case copy(ItemAddress, to: ItemAddress)
    case move(ItemAddress, to: ItemAddress)
    case trash(ItemAddress)
    /// Puts what a plan found at a name into the trash, for an item that gets the name.
    case replace(ItemAddress, Plan.Conflict)
    /// Takes an item out of the trash, from its name there.
    case restore([UInt8], to: ItemAddress)
    case makeDirectory(ItemAddress)
    case writeFile(ItemAddress, [UInt8])
    /// `expected` is the value that has to be there before; nil where any may be.
    case setAttribute(ItemAddress, name: String, value: [UInt8]?, expected: [UInt8]??)

    /// The names that it takes items from, or gives to some.
    var locations: [ItemAddress] {
        switch self {
        case .copy(let from, let to), .move(let from, let to): [from, to]
        case .trash(let at), .replace(let at, _), .restore(_, let at), .makeDirectory(let at), .writeFile(let at, _),
            .setAttribute(let at, _, _, _):
            [at]
        }
    }

    /// What it puts into the trash.
    var discarded: ItemAddress? {
        switch self {
        case .trash(let at), .replace(let at, _): at
        default: nil
        }
    }

    /// The name that it takes an item from, in a directory other than the trash.
    var vacated: ItemAddress? {
        switch self {
        case .move(let from, _), .trash(let from), .replace(let from, _): from
        case .copy, .restore, .makeDirectory, .writeFile, .setAttribute: nil
        }
    }

    /// The name that it gives to something.
    var target: ItemAddress? {
        switch self {
        case .copy(_, let to), .move(_, let to), .restore(_, let to), .makeDirectory(let to), .writeFile(let to, _): to
        case .trash, .replace, .setAttribute: nil
        }
    }
}
