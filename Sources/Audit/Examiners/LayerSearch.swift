package import ContainerModel
package import Formats
import Synchronization

/// A search of all bytes of files whose contents were examined before, and of all that can be decoded in these, for secrets
/// that are known by their form, and for some values. Each layer is decoded once for both.
package final class LayerSearch: Sendable {
    /// A file that was searched to its end.
    package struct Searched: Sendable {
        /// The container: an index.
        package let container: Int
        /// The path from the container's root.
        package let path: ContainerPath
        /// What is the matter with it: a part of it holds one of the values, or decodes to more than is searched; nil for nothing.
        package let problem: String?
    }

    private let values: SecretValues
    private let state = Mutex<[Searched]>([])

    /// - Parameter values: The values; only those that do not occur by chance are looked for.
    package init(for values: SecretValues) { self.values = values }

    /// The files that were searched so far.
    package var searched: [Searched] { state.withLock { $0 } }

    /// Whether there are values to look for.
    var seeksValues: Bool { !values.isEmpty }

    /// Whether a layer holds one of the values.
    func isHeld(by layer: [UInt8]) -> Bool { seeksValues && values.areHeld(by: layer) }

    /// Notes a file that was searched to its end.
    func note(_ item: AuditedItem, problem: String?) {
        let file = Searched(container: item.container.index, path: item.path, problem: problem)
        state.withLock { $0.append(file) }
    }
}
