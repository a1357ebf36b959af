import ContainerModel

extension ContainerCandidate {
    /// The candidate for a device, whose apps are read when it is opened; nil if devices cannot be mounted.
    package init?(_ device: ConnectedDevice) {
        guard let path = Self.path(of: device.identifier) else { return nil }
        let advice = device.state.advice.map { "\(device.state.rawValue): \($0)" }
        self.init(
            hostPath: path, title: device.title,
            details: [device.system ?? "", device.model ?? "", advice ?? "", device.identifier], system: device.system,
            form: .device)
    }

    /// The candidate for an app on a device; nil if devices cannot be mounted.
    init?(_ app: DeviceApp, on device: String) {
        guard let path = Self.path(of: device)?.appending(app.identifier.utf8) else { return nil }
        self.init(
            hostPath: path, title: app.name, details: [app.identifier, app.access.rawValue], identifier: app.identifier,
            kind: .data, version: app.info.version)
    }

    private static func path(of device: String) -> HostPath? {
        (try? DeviceDirectory.make()).flatMap { HostPath($0 + "/mounts/\(device)".utf8) }
    }
}
