package import ContainerModel
package import FileTree
import Formats

/// The properties of a container, as found when it was opened.
package struct ContainerDescription: Hashable, Sendable {
    /// The kind of container, which decides the rules.
    package let kind: ContainerKind
    /// The kind of source it was found in.
    package let source: SourceKind
    /// The kind of file that contains it, as displayed: "zip archive". Nil for a directory of this computer.
    package let medium: String?
    /// The path of its root on this computer.
    package let hostPath: HostPath
    /// The app it belongs to, as far as it is known.
    package let app: AppInfo
    /// The part of `app` that the user has given for this run of the program.
    package let given: AppInfoOverrides
    /// The part of `app` that the user has given earlier, to be remembered; `given` overrides it.
    package let remembered: AppInfoOverrides
    /// Problems with files that describe the container or its app: sentences for the user, not sanitized.
    package let problems: [String]
    /// What was kept together with a time point and is not there any more, as sentences that are among the problems.
    package let missingParts: [String]
    /// The app's other containers that were found: its bundle, its data, its groups, its plug-ins. In the order of their
    /// roles.
    package let related: [ContainerCandidate]
    /// The container's place on its device; nil if it is not in the layout of a device.
    package let membership: AppMembership?

    /// Creates a description from known values.
    package init(
        kind: ContainerKind,
        source: SourceKind,
        medium: String? = nil,
        hostPath: HostPath,
        app: AppInfo,
        given: AppInfoOverrides = AppInfoOverrides(),
        remembered: AppInfoOverrides = AppInfoOverrides(),
        problems: [String] = [],
        missingParts: [String] = [],
        related: [ContainerCandidate] = [],
        membership: AppMembership? = nil
    ) {
        self.kind = kind
        self.source = source
        self.medium = medium
        self.hostPath = hostPath
        self.app = app
        self.given = given
        self.remembered = remembered
        self.problems = problems
        self.missingParts = missingParts
        self.related = related
        self.membership = membership
    }

    /// The root that the container's items are addressed below.
    package var root: Root { Root(.container, at: hostPath.bytes) }

    /// The source as displayed: a downloaded package, a simulator, and the archive that contains it.
    package var origin: String {
        let source = kind == .systemDomain ? "domain" : source.rawValue
        return medium.map { "\(source) in a \($0)" } ?? source
    }
}

/// An open container.
package struct Container: Sendable {
    /// The properties of the container and its app.
    package let description: ContainerDescription
    /// The tree through which all its items are accessed.
    package let tree: any FileTree
    /// The identity of the container in the program's stored state.
    package let key: ContainerKey
    /// The items that had the exclusion attribute when last examined.
    package let exclusions: ExclusionIndex

    /// - Parameter key: The key if it is known already.
    init(description: ContainerDescription, tree: any FileTree, key: ContainerKey? = nil) {
        self.description = description
        self.tree = tree
        let key = key ?? ContainerKey(description, tree)
        self.key = key
        // Nothing in an archive is ever rewritten, so there is nothing to compare.
        exclusions = ExclusionIndex(
            of: key, in: description.medium == nil ? .fromEnvironment() : StateDirectory(path: nil))
    }

    /// The root that the container's items are addressed below.
    package var root: Root { description.root }

    /// Whether it is in an encrypted backup, so that nothing of it is stored without being asked for, not even a name.
    package var isSecret: Bool { tree.isDecrypted }
}

/// The initial position in a container.
package struct ContainerStart: Hashable, Sendable {
    /// The directory to show first.
    package var directory: ContainerPath
    /// The entry that the path named, if it is not a directory.
    package var entry: [UInt8]?

    /// Creates a position at a directory, with or without an entry in it.
    package init(directory: ContainerPath, entry: [UInt8]? = nil) {
        self.directory = directory
        self.entry = entry
    }
}

/// A container, or a directory of containers, that can be opened.
package struct ContainerCandidate: Hashable, Sendable {
    /// The forms of what can be opened.
    package enum Form: Hashable, Sendable {
        case container
        case simulatorDevice
        /// A device on a cable.
        case device
        case backup
        /// An archive whose name says that it holds a container.
        case archive

        /// The form as displayed.
        package var title: String {
            switch self {
            case .container: "container"
            case .simulatorDevice: "simulator device"
            case .device: "device"
            case .backup: "backup"
            case .archive: "archive"
            }
        }
    }

    /// The path on this computer.
    package let hostPath: HostPath
    /// The app's name or identifier, or else the directory's name; not sanitized.
    package let title: String
    /// A short description in parts, of which an unknown one is empty: its kind and its directory; of a device, its
    /// system, its apps and its identifier.
    package let details: [String]
    /// The system of a device: "iOS 17.2"; nil if it is unknown, and for a container.
    package let system: String?
    /// The identifier of the app; nil if it is unknown, and for a device.
    package let identifier: String?
    /// The kind of container; nil for a device.
    package let kind: ContainerKind?
    /// The version of the app; nil if it is unknown.
    package let version: String?
    /// The container's place on its device; nil if it is not in the layout of a device.
    package let membership: AppMembership?
    /// The paths of the containers that it stands for: an app's, or its own.
    package let parts: [HostPath]
    /// The containers of a simulator device.
    package let contents: [ContainerCandidate]
    /// Whether it is a simulator device whose containers have not been read, so that `contents` is empty.
    package let isUnread: Bool
    /// What it is, where that is not a kind of container.
    package let form: Form

    /// Creates a candidate for a list of containers.
    package init(
        hostPath: HostPath,
        title: String,
        details: [String],
        system: String? = nil,
        identifier: String? = nil,
        kind: ContainerKind? = nil,
        version: String? = nil,
        membership: AppMembership? = nil,
        parts: [HostPath]? = nil,
        contents: [ContainerCandidate] = [],
        isUnread: Bool = false,
        form: Form = .container
    ) {
        self.hostPath = hostPath
        self.title = title
        self.details = details
        self.system = system
        self.identifier = identifier
        self.kind = kind
        self.version = version
        self.membership = membership
        self.parts = parts ?? [hostPath]
        self.contents = contents
        self.isUnread = isUnread
        self.form = form
    }

    /// The description in a line: "data container · CE9A…", "iOS 17.2 · 12 apps · 8A1D…".
    package var detail: String { details.filter { !$0.isEmpty }.joined(separator: " · ") }

    /// Returns whether this is the container at a path. A bundle's container is known by its directory, which has a
    /// UUID as its name, or by the app in it.
    package func isContainer(at path: HostPath) -> Bool {
        hostPath == path || path.hasSuffix(".app") && path.parent == hostPath
    }
}

/// The result of opening a path.
package enum OpenedPath: Sendable {
    /// A container, and the position that the path named.
    case container(Container, at: ContainerStart)
    /// A directory of several containers, from which the user chooses.
    case several([ContainerCandidate])
}

/// The state of a standard directory in a container.
package struct StandardDirectory: Hashable, Sendable {
    /// The item at the path of a standard directory.
    package enum Presence: Hashable, Sendable {
        case present
        case absent
        /// An item of another type: a fault of the container.
        case fault(ItemKind)
        /// The item could not be examined.
        case unreadable
    }

    /// The path from the container's root.
    package let path: ContainerPath
    /// The item at the path.
    package let presence: Presence
    /// The rights that mode, owner and access control list do not deny the app's user.
    package let permitted: Rights

    /// Creates the state of a standard directory.
    package init(path: ContainerPath, presence: Presence, permitted: Rights = .unrestricted) {
        self.path = path
        self.presence = presence
        self.permitted = permitted
    }
}

extension Container {
    /// Returns the standard directories of this kind of container, in the order of the rules' table.
    package func standardDirectories() -> [StandardDirectory] {
        // Many are in the same directory.
        var accesses: [ContainerPath?: AppAccess] = [:]
        return RuleBook.standard.standardDirectories(in: description.kind).map { path in
            let presence: StandardDirectory.Presence
            var found: ItemStatus?
            do throws(FileTreeError) {
                let status = try tree.status(path)
                found = status
                presence = status.kind == .directory ? .present : .fault(status.kind)
            } catch {
                presence =
                    switch error.code {
                    // An item below a link or a file does not exist; the link or file itself is the fault.
                    case .notFound, .notADirectory, .throughLink: .absent
                    default: .unreadable
                    }
            }
            let access = accesses[path.parent] ?? AppAccess(around: path, of: tree)
            accesses[path.parent] = access
            return StandardDirectory(
                path: path, presence: presence, permitted: permitted(path, with: found, through: access))
        }
    }

    /// Returns what mode, owner and access control list do not deny the app's user on an item, which need not exist.
    package func permitted(_ path: ContainerPath) -> Rights {
        permitted(path, with: try? tree.status(path), through: AppAccess(around: path, of: tree))
    }

    private func permitted(_ path: ContainerPath, with status: ItemStatus?, through access: AppAccess) -> Rights {
        guard !access.isUnrestricted, let status else { return access.permittedForNewItem }
        func list() -> PosixAccessControlList? {
            let parent = path.parent.flatMap { try? tree.directory(at: $0, for: .lookup) } ?? tree.root
            return .list(of: path.lastComponent ?? [], in: parent)
        }
        return access.permitted(status, list())
    }
}
