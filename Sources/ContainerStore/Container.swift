package import ContainerModel
package import FileTree

/// What is known about a container without looking into it again.
package struct ContainerDescription: Hashable, Sendable {
    /// Whose rules hold in it.
    package let kind: ContainerKind
    /// How it comes to be on this computer.
    package let source: SourceKind
    /// The file that it is in, as people call it: "zip archive". Nil for a directory of this computer.
    package let medium: String?
    /// Where its root is on this computer.
    package let hostPath: HostPath
    /// Whose it is, as far as could be found out.
    package let app: AppInfo
    /// What of that a person has given by hand.
    package let given: GivenAppInfo
    /// What was wrong with the files that should have told more: sentences for people, not sanitized.
    package let problems: [String]
    /// The app's other containers that could be found: its bundle, its data.
    package let related: [ContainerCandidate]

    /// What is known of it; nothing is looked up.
    package init(
        kind: ContainerKind,
        source: SourceKind,
        medium: String? = nil,
        hostPath: HostPath,
        app: AppInfo,
        given: GivenAppInfo = GivenAppInfo(),
        problems: [String] = [],
        related: [ContainerCandidate] = []
    ) {
        self.kind = kind
        self.source = source
        self.medium = medium
        self.hostPath = hostPath
        self.app = app
        self.given = given
        self.problems = problems
        self.related = related
    }

    /// What the container's items are named below.
    package var root: Root { Root(.container, at: hostPath.bytes) }

    /// What it comes from, for people: a downloaded package, a simulator, and the archive that either is in.
    package var origin: String { medium.map { "\(source.rawValue) in a \($0)" } ?? source.rawValue }
}

/// A container that has been opened.
package struct Container: Sendable {
    /// What is known of it and of its app.
    package let description: ContainerDescription
    /// The tree in which everything of it is looked at and opened.
    package let tree: any FileTree
    /// Which items carried the exclusion attribute when they were last looked at.
    package let exclusions: ExclusionIndex

    init(description: ContainerDescription, tree: any FileTree) {
        self.description = description
        self.tree = tree
        exclusions = ExclusionIndex(of: description)
    }

    /// What the container's items are named below.
    package var root: Root { description.root }
}

/// Where in a container to begin.
package struct ContainerStart: Hashable, Sendable {
    /// The directory that is shown first.
    package var directory: ContainerPath
    /// The entry that the path named, if it was no directory.
    package var entry: [UInt8]?

    /// A directory, and perhaps an entry of it.
    package init(directory: ContainerPath, entry: [UInt8]? = nil) {
        self.directory = directory
        self.entry = entry
    }
}

/// Something that can be opened, before it is.
package struct ContainerCandidate: Hashable, Sendable {
    /// Where it is on this computer.
    package let hostPath: HostPath
    /// The app's name or identifier, or else the directory's name: not sanitized.
    package let title: String
    /// What kind of container it is: "data", "bundle", "app group", "simulator device".
    package let detail: String

    /// What a list of containers shows of one.
    package init(hostPath: HostPath, title: String, detail: String) {
        self.hostPath = hostPath
        self.title = title
        self.detail = detail
    }
}

/// What opening a path led to.
package enum OpenedPath: Sendable {
    case container(Container, at: ContainerStart)
    /// A directory that holds several: the person chooses.
    case several([ContainerCandidate])
}

/// A standard directory of a container, as it really is.
package struct StandardDirectory: Hashable, Sendable {
    /// What stands where the directory should be.
    package enum Presence: Hashable, Sendable {
        case present
        case absent
        /// Something else stands in its place: a fault of the container.
        case fault(ItemKind)
        /// It could not be looked at.
        case unreadable
    }

    /// From the container's root.
    package let path: ContainerPath
    /// What stands there.
    package let presence: Presence

    /// A place, and what stands there.
    package init(path: ContainerPath, presence: Presence) {
        self.path = path
        self.presence = presence
    }
}

extension Container {
    /// The standard directories of a container of this kind, in the order of the rules' table.
    package func standardDirectories() -> [StandardDirectory] {
        RuleBook.standard.standardDirectories(in: description.kind).map { path in
            let presence: StandardDirectory.Presence
            do throws(FileTreeError) {
                let found = try tree.status(path).kind
                presence = found == .directory ? .present : .fault(found)
            } catch {
                presence =
                    switch error.code {
                    // What stands in a directory that is a link or a file is not there; the directory has the fault.
                    case .notFound, .notADirectory, .throughLink: .absent
                    default: .unreadable
                    }
            }
            return StandardDirectory(path: path, presence: presence)
        }
    }
}
