import ContainerModel
package import ContainerStore

extension [Container] {
    /// The containers, each with the declarations of its app's bundle, if that is one of them.
    package var knowingTheirBundles: [Container] {
        let bundles = filter { $0.description.kind == .bundle }
        return map { $0.knowing(bundles) }
    }
}

extension Container {
    /// Returns the container with the declarations of the app's bundle, if that is audited with it.
    fileprivate func knowing(_ bundles: [Container]) -> Container {
        guard description.kind != .bundle, let bundle = bundles.first(where: mayBeOfSameApp) else { return self }
        var overrides = AppInfoOverrides()
        for (key, answer) in bundle.declared(besides: description.app) { overrides.set(answer, for: key) }
        return recallingAppInfo(adding: overrides)
    }

    private func mayBeOfSameApp(_ bundle: Container) -> Bool {
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
