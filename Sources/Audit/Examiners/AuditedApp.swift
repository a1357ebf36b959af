package import Bundles
package import ContainerModel
package import ContainerStore
package import FileTree
import Formats
import Inspection

/// The containers and bundles that are judged together.
package struct AuditedApp: Sendable {
    /// The containers, of any kind, in the order in which they were given.
    package let containers: [AuditedContainer]
    /// The bundles in them.
    package let bundles: [AuditedBundle]

    /// Creates an app from containers.
    package init(_ containers: [AuditedContainer], now: Double) {
        let ofBundles = containers.map(\.container).filter {
            $0.description.kind == .bundle && $0.description.source != .codeFile
        }
        self.containers = containers.map { container in
            var container = container
            container.bundle = container.container.bundle(among: ofBundles)
            return container
        }
        bundles = containers.compactMap { AuditedBundle(of: $0, now: now) }
    }

    /// Returns the containers of a kind.
    package func containers(of kind: ContainerKind) -> [AuditedContainer] {
        containers.filter { $0.container.description.kind == kind }
    }
}

/// A container that is audited.
package struct AuditedContainer: Sendable {
    /// Its place in the list of containers.
    package let index: Int
    /// The container, with what is known of its app, which may come from a bundle that is audited with it.
    package let container: Container
    /// The part of it that is audited; the root for all of it.
    package let start: ContainerPath
    /// The path of the root, in front of the paths of findings: as the user wrote it, so that other commands take it.
    package let prefix: [UInt8]
    /// The bundle of its app, if that is audited with it.
    package fileprivate(set) var bundle: Container?

    package init(_ container: Container, at start: ContainerPath = .root, index: Int, prefix: [UInt8]) {
        (self.container, self.start, self.index, self.prefix) = (container, start, index, prefix)
    }

    /// What is known of the app.
    package var app: AppInfo { container.description.app }
    /// The kind of container.
    package var kind: ContainerKind { container.description.kind }
    /// Whether what is audited is a static library by itself.
    package var isStaticLibrary: Bool {
        container.description.source == .codeFile && StaticLibrary.exists(at: start, in: container.tree)
    }
}

/// An item of a container, with what the rules say of it.
package struct AuditedItem: Sendable {
    /// The container.
    package let container: AuditedContainer
    /// The item, from the container's root.
    package let path: ContainerPath
    /// The metadata; symbolic links are not followed.
    package let status: ItemStatus
    /// The place whose rules apply.
    package let location: Location
    /// How the exclusion attribute applies to it.
    package let exclusion: Exclusion
    /// The columns and flags of the item, as the app meets it.
    package let badges: Badges
    /// Whether it is backed up, and if not, why.
    package let backup: BackupStatus

    /// Whether a backup contains it.
    package var isBackedUp: Bool { backup == .backedUp }
    /// Whether the system may purge it.
    package var isPurgeable: Bool { badges.flags.contains(.purgeable) }
    /// Whether file sharing shows it to the device's user.
    package var isSharedWithUser: Bool { badges.flags.contains(.sharedWithUser) }
    /// Whether it is shared with other apps of the same developer.
    package var isInGroup: Bool { container.kind == .appGroup }
    /// The data protection class; unknown unless the container records it.
    package var protection: ProtectionClass { status.protection }
    /// The name; not sanitized.
    package var name: [UInt8] { Array(path.lastComponent ?? []) }

    package init(
        container: AuditedContainer, path: ContainerPath, status: ItemStatus, location: Location,
        exclusion: Exclusion, badges: Badges, backup: BackupStatus
    ) {
        (self.container, self.path, self.status, self.location) = (container, path, status, location)
        (self.exclusion, self.badges, self.backup) = (exclusion, badges, backup)
    }
}

/// A bundle in a container: the app's, or that of which the container consists.
package struct AuditedBundle: Sendable {
    /// The container that it is in.
    package let container: AuditedContainer
    /// Its directory, from the container's root.
    package let root: ContainerPath
    /// What `sandglass info` says of it: executable, icons, profile, usage descriptions, declarations.
    package let anatomy: BundleAnatomy

    /// Finds and reads the bundle of a container; nil if it has none.
    package init?(of container: AuditedContainer, now: Double) {
        guard let root = container.container.bundlePath,
            let anatomy = BundleAnatomy(of: container.container, now: now)
        else { return nil }
        (self.container, self.root, self.anatomy) = (container, root, anatomy)
    }

    /// Returns whether an item belongs to what is audited: it is, or is in, the item that was named.
    func contains(_ path: ContainerPath) -> Bool {
        container.start.isRoot || path == container.start || path.relative(to: container.start) != nil
    }

    /// The tree that it is in.
    package var tree: any FileTree { container.container.tree }
}
