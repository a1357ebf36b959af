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
        let bundles = places.map(\.container).filter { $0.description.kind == .bundle }
        containers = places.enumerated().map { index, place in
            AuditedContainer(
                place.container.knowing(bundles), at: place.path, index: index, prefix: place.shown(ContainerPath.root))
        }
    }
}

extension Container {
    /// Returns the container with the declarations of the app's bundle, if that is audited with it.
    fileprivate func knowing(_ bundles: [Container]) -> Container {
        guard description.kind != .bundle, let bundle = bundles.first(where: isOfSameApp) else { return self }
        var overrides = AppInfoOverrides()
        for (key, answer) in bundle.declared(besides: description.app) { overrides.set(answer, for: key) }
        return recallingAppInfo(adding: overrides)
    }

    private func isOfSameApp(_ bundle: Container) -> Bool {
        guard let own = description.app.identifier, let other = bundle.description.app.identifier else { return true }
        return own == other
    }

    /// The answers of this bundle that another container does not know.
    private func declared(besides app: AppInfo) -> [(AppInfoOverrides.Key, Answer)] {
        let own = description.app
        let all: [(AppInfoOverrides.Key, Answer, Answer)] = [
            (.fileSharing, app[.fileSharing], own[.fileSharing]),
            (.openingInPlace, app[.openingInPlace], own[.openingInPlace]),
            (.exitsOnSuspend, app.exitsOnSuspend, own.exitsOnSuspend),
            (.persistentWiFi, app.requiresPersistentWiFi, own.requiresPersistentWiFi),
        ]
        return all.compactMap { key, known, answer in known == .unknown && answer != .unknown ? (key, answer) : nil }
    }
}
