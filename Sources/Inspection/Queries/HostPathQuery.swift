package import ContainerModel
package import ContainerStore
import FileTree
package import Queries

/// A query for the directory of this computer that sharing mode shows first: the working directory, or the home
/// directory if the former is in the container, where both panes would show the same files.
package struct SharingStartQuery: Query {
    /// The directories to start at, as the user would type them: the first one that is not in the container counts.
    package let directories: [[UInt8]]

    /// - Parameter directory: A directory that comes before them; nil for none.
    package init(atFirstOf directories: [String] = [".", "~", "/"], preferring directory: [UInt8]? = nil) {
        self.directories = [directory].compactMap(\.self) + directories.map { Array($0.utf8) }
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (HostPathQuery.Answer) -> Void)
        throws(QueryFailure)
    {
        let hostPath = context.container.description.hostPath
        let root = ContainerPath(bytes: (hostPath.followingLinks() ?? hostPath).bytes)
        let outside = directories.compactMap { ContainerStore.path(typed: $0) }.first { path in
            root.map { path != $0 && !path.isInside($0) } ?? true
        }
        let start = outside ?? .root
        answer(HostPathQuery.Answer(path: start, start: ContainerStart(to: start, kind: .directory)))
    }
}

/// A query that resolves a path of this computer as the user typed it, including `~` and symbolic links.
package struct HostPathQuery: Query {
    /// The item found.
    package struct Answer: Sendable {
        /// The path of the item, relative to `/`.
        package var path: ContainerPath
        /// The directory that shows the item.
        package var start: ContainerStart

        package init(path: ContainerPath, start: ContainerStart) {
            self.path = path
            self.start = start
        }
    }

    /// The path as typed; empty for the working directory.
    package let written: [UInt8]

    package init(_ written: [UInt8]) { self.written = written }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        do throws(ContainerStoreError) {
            try ContainerStore.refuseLinksOut(ContainerStore.expanded(written))
        } catch {
            throw QueryFailure(error.sentence(about: String(decoding: written, as: UTF8.self)), cause: error)
        }
        guard let path = ContainerStore.path(typed: written), let status = try? context.tree(of: .computer).status(path)
        else {
            throw QueryFailure("\(String(decoding: written, as: UTF8.self)): no such file or directory")
        }
        answer(Answer(path: path, start: ContainerStart(to: path, kind: status.kind)))
    }
}
