package import ContainerModel

extension ContainerDescription {
    /// Returns the path that an item has on a device: bytes, not safe for a terminal; nil for a system container.
    ///
    /// `[UUID]` replaces the name of a directory that only the device knows. A simulator names it by a UUID as well.
    package func devicePath(of path: ContainerPath) -> [UInt8]? {
        let root: [UInt8]
        switch kind {
        case .data:
            let folder = membership?.role == .plugIn ? "PluginKitPlugin" : "Application"
            root = Array("/private/var/mobile/Containers/Data/\(folder)/".utf8) + uuid(of: hostPath)
        case .appGroup: root = Array("/private/var/mobile/Containers/Shared/AppGroup/".utf8) + uuid(of: hostPath)
        case .bundle:
            let directory = hostPath.hasSuffix(".app") ? hostPath.parent.map { uuid(of: $0) } : nil
            root =
                Array("/private/var/containers/Bundle/Application/".utf8) + (directory ?? Array("[UUID]".utf8)) + [0x2f]
                + hostPath.name
        case .iCloud: root = Array("/private/var/mobile/Library/Mobile Documents/".utf8) + hostPath.name
        case .system, .systemDomain: return nil
        }
        return path.isRoot ? root : root + [0x2f] + path.bytes
    }

    /// Devices and simulators name the directories of containers by UUIDs; any other name means nothing there.
    private func uuid(of directory: HostPath) -> [UInt8] {
        let groups = String(decoding: directory.name, as: UTF8.self)
            .split(separator: "-", omittingEmptySubsequences: false)
        let isUUID = groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
        return isUUID ? Array(directory.name) : Array("[UUID]".utf8)
    }
}
