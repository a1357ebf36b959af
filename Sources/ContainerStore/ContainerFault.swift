package import ContainerModel
import FileTree

/// A standard directory that is replaced by something else: a symbolic link, a file. It is never followed; the rest of
/// the container remains usable. JSON keys are stable.
package struct ContainerFault: Encodable, Hashable, Sendable {
    /// The path from the container's root.
    package let path: String
    /// The type of the item there: `symbolic link`, `file`, …
    package let kind: String
    /// The fault in one sentence.
    package let message: String
    /// The path as bytes.
    package let rawPath: ContainerPath

    private enum CodingKeys: String, CodingKey { case path, kind, message }
}

extension ItemKind {
    /// The fault of an item of this kind that has the name of a standard directory: "a file where iOS has a directory"
    /// (container-rules.md, "Links").
    package var asFault: String { "\(withArticle) where iOS has a directory" + (self == .link ? "; not followed" : "") }
}

extension Container {
    /// Returns the standard directories that are replaced by something else, in the order of the rules' table.
    package func faults() -> [ContainerFault] {
        standardDirectories().compactMap { directory in
            guard case .fault(let kind) = directory.presence else { return nil }
            let path = directory.path.reportText
            return ContainerFault(
                path: path,
                kind: kind.title,
                message: "\(path) is \(kind.asFault)",
                rawPath: directory.path
            )
        }
    }
}

extension [ContainerFault] {
    /// Returns the fault that hides an item, if any.
    package func first(before path: ContainerPath) -> ContainerFault? { first { path.isInside($0.rawPath) } }
}
