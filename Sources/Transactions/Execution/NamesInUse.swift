import ContainerModel

/// The names that the items of a run are about whose steps are still to come. An item that depends on one of them is
/// looked at when those steps are done: what is made, moved or removed is there, or gone, only then.
struct NamesInUse {
    private var names: Set<ItemAddress> = []
    /// The directories around them.
    private var around: Set<ItemAddress> = []

    mutating func insert(_ instructions: [Instruction]) {
        for location in instructions.flatMap(\.locations) {
            names.insert(location)
            around.insert(chainFrom: location.parent)
        }
    }

    /// Whether an item is about one of the names, about what is in it, or about a directory around it.
    func concern(_ instructions: [Instruction]) -> Bool {
        instructions.contains { $0.locations.contains { around.contains($0) || isOneOrInside($0) } }
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
