package import ContainerModel
import FileTree

/// A standard directory that is something else: a link, a file. Nothing passes through it, and the rest of the
/// container is as usable as ever. JSON keys are stable.
package struct ContainerFault: Encodable, Hashable, Sendable {
    /// From the container's root.
    package let path: String
    /// What stands there: `symbolic link`, `file`, …
    package let kind: String
    /// Both in a sentence.
    package let message: String
    /// Where it stands.
    package let rawPath: ContainerPath

    private enum CodingKeys: String, CodingKey { case path, kind, message }
}

extension Container {
    /// The standard directories that are something else, in the order of the rules' table.
    package func faults() -> [ContainerFault] {
        standardDirectories().compactMap { directory in
            guard case .fault(let kind) = directory.presence else { return nil }
            let path = directory.path.reportText
            return ContainerFault(
                path: path,
                kind: kind.title,
                message: "\(path) is \(kind.withArticle) where iOS has a directory"
                    + (kind == .link ? "; not followed" : ""),
                rawPath: directory.path
            )
        }
    }
}

extension [ContainerFault] {
    /// The fault that an item is behind, so that nothing is known of it.
    package func first(before path: ContainerPath) -> ContainerFault? { first { path.isInside($0.rawPath) } }
}
