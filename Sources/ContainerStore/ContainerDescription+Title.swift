import ContainerModel

extension ContainerDescription {
    /// The name of the app, as far as it is known; not sanitized.
    package var title: String {
        app.name ?? app.executable ?? app.identifier ?? (kind == .appGroup ? "app group" : "unknown app")
    }
}
