import ContainerModel
package import ContainerStore

extension [Container] {
    /// The containers, each with the declarations of its app's bundle, if that is one of them.
    package var knowingTheirBundles: [Container] {
        let bundles = filter { $0.description.kind == .bundle && $0.description.source != .codeFile }
        return map { $0.knowing(bundles) }
    }
}

extension Container {
    /// Returns the container with the declarations of the app's bundle, if that is audited with it.
    fileprivate func knowing(_ bundles: [Container]) -> Container {
        guard let bundle = bundle(among: bundles) else { return self }
        var overrides = AppInfoOverrides()
        for (key, answer) in bundle.declared(besides: description.app) { overrides.set(answer, for: key) }
        return recallingAppInfo(adding: overrides)
    }

    /// Returns the bundle of this container's app among those that the user audits with it; nil if none is. A container
    /// whose app is not known belongs to them if they are all of one app.
    func bundle(among bundles: [Container]) -> Container? {
        guard description.kind != .bundle else { return nil }
        guard let own = description.app.identifier else {
            let apps = Set(bundles.map(\.description.app.identifier))
            return apps.count == 1 ? bundles.first : nil
        }
        // A bundle without an identifier is the app's if there is no other.
        return bundles.first { $0.description.app.identifier == own }
            ?? (bundles.count == 1 && bundles[0].description.app.identifier == nil ? bundles[0] : nil)
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
