import ContainerModel
import ContainerStore
import FileTree
import Transactions

extension PolicyDecision {
    /// The maximum number of changes whose consequences are listed one by one.
    private static let maxTold = 100
    /// The same for many items of a directory, which all have one place in a list of notices.
    private static let maxToldOfBatch = 5

    /// Adds what the changes do to the seals of bundles. Reads the seals of the bundles concerned.
    mutating func addSealConsequences(in open: OpenRoots) {
        var seals: [Root: BundleSeal?] = [:]
        func seal(of item: ItemAddress) -> BundleSeal? {
            guard let container = open.container(of: item), container.description.kind == .bundle else { return nil }
            if let known = seals[item.root] { return known }
            let seal = BundleSeal(of: container)
            seals[item.root] = .some(seal)
            return seal
        }
        func consequence(
            _ kind: BundleSeal.Kind, _ item: ItemAddress, like example: ItemAddress? = nil
        ) -> SealConsequence? {
            guard let seal = seal(of: item) else { return nil }
            let isDirectory = (try? open.isDirectory(example ?? item)) ?? false
            return seal.consequence(of: kind, for: item.path, isDirectory: isDirectory)
        }
        func consequences(_ change: Change) -> [SealConsequence] {
            let found: [SealConsequence?] =
                switch change {
                case .copy(let source, let target): [consequence(.arrival, target, like: source)]
                case .move(let source, let target):
                    [consequence(.removal, source), consequence(.arrival, target, like: source)]
                case .trash(let item): [consequence(.removal, item)]
                case .writeFile(let item, _): [consequence(.arrival, item)]
                case .makeDirectory, .setAttribute, .setStatus: []
                }
            return found.compactMap { $0 }
        }
        // All are examined until one breaks the seal; otherwise only the first ones are listed.
        var isBroken = false
        func examine(_ change: Change, at place: Int, of maximum: Int) {
            guard place < maximum || !isBroken else { return }
            let found = consequences(change)
            let breaks = found.contains(where: \.breaksSeal)
            guard place < maximum || breaks else { return }
            isBroken = isBroken || breaks
            add(found, to: change.item)
        }
        for (place, change) in changes.enumerated() { examine(change, at: place, of: Self.maxTold) }
        for batch in batches {
            guard seal(of: batch.directory) != nil || batch.target.flatMap({ seal(of: $0) }) != nil else { continue }
            for (place, index) in batch.items.indices.enumerated() {
                guard let change = batch.change(at: index) else { continue }
                examine(change, at: place, of: Self.maxToldOfBatch)
            }
        }
    }

    /// Adds what editing a file does to the seal of its bundle.
    mutating func addSealConsequence(ofEditing item: ItemAddress, in open: OpenRoots) {
        guard let container = open.container(of: item), let seal = BundleSeal(of: container),
            let consequence = seal.consequence(of: .alteration, for: item.path, isDirectory: false)
        else { return }
        add([consequence], to: item)
    }

    private mutating func add(_ new: [SealConsequence], to item: ItemAddress) {
        guard let index = items.firstIndex(where: { $0.item == item }) ?? items.indices.first else { return }
        items[index].consequences += new.filter { !items[index].consequences.contains($0) }
    }
}
