package import ContainerModel
package import ContainerStore
import FileTree

/// Is an item of the container a directory, or an entry of one?
package struct LocateQuery: Query {
    package let path: ContainerPath

    package init(_ path: ContainerPath) { self.path = path }

    package func run(
        in place: QueryPlace, answer: @escaping @Sendable (ContainerStart) -> Void
    ) throws(QueryFailure) {
        do throws(FileTreeError) {
            answer(ContainerStart(to: path, kind: try place.container.tree.status(path).kind))
        } catch {
            throw QueryFailure("\(String(decoding: path.bytes, as: UTF8.self)): \(error.reason)")
        }
    }
}

extension ContainerStart {
    /// Where one has to go to see an item: into a directory, and to any other entry in its own.
    init(to path: ContainerPath, kind: ItemKind) {
        guard kind != .directory, let parent = path.parent, let name = path.lastComponent else {
            self.init(directory: path)
            return
        }
        self.init(directory: parent, entry: Array(name))
    }
}
