package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats

/// Goes over a container as the rules see it: every item with the place it belongs to, and with the exclusion
/// attributes on it and on the directories above it.
package struct ContainerWalk {
    /// An item and what the rules ask about it.
    package struct Item {
        /// From the container's root.
        package let path: ContainerPath
        /// Below the start, which has 0.
        package let depth: Int
        /// Its metadata, links not followed.
        package let status: ItemStatus
        /// What the rules call it.
        package let type: ItemType
        /// The place it belongs to.
        package let location: Location
        /// The exclusion attributes of its own.
        package let attributes: [ExclusionReader.Found]
        /// The directory above it whose attributes cover it: the nearest.
        package let coveredBy: Cover?
        /// The open directory around it; `name` is the item's in there.
        package let directory: TreeDirectory
        package let name: ArraySlice<UInt8>
    }

    /// A directory whose attributes cover all below it.
    package struct Cover: Hashable, Sendable {
        /// The directory.
        package let path: ContainerPath
        /// With those of the directories above.
        package let excludes: BackupKinds
    }

    /// What the walk comes to.
    package enum Step {
        /// An item; a directory comes before what is in it.
        case item(Item)
        /// All that is in the directory has been gone over.
        case leaving(ContainerPath, depth: Int)
        /// Something that could not be looked at. The rest goes on.
        case failure(ContainerPath, FileTreeError)
    }

    private let rules: RuleBook
    private let description: ContainerDescription
    private var walk: TreeWalk
    /// What covers the contents of each directory that the walk is in, by depth.
    private var covers: [Cover?] = []
    private let coverOfStart: Cover?

    /// - Parameter start: where to begin; it comes first.
    package init(of container: Container, from start: ContainerPath = .root, rules: RuleBook = .standard) {
        self.rules = rules
        description = container.description
        walk = TreeWalk(of: container.tree, start: start)
        coverOfStart = Self.cover(above: start, in: container.tree)
    }

    /// The next step; nil at the end.
    package mutating func next() -> Step? {
        guard let step = walk.next() else { return nil }
        switch step {
        case .leaving(let path, let depth): return .leaving(path, depth: depth)
        case .failure(let path, let error): return .failure(path, error)
        case .item(let item): return .item(understood(item))
        }
    }

    private mutating func understood(_ item: TreeWalk.Item) -> Item {
        let attributes = ExclusionReader.attributes(
            of: item.name, in: item.directory, mayHaveAppleDouble: item.hasAppleDouble
        )
        let type = ItemType(item.status.kind)
        let above = item.depth == 0 ? coverOfStart : covers[item.depth - 1]
        if type == .directory {
            covers.removeLast(covers.count - item.depth)
            covers.append(Self.cover(item.path, attributes, above: above))
        }
        return Item(
            path: item.path,
            depth: item.depth,
            status: item.status,
            type: type,
            location: rules.location(
                of: item.path, in: description.kind, type: type, bundleIdentifier: description.app.identifier
            ),
            attributes: attributes,
            coveredBy: above,
            directory: item.directory,
            name: item.name
        )
    }

    private static func cover(
        _ path: ContainerPath,
        _ attributes: [ExclusionReader.Found],
        above: Cover?
    ) -> Cover? {
        guard !attributes.isEmpty else { return above }
        let own = attributes.reduce(into: BackupKinds()) { $0.formUnion($1.excludes) }
        return Cover(path: path, excludes: own.union(above?.excludes ?? []))
    }

    /// What the directories above a path do to it.
    private static func cover(above path: ContainerPath, in tree: any FileTree) -> Cover? {
        guard let parent = path.parent else { return nil }
        var cover: Cover?
        var current = ContainerPath.root
        var handle = tree.root
        cover = Self.cover(current, ExclusionReader.attributes(of: [], in: handle), above: nil)
        for name in parent.components {
            guard let next = current.appending(name: name) else { break }
            current = next
            cover = Self.cover(current, ExclusionReader.attributes(of: name, in: handle), above: cover)
            guard let opened = try? handle.subdirectory(name, for: .lookup) else { break }
            handle = opened
        }
        return cover
    }
}

extension ContainerWalk.Item {
    /// Where attributes keep it out of any of `kinds` of backup.
    package func exclusion(from kinds: BackupKinds = .every) -> Exclusion {
        var exclusion: Exclusion = []
        if attributes.contains(where: { !$0.excludes.isDisjoint(with: kinds) }) { exclusion.insert(.own) }
        if let coveredBy, !coveredBy.excludes.isDisjoint(with: kinds) { exclusion.insert(.inherited) }
        return exclusion
    }
}
