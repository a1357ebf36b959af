package import ContainerModel
package import ContainerStore
import FileTree
import System

/// A query for the directory of this computer that sharing mode shows first: the working directory, or the home
/// directory if the former is in the container, where both panes would show the same files.
package struct SharingStartQuery: Query {
    /// The directories to start at, as the user would type them: the first one that is not in the container counts.
    package let directories: [[UInt8]]

    /// - Parameter directory: A directory that comes before them; nil for none.
    package init(atFirstOf directories: [String] = [".", "~", "/"], preferring directory: [UInt8]? = nil) {
        self.directories = [directory].compactMap(\.self) + directories.map { Array($0.utf8) }
    }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (HostPathQuery.Answer) -> Void)
        throws(QueryFailure)
    {
        let hostPath = place.container.description.hostPath
        let root = ContainerPath(bytes: (hostPath.followingLinks() ?? hostPath).bytes)
        let outside = directories.compactMap { HostPathQuery.path($0) }.first { path in
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

    package func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        do throws(ContainerStoreError) {
            try ContainerStore.refuseLinksOut(Self.expanded(written))
        } catch {
            throw QueryFailure(error.sentence(about: String(decoding: written, as: UTF8.self)))
        }
        guard let path = Self.path(written), let status = try? place.tree(of: .computer).status(path) else {
            throw QueryFailure("\(String(decoding: written, as: UTF8.self)): no such file or directory")
        }
        answer(Answer(path: path, start: ContainerStart(to: path, kind: status.kind)))
    }

    /// Returns the path, relative to `/`, that a typed path resolves to; nil if there is no such item, or if a link leads
    /// to it out of a container.
    package static func path(_ written: [UInt8]) -> ContainerPath? {
        (try? ContainerStore.pathWithoutLeaving(expanded(written)))?.flatMap { ContainerPath(bytes: $0.bytes) }
    }

    /// Returns a typed path with the home directory for `~`.
    private static func expanded(_ written: [UInt8]) -> [UInt8] {
        var path = written.isEmpty ? [0x2e] : written
        if path.first == 0x7e, path.count == 1 || path[1] == 0x2f, let home = getenv("HOME") {
            path =
                UnsafeBufferPointer(start: home, count: strlen(home)).map { UInt8(bitPattern: $0) } + path.dropFirst()
        }
        return path
    }
}
