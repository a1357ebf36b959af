import ContainerModel
import ContainerStore
import FileTree
import Screen

/// The container that the demonstration shows.
package struct HidingSubject: Sendable {
    /// The path of a user's container, which the browser opens for reading only; nil for one made for the
    /// demonstration, with secrets in its documents.
    let path: String?
    /// The names to look for, as they are displayed.
    let names: [String]

    /// The container made for the demonstration.
    package static let demonstration = HidingSubject(path: nil, names: SecretContainer.names)

    private init(path: String?, names: [String]) {
        self.path = path
        self.names = names
    }

    /// A user's container, with the names in its Documents directory as the secrets.
    /// - Parameter path: The path of the container, or one in it. A pseudo-terminal takes it as text.
    /// - Throws: `ContainerStoreError`, `FileTreeError`; `DemonstrationError` if there is no name to look for.
    package init(containerAt path: String) throws {
        guard case .container(let container, let start) = try ContainerStore.open(Array(path.utf8)) else {
            throw DemonstrationError(.unsuitable, "use", path, "it has several containers; name one of them")
        }
        let documents: ContainerPath = "Documents"
        let isPresent = try container.tree.statusIfPresent(documents)?.kind == .directory
        let entries = isPresent ? try container.tree.directory(at: documents).entries(path: documents) : nil
        let names = (0..<(entries?.count ?? 0)).compactMap { entries?.name($0) }
            .map { DisplayText(bytes: $0).description }.filter(Self.isTelling)
        guard !names.isEmpty else {
            throw DemonstrationError(
                .unsuitable, "use", path, "its Documents directory has no names to look for")
        }
        // Each launch begins at the root: what is shown at once is shown on purpose.
        let root =
            start.directory.isRoot && start.entry == nil
            ? path : String(decoding: container.description.hostPath.bytes, as: UTF8.self)
        self.init(path: root, names: Array(names.prefix(Self.maxNames)))
    }

    /// Each is looked for again and again, and no screen shows more of them.
    private static let maxNames = 10_000

    /// Whether a name is shown, and stands for nothing else on the screen.
    private static func isTelling(_ name: String) -> Bool {
        name.count > 3 && !name.hasPrefix(".") && !HidingTrial.ownWords.contains { $0.contains(name.lowercased()) }
    }
}
