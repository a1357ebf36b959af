import ArgumentParser
import Audit
import ContainerModel
import ContainerStore
import FileTree
import System

/// The containers that an audit's arguments name, each with what the others tell of its app.
struct AuditedPaths {
    /// The containers in the order in which they were named.
    let containers: [AuditedContainer]

    /// Opens the paths.
    /// - Throws: `Failure` if one of them is no container, or a value inside a file.
    init(_ app: AppInfoOptions, _ paths: [String]) throws {
        var places: [ReadPlace] = []
        try app.forEachPlace(at: paths) { place in
            // Fails for an item that does not exist.
            do throws(FileTreeError) {
                _ = try place.container.tree.status(place.path)
            } catch {
                throw Failure(error, at: String(decoding: place.shown(place.path), as: UTF8.self))
            }
            places.append(place)
        }
        let known = places.map(\.container).knowingTheirBundles
        containers = zip(places, known).enumerated().map { index, pair in
            AuditedContainer(
                pair.1, at: pair.0.path, index: index, prefix: pair.0.shown(ContainerPath.root))
        }
    }
}
