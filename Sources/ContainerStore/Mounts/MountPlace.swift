import ContainerModel
import System

/// Where a source is mounted on this computer: an app of a device, or a host.
struct MountPlace: Hashable, Sendable {
    /// What is mounted.
    enum Source: Hashable, Sendable {
        case app(_ app: String, device: String)
        case host(_ host: String, HostAddress.Beginning)
    }

    let source: Source
    /// The directory of all mounts and records.
    let directory: [UInt8]

    /// - Parameters:
    ///   - device: The UDID.
    ///   - app: The bundle identifier.
    init(device: String, app: String, directory: [UInt8]) {
        (source, self.directory) = (.app(app, device: device), directory)
    }

    init(_ address: HostAddress, directory: [UInt8]) {
        (source, self.directory) = (.host(address.host, address.beginning), directory)
    }

    /// - Returns: nil if a path of a mount is none of those at which sources are mounted.
    init?(mountedAt path: [UInt8], in directory: [UInt8]) {
        guard path.starts(with: directory + "/mounts/".utf8) else { return nil }
        switch SourceAddress.below(path[(directory.count + 8)...]) {
        case .host(let address): self.init(address, directory: directory)
        case .device(let address):
            guard let device = address.device, let app = address.app else { return nil }
            self.init(device: device, app: app, directory: directory)
        case nil: return nil
        }
    }

    /// The path below the directories of mounts and of records.
    private var name: String {
        switch source {
        case .app(let app, let device): "\(device)/\(app)"
        case .host(let host, let beginning): "\(HostAddress.folder)/\(host)/\(beginning.rawValue)"
        }
    }

    /// The root of the app's container, or the directory of the host.
    var root: [UInt8] { directory + "/mounts/\(name)".utf8 }
    /// Where an app's Documents are mounted if the device gives access to nothing else.
    var documents: [UInt8] { root + "/Documents".utf8 }
    /// Locked while it is mounted or unmounted.
    var gate: [UInt8] { record(".gate") }
    /// Locked by each process that uses the mount, shared.
    var users: [UInt8] { record(".users") }
    /// What is known about the mount of an app: a property list.
    var facts: [UInt8] { record(".plist") }

    private func record(_ suffix: String) -> [UInt8] { directory + "/records/\(name)\(suffix)".utf8 }

    /// The mounts, the latest last.
    var mounts: [Mount] { Mount.all.filter { $0.path == root || $0.path == documents } }

    /// The address, as commands take it.
    var address: [UInt8] {
        switch source {
        case .app(let app, let device): DeviceAddress(device: device, app: app).spelling
        case .host(let host, let beginning): HostAddress(host: host, beginning).spelling
        }
    }

    /// Returns the path of this computer of an item below the root.
    func path(_ inside: ContainerPath) -> [UInt8] {
        root + (inside.isRoot ? [] : [ContainerPath.slash] + inside.bytes)
    }
}
