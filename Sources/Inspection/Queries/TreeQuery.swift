package import ContainerModel
package import ContainerStore
import FileTree
import Jobs
import System

/// Which subdirectories have these directories of the container?
package struct TreeQuery: Query {
    package struct Answer: Sendable {
        /// Directories that cannot be read are left out.
        package var levels: [ContainerPath: TreeLevel]
        /// What became of the directories that every container has.
        package var standard: [StandardDirectory]

        package init(levels: [ContainerPath: TreeLevel], standard: [StandardDirectory]) {
            self.levels = levels
            self.standard = standard
        }
    }

    package let paths: [ContainerPath]

    package init(_ paths: [ContainerPath]) { self.paths = paths }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) {
        var levels: [ContainerPath: TreeLevel] = [:]
        for path in paths where !place.isCancelled {
            levels[path] = TreeLevel(of: path, in: place.container.tree, place.cancellation)
        }
        guard !place.isCancelled else { return }
        answer(Answer(levels: levels, standard: place.container.standardDirectories()))
    }
}

/// The subdirectories of a directory, as the tree of places shows them.
package struct TreeLevel: Hashable, Sendable {
    package struct Child: Hashable, Sendable {
        package var name: [UInt8]
        package var hasSubdirectories: Bool

        package init(name: [UInt8], hasSubdirectories: Bool) {
            self.name = name
            self.hasSubdirectories = hasSubdirectories
        }
    }

    /// In natural order.
    package var children: [Child]
    /// How many more there are that the tree leaves out.
    package var omitted: Int

    package init(children: [Child], omitted: Int = 0) {
        self.children = children
        self.omitted = omitted
    }
}

extension TreeLevel {
    /// The tree shows no more directories than this at one place.
    private static let widest = 1_000
    /// How many entries of a directory are looked at to find out whether one is a directory.
    private static let fewEntries = 2_000

    fileprivate init?(of path: ContainerPath, in tree: any FileTree, _ cancellation: Cancellation) {
        guard let directory = try? tree.directory(at: path),
            let entries = try? directory.entries(path: path, cancellation: cancellation)
        else { return nil }
        let directories = entries.arranged(by: EntryOrder(), filter: EntryFilter(showsHidden: true))
            .filter { entries.kind(Int($0)) == .directory }
        children = directories.prefix(Self.widest).map { place in
            let name = Array(entries.name(Int(place)))
            return Child(name: name, hasSubdirectories: Self.hasSubdirectories(name, in: directory))
        }
        omitted = max(0, directories.count - Self.widest)
    }

    /// Looks at the first entries only: a directory of a million files is not read for a mark in the tree.
    private static func hasSubdirectories(_ name: [UInt8], in directory: TreeDirectory) -> Bool {
        guard let child = try? directory.subdirectory(name[...]) else { return false }
        let enough = Cancellation()
        var isFound = false
        _ = try? child.entries(path: .root, cancellation: enough) { entries in
            isFound = isFound || (0..<entries.count).contains { entries.kind($0) == .directory }
            if isFound || entries.count > fewEntries { enough.cancel() }
        }
        return isFound
    }
}
