package import ContainerModel
package import FileTree
package import Formats
package import Jobs

/// Traverses a container and finds, for every item, its place and the exclusion attributes on it and on the directories
/// above.
package struct ContainerWalk {
    /// An item with everything that the rules need.
    package struct Item: Sendable {
        /// The path from the container's root.
        package let path: ContainerPath
        /// The depth below the start, which has depth 0.
        package let depth: Int
        /// The metadata; symbolic links are not followed.
        package let status: ItemStatus
        /// The type, as the rules know it.
        package let type: ItemType
        /// The place it belongs to.
        package let location: Location
        /// The item's own exclusion attributes.
        package let attributes: [ExclusionReader.Found]
        /// The nearest directory above it with exclusion attributes, which apply to the item as well.
        package let coveredBy: Cover?
        /// The open directory that contains the item, under the name `name`.
        package let directory: TreeDirectory
        /// The name in `directory`.
        package let name: ArraySlice<UInt8>
    }

    /// A directory whose exclusion attributes apply to everything below it.
    package struct Cover: Hashable, Sendable {
        /// The path of the directory.
        package let path: ContainerPath
        /// The kinds of backup that it or a directory above it is excluded from.
        package let excludes: BackupKinds
    }

    /// A step of the traversal.
    package enum Step {
        /// An item; a directory comes before its contents.
        case item(Item)
        /// The end of a directory's contents.
        case leaving(ContainerPath, depth: Int)
        /// An item that could not be examined. The traversal continues.
        case failure(ContainerPath, FileTreeError)
    }

    private let rules: RuleBook
    private let description: ContainerDescription
    private var walk: TreeWalk
    /// The covers of the contents of each open directory, by depth.
    private var covers: [Cover?] = []
    private let startCover: Cover?
    private let cancellation: Cancellation
    private let meter: ProgressMeter?

    /// Creates a traversal of a container.
    /// - Parameters:
    ///   - start: The first item of the traversal.
    ///   - cancellation: Ends the walk when it is set, as if there were nothing more.
    ///   - meter: Counts the items examined, and the sizes of the files among them.
    package init(
        of container: Container,
        from start: ContainerPath = .root,
        rules: RuleBook = .standard,
        cancellation: Cancellation = Cancellation(),
        meter: ProgressMeter? = nil
    ) {
        self.rules = rules
        self.cancellation = cancellation
        self.meter = meter
        description = container.description
        walk = TreeWalk(of: container.tree, start: start)
        startCover = Self.cover(above: start, in: container.tree)
    }

    /// Returns the next step; nil at the end.
    package mutating func next() -> Step? {
        guard !cancellation.isCancelled, let step = walk.next() else { return nil }
        switch step {
        case .leaving(let path, let depth): return .leaving(path, depth: depth)
        case .failure(let path, let error): return .failure(path, error)
        case .item(let item):
            meter?.add(files: 1, bytes: item.status.kind == .file ? item.status.size : 0)
            return .item(understood(item))
        }
    }

    private mutating func understood(_ item: TreeWalk.Item) -> Item {
        let attributes = ExclusionReader.attributes(
            of: item.name, in: item.directory, mayHaveAppleDouble: item.hasAppleDouble
        )
        let type = ItemType(item.status.kind)
        let above = item.depth == 0 ? startCover : covers[item.depth - 1]
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

    /// Returns the cover by the directories above a path.
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
    /// Returns how attributes exclude the item from any of `kinds` of backup.
    package func exclusion(from kinds: BackupKinds = .every) -> Exclusion {
        var exclusion: Exclusion = []
        if attributes.contains(where: { !$0.excludes.isDisjoint(with: kinds) }) { exclusion.insert(.own) }
        if let coveredBy, !coveredBy.excludes.isDisjoint(with: kinds) { exclusion.insert(.inherited) }
        return exclusion
    }
}
