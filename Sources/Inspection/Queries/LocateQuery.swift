package import ContainerModel
package import ContainerStore
import FileTree
package import Queries

/// A query for the directory that shows an item of the container.
package struct LocateQuery: Query {
    /// The item.
    package let path: ContainerPath

    package init(_ path: ContainerPath) { self.path = path }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (ContainerStart) -> Void
    ) throws(QueryFailure) {
        do throws(FileTreeError) {
            answer(ContainerStart(to: path, kind: try context.container.tree.status(path).kind))
        } catch {
            throw QueryFailure(
                "\(String(decoding: path.bytes, as: UTF8.self)): \(error.reason) in the container", cause: error)
        }
    }
}

extension ContainerStart {
    /// Creates the start that shows an item: in the directory itself, or for any other item in the directory that
    /// contains it.
    init(to path: ContainerPath, kind: ItemKind) {
        guard kind != .directory, let parent = path.parent, let name = path.lastComponent else {
            self.init(directory: path)
            return
        }
        self.init(directory: parent, entry: Array(name))
    }
}
