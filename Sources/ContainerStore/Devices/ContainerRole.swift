package import ContainerModel

/// A container's role for its app.
///
/// An app's containers are shown in this order.
package enum ContainerRole: Int, Hashable, Sendable, CaseIterable {
    case data
    case bundle
    case appGroup
    case plugIn
    case iCloud
    /// A container of the operating system.
    case system

    /// The word for it, as displayed before the name of the container.
    package var title: String {
        switch self {
        case .data: "Data"
        case .bundle: "Bundle"
        case .appGroup: "App group"
        case .plugIn: "Plug-in"
        case .iCloud: "iCloud"
        case .system: "System"
        }
    }

    /// The role of a container that is in no device.
    package init(_ kind: ContainerKind) { self = Self.allCases.first { $0.kind == kind } ?? .system }

    /// The kind of the container, which decides the rules. A plug-in's data follow the rules of an app's.
    package var kind: ContainerKind {
        switch self {
        case .data, .plugIn: .data
        case .bundle: .bundle
        case .appGroup: .appGroup
        case .iCloud: .iCloud
        case .system: .system
        }
    }
}

/// The place of a container on a device.
package struct AppMembership: Hashable, Sendable {
    /// Its role for its apps.
    package let role: ContainerRole
    /// The identifiers of the apps that it belongs to: several for a group that apps share, none if they are not known.
    package let apps: [String]
    /// The identity of the device: a directory of this computer.
    package let device: HostPath
    /// Whether the device is a copy of a device's files. Otherwise, it is a simulator, or indistinguishable from one.
    package let isDeviceCopy: Bool

    /// Creates a place among the containers of a device.
    package init(_ role: ContainerRole, of apps: [String], on device: HostPath, isDeviceCopy: Bool = false) {
        self.role = role
        self.apps = apps
        self.device = device
        self.isDeviceCopy = isDeviceCopy
    }
}
