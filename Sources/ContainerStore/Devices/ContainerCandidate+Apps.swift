import ContainerModel

extension ContainerCandidate {
    /// Returns candidates with one for each app in place of its containers: it leads to the app's data, or else to its
    /// bundle. Containers of several apps, or of none, stay as they are.
    package static func apps(among containers: [ContainerCandidate]) -> [ContainerCandidate] {
        struct App: Hashable {
            let device: HostPath
            let identifier: String
        }
        func app(_ container: ContainerCandidate) -> App? {
            guard let membership = container.membership, membership.apps.count == 1 else { return nil }
            return App(device: membership.device, identifier: membership.apps[0])
        }
        let groups = Dictionary(grouping: containers.filter { app($0) != nil }) { app($0) }
        return containers.compactMap { container in
            guard let app = app(container), let group = groups[app], group.count > 1 else { return container }
            func role(_ container: ContainerCandidate) -> Int { container.membership?.role.rawValue ?? .max }
            let main = group.dropFirst().reduce(group[0]) { role($1) < role($0) ? $1 : $0 }
            guard main.hostPath == container.hostPath else { return nil }
            let version = group.firstResult { $0.version }
            return ContainerCandidate(
                hostPath: main.hostPath, title: main.title,
                details: [app.identifier, version ?? "", Pluralized.containers(group.count)],
                identifier: app.identifier, kind: main.kind, version: version, membership: main.membership,
                parts: group.flatMap(\.parts))
        }
    }
}
