import ContainerModel

/// A container that has a name, because its identifier is known.
package struct NamedContainer: Hashable, Sendable {
    /// The bundle identifier, or that of the group, the extension or the iCloud container.
    package let identifier: String
    /// The role for its app, or what its kind would have.
    package let role: ContainerRole
    /// Where a path to an item of it begins: the root, or the package.
    package let path: HostPath
    /// The directory of the device that it belongs to; nil if it is in none.
    let device: HostPath?
    /// The simulator that it belongs to; nil if it is in none.
    package let simulator: SimulatorDevice?

    init(_ member: DeviceApps.Member, on device: HostPath, of simulator: SimulatorDevice?) {
        (identifier, role, path) = (member.identifier, member.role, member.path)
        (self.device, self.simulator) = (device, simulator)
    }

    /// - Returns: nil without an identifier.
    init?(_ candidate: ContainerCandidate) {
        guard let identifier = candidate.identifier, let kind = candidate.kind else { return nil }
        self.identifier = identifier
        role = candidate.membership?.role ?? ContainerRole(kind)
        path = candidate.parts.first ?? candidate.hostPath
        device = candidate.membership?.device
        simulator = device.flatMap { SimulatorDevice.containing($0) }
    }

    init?(_ container: ContainerDescription) {
        guard let identifier = container.app.identifier else { return nil }
        self.identifier = identifier
        role = ContainerRole(container.kind)
        path = container.packagePath
        device = nil
        simulator = nil
    }
}

/// A simulator, and where it is.
struct NamedSimulator: Hashable {
    let device: SimulatorDevice
    let path: HostPath

    /// The containers whose identifiers are known.
    var containers: [NamedContainer] {
        guard let directory = try? HostDirectory(path), let layout = DeviceLayout.beginning(at: directory) else {
            return []
        }
        return DeviceApps.members(of: layout).map { NamedContainer($0, on: layout.device, of: device) }
    }
}

extension [NamedContainer] {
    /// Returns the containers that an identifier stands for: of each device that of the first role, so that an app's
    /// data come before its bundle. Case counts if there is one that is written so.
    func named(_ identifier: String) -> [NamedContainer] {
        let exact = filter { $0.identifier == identifier }
        let found = exact.isEmpty ? filter { $0.identifier.lowercased() == identifier.lowercased() } : exact
        var seen: Set<HostPath> = []
        return found.filter { container in
            let isFirst = !found.contains { other in
                container.device != nil && other.device == container.device
                    && other.role.rawValue < container.role.rawValue
            }
            return isFirst && seen.insert(container.path.followingLinks() ?? container.path).inserted
        }
    }
}

extension [NamedSimulator] {
    /// Returns the simulators of a name or UDID, or all for nil. Case counts if there is one that is written so.
    func named(_ name: String?) -> [NamedSimulator] {
        guard let name else { return self }
        let exact = filter { $0.device.name == name || $0.device.identifier == name }
        guard exact.isEmpty else { return exact }
        return filter {
            [$0.device.name, $0.device.identifier].contains { $0?.lowercased() == name.lowercased() }
        }
    }

    /// Returns the shortest name that leads to one of these simulators alone: its name, or else its UDID.
    func shortName(of device: SimulatorDevice) -> String {
        guard let name = device.name, !name.isEmpty, !name.contains("/"), name != ".", name != "..",
            named(name).count == 1
        else { return device.identifier }
        return name
    }
}
