/// What the engine is told to do: a plan's changes, and what undoes them.
enum Instruction: Hashable, Sendable {
    case copy(Location, to: Location)
    case move(Location, to: Location)
    case trash(Location)
    /// Takes an item out of the trash, from its name there.
    case restore([UInt8], to: Location)
    case makeDirectory(Location)
    case writeFile(Location, [UInt8])
    /// `expected` is the value that has to be there before; nil where any may be.
    case setAttribute(Location, name: String, value: [UInt8]?, expected: [UInt8]??)

    /// The names that it takes items from, or gives to some.
    var locations: [Location] {
        switch self {
        case .copy(let from, let to), .move(let from, let to): [from, to]
        case .trash(let at), .restore(_, let at), .makeDirectory(let at), .writeFile(let at, _),
            .setAttribute(let at, _, _, _):
            [at]
        }
    }

    /// The name that it gives to something.
    var target: Location? {
        switch self {
        case .copy(_, let to), .move(_, let to), .restore(_, let to), .makeDirectory(let to), .writeFile(let to, _): to
        case .trash, .setAttribute: nil
        }
    }
}
