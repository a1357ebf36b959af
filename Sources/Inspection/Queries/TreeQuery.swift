package import ContainerModel
package import ContainerStore
import FileTree
import Jobs
package import Queries
import System

/// A query for the subdirectories of directories in the container.
package struct TreeQuery: Query {
    /// The subdirectories found.
    package struct Answer: Sendable {
        /// The levels by directory; directories that cannot be read are absent.
        package var levels: [ContainerPath: TreeLevel]
        /// The state of the standard directories.
        package var standard: [StandardDirectory]

        package init(levels: [ContainerPath: TreeLevel], standard: [StandardDirectory]) {
            self.levels = levels
            self.standard = standard
        }
    }

    /// The directories.
    package let paths: [ContainerPath]

    package init(_ paths: [ContainerPath]) { self.paths = paths }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        var levels: [ContainerPath: TreeLevel] = [:]
        for path in paths where !context.isCancelled {
            levels[path] = TreeLevel(of: path, in: context.container.tree, context.cancellation)
        }
        guard !context.isCancelled else { return }
        answer(Answer(levels: levels, standard: context.container.standardDirectories()))
    }
}

/// The subdirectories of a directory, as shown in the tree of places.
package struct TreeLevel: Hashable, Sendable {
    /// A subdirectory.
    package struct Child: Hashable, Sendable {
        /// The name as bytes.
        package var name: [UInt8]
        /// Whether it has subdirectories, as far as its first entries show.
        package var hasSubdirectories: Bool
        /// The rights that mode, owner and access control list do not deny the app's user.
        package var permitted: Rights

        package init(name: [UInt8], hasSubdirectories: Bool, permitted: Rights = .unrestricted) {
            self.name = name
            self.hasSubdirectories = hasSubdirectories
            self.permitted = permitted
        }
    }

    /// The subdirectories shown, in natural order.
    package var children: [Child]
    /// The number of subdirectories not shown.
    package var omitted: Int

    package init(children: [Child], omitted: Int = 0) {
        self.children = children
        self.omitted = omitted
    }
}

extension TreeLevel {
    /// The most subdirectories shown at one level.
    private static let widest = 1_000
    /// The number of entries examined to find out whether any of them is a directory.
    private static let fewEntries = 2_000

    fileprivate init?(of path: ContainerPath, in tree: any FileTree, _ cancellation: Cancellation) {
        guard let directory = try? tree.directory(at: path),
            let entries = try? directory.entries(path: path, cancellation: cancellation)
        else { return nil }
        // Only the directories are sorted: most of a large directory is files.
        let directories = entries.arranged(
            by: EntryOrder(), filter: EntryFilter(showsHidden: true),
            among: (0..<entries.count).map { entries.kind($0) == .directory })
        let access = AppAccess(in: path, of: tree)
        children = directories.prefix(Self.widest).map { place in
            let name = Array(entries.name(Int(place)))
            let status = try? directory.status(of: name[...], path: .root)
            return Child(
                name: name, hasSubdirectories: Self.hasSubdirectories(name, in: directory),
                permitted: status.map { access.permitted($0, .list(of: name[...], in: directory)) } ?? .unrestricted)
        }
        omitted = max(0, directories.count - Self.widest)
    }

    /// Reads only the first entries: a directory of a million files is not read in full for a marker in the tree.
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
