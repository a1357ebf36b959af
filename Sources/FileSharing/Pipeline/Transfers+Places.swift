import ContainerModel
import ContainerStore
import FileTree

/// Directories named Documents, Library or tmp that are imported into a container: its own directories of these names
/// are probably meant.
extension Transfers {
    /// Returns the places of a container that have the names of directories to be imported to its root.
    /// - Throws: `OperationError` if an item cannot be examined.
    static func places(
        for items: ItemSet, at root: ItemAddress, in open: OpenRoots, rules: RuleBook = .standard
    ) throws(OperationError) -> [ItemAddress] {
        guard root.path.isRoot, let description = open.description(of: root), description.kind == .data else {
            return []
        }
        let places = rules.standardDirectories(in: description.kind).filter { $0.depth == 1 }
        func isPlace(_ name: some Sequence<UInt8>) -> Bool {
            places.contains { $0.lastComponent?.elementsEqual(name) == true }
        }
        let named =
            items.items.filter { isPlace($0.name) }
            + items.groups.flatMap { group in
                group.names.indices.filter { isPlace(group.names.entries.name($0)) }.compactMap { group.item(at: $0) }
            }
        var found: [ItemAddress] = []
        for place in places.map({ ItemAddress(root.root, $0) }) {
            guard let item = named.first(where: { $0.name.elementsEqual(place.name) }),
                try open.kind(of: item) == .directory
            else { continue }
            found.append(place)
        }
        return found
    }

    /// Creates transfers that merge directories into the places of a container that have their names: what is in them
    /// goes into the directories that exist there already, under its own names.
    /// - Parameter others: The directory that all other items go into.
    /// - Throws: `OperationError` if an item cannot be examined, or has no usable name.
    init(
        merging items: ItemSet, intoPlacesOf root: ItemAddress, others: ItemAddress, in open: OpenRoots,
        rules: RuleBook = .standard
    ) throws(OperationError) {
        let places = try Self.places(for: items, at: root, in: open, rules: rules)
        var rest: [ItemAddress] = []
        // Directories to be merged, the next one last.
        var waiting: [(source: ItemAddress, target: ItemAddress)] = []
        for item in items.spelledOut {
            if let place = places.first(where: { $0.name.elementsEqual(item.name) }),
                try open.kind(of: item) == .directory
            {
                waiting.insert((item, place), at: 0)
            } else {
                rest.append(item)
            }
        }
        try self.init(of: ItemSet(rest), into: others)
        while let (source, target) = waiting.popLast() {
            let entries: [ItemAddress]
            do throws(FileTreeError) {
                entries = try open.entries(of: source)
            } catch {
                throw OperationError(error, at: source)
            }
            for entry in entries {
                guard let goal = target.entry(entry.name) else { continue }
                var isMerged = try open.kind(of: entry) == .directory
                if isMerged, !open.isStandardDirectory(goal, by: rules) {
                    isMerged = try open.kind(of: goal) == .directory
                }
                if isMerged { waiting.append((entry, goal)) } else { self.items.append(Transfer(entry, to: goal)) }
            }
        }
    }
}
