package import ContainerModel
package import ContainerStore
import FileTree
package import Queries

/// A query for the target of a symbolic link in the container.
package struct FollowQuery: Query {
    /// The link.
    package let link: ContainerPath

    package init(_ link: ContainerPath) { self.link = link }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (ContainerStart) -> Void
    ) throws(QueryFailure) {
        switch context.container.tree.destination(ofLink: link) {
        case .inside(let target, let kind): answer(ContainerStart(to: target, kind: kind))
        case .outside: throw QueryFailure("the link leads out of the container; it is not entered")
        case .absolute: throw QueryFailure("the link is an absolute path of the device; it is not entered")
        case .missing: throw QueryFailure("the link is broken: its target does not exist")
        case .loop: throw QueryFailure("the link is part of a cycle")
        case .unreadable: throw QueryFailure("the link's target cannot be read")
        }
    }
}
