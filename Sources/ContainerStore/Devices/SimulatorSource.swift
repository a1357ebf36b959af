/// A container of a simulator device: `Containers/{Bundle,Data}/Application/<UUID>`,
/// `Containers/Shared/AppGroup/<UUID>`.
struct SimulatorSource: ContainerSource {
    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard let (_, area) = DeviceLayout.around(directory.path), area.role != .iCloud else { return nil }
        return DeviceContainers.recognize(directory, area.role, source: .simulator)
    }

    func places(in directory: HostDirectory) -> [HostPath] { DeviceLayout.areas(in: directory).map(\.path) }
}

extension SourceKind {
    /// A directory of a simulator device.
    package static let simulator = SourceKind(rawValue: "simulator")
}
