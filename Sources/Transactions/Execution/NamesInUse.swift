import ContainerModel

/// The addresses used by staged items whose steps have not been performed yet. An item that depends on one of them is
/// staged only after those steps, because the items involved are created, moved or removed only then.
struct NamesInUse {
    private var names: Set<ItemAddress> = []
    /// The ancestor directories of the addresses.
    private var around: Set<ItemAddress> = []

    mutating func insert(_ instructions: [Instruction]) {
        for location in instructions.lazy.filter(\.concernsNames).flatMap(\.locations) {
            names.insert(location)
            around.insert(chainFrom: location.parent)
        }
    }

    /// Returns whether any instruction concerns one of the addresses, something inside it, or one of its ancestors.
    func concern(_ instructions: [Instruction]) -> Bool {
        instructions.contains { instruction in
            instruction.locations.contains { location in
                instruction.concernsNames && around.contains(location) || isOneOrInside(location)
            }
        }
    }

    private func isOneOrInside(_ location: ItemAddress) -> Bool {
        if names.isEmpty { return false }
        var path: ContainerPath? = location.path
        while let current = path {
            if names.contains(ItemAddress(location.root, current)) { return true }
            path = current.parent
        }
        return false
    }
}

extension Instruction {
    /// Whether an item gets or leaves a name. A directory's mode can be changed whatever happens in the directory.
    fileprivate var concernsNames: Bool {
        if case .change(.setStatus) = self { false } else { true }
    }
}
