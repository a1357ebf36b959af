package import Bundles
package import ContainerModel
package import ContainerStore
import FileTree
import Formats
package import FoundationEssentials
import Jobs
import Reports

/// The output of `info`: a container and its app. JSON keys are stable.
package struct ContainerReport: Encodable, Sendable {
    /// A directory that is a place, and its size.
    package struct PlaceSize: Encodable, Sendable {
        /// The path from the container's root.
        package let path: String
        /// The place whose rules apply.
        package let place: Place
        /// Whether it is present.
        package let presence: StandardDirectory.PresenceName
        /// The columns of the directory itself.
        package let badges: String
        /// The logical size below it, in bytes.
        package let bytes: UInt64?
        /// The number of items below it.
        package let items: Int?
        /// The number of directories below it that could not be read, so that the size is without them; nil if all
        /// could.
        package let unreadable: Int?
    }

    /// A document type that the app opens (`CFBundleDocumentTypes`).
    package struct DocumentType: Encodable, Sendable {
        /// `CFBundleTypeName`.
        package let name: String?
        /// `LSHandlerRank`.
        package let rank: String?
        /// `LSItemContentTypes`.
        package let contentTypes: [String]
        /// `CFBundleTypeExtensions`.
        package let fileExtensions: [String]
    }

    /// What a backup says of its completeness.
    package struct BackupState: Encodable, Sendable {
        /// `SnapshotState` of `Status.plist`: "finished" if the last run of the backup came to its end.
        package let snapshotState: String?
        /// `IsFullBackup` of `Status.plist`: whether that run copied everything, rather than what had changed.
        package let isFull: Bool?
        /// Whether the backup is encrypted, according to `Manifest.plist`.
        package let isEncrypted: Bool
    }

    /// Another container of the same app.
    package struct Related: Encodable, Sendable {
        /// The path on this computer; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// The kind of container.
        package let detail: String
    }

    /// The path of the container's root on this computer; invalid UTF-8 is replaced.
    package let path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The kind of container.
    package let kind: String
    /// The origin of the container: a simulator, a downloaded package, …
    package let source: String
    /// `CFBundleIdentifier`, or the identifier in the container's metadata.
    package let identifier: String?
    /// The display name of the app.
    package let name: String?
    /// `CFBundleShortVersionString`; the build where that is unknown.
    package let version: String?
    /// `CFBundleVersion`.
    package let build: String?
    /// `CFBundleExecutable`.
    package let executable: String?
    /// `MinimumOSVersion`.
    package let minimumSystemVersion: String?
    /// `MCMMetadataUUID`.
    package let containerUUID: String?
    /// `MCMMetadataContentClass`.
    package let containerContentClass: Int?
    /// The number of the container's protection class, if its metadata has one.
    package let containerProtectionClass: Int?
    /// Whether an Info.plist was found or given. Without one, missing declarations mean nothing.
    package let hasInfoDictionary: Bool
    /// Where the value of each key of Info.plist comes from.
    package let origins: [String: ContainerDescription.AnswerOrigin]
    /// The path of the Info.plist that was given or is remembered.
    package let givenInfoPlist: String?
    /// The answer of each sharing key of Info.plist.
    package let sharing: [String: Answer]
    /// Which apps show Documents to the user; nil for a container without its own Documents.
    package let documentsSharing: SharingSummary?
    /// `UIApplicationExitsOnSuspend`.
    package let exitsOnSuspend: Answer
    /// `UIRequiresPersistentWiFi`.
    package let requiresPersistentWiFi: Answer
    /// The document types that the app opens.
    package let documentTypes: [DocumentType]
    /// The URL schemes that the app declares.
    package let urlSchemes: [String]
    /// `UIRequiredDeviceCapabilities`: true for a capability the device must have, false for one it must not have.
    package let requiredCapabilities: [String: Bool]
    /// The reasons the app gives for access that the user has to permit, by key.
    package let usageDescriptions: [String: String]
    /// The anatomy of the app's bundle; nil for a container without one.
    package let bundle: BundleAnatomy?
    /// What the backup that the container is in says of its completeness; nil for other containers.
    package let backup: BackupState?
    /// The places of the container, including missing ones.
    package let places: [PlaceSize]
    /// The other containers found for the same app.
    package let relatedContainers: [Related]
    /// Problems in files that describe the container or its app.
    package let problems: [String]

    /// Creates the report of a container. Measures the places and blocks until that is done.
    package init(of container: Container) {
        let description = container.description
        let app = description.app
        (path, pathBytes) = reported(description.hostPath.bytes)
        kind = description.kind.title
        source = description.origin
        identifier = app.identifier
        name = app.name
        version = app.version
        build = app.build
        executable = app.executable
        minimumSystemVersion = app.minimumSystemVersion
        containerUUID = app.containerUUID
        containerContentClass = app.containerContentClass
        containerProtectionClass = app.containerProtection == .unknown ? nil : app.containerProtection.rawValue
        hasInfoDictionary = description.hasInfoDictionary
        let origins = AppInfoOverrides.Key.allCases.compactMap { key in
            description.origin(of: key).map { (key.rawValue, $0) }
        }
        self.origins = Dictionary(uniqueKeysWithValues: origins)
        let given = description.given.list == nil ? description.remembered : description.given
        givenInfoPlist =
            given.list == nil ? nil : given.listPath.map { String(decoding: $0, as: UTF8.self) } ?? "Info.plist"
        relatedContainers = description.related.map {
            let (path, bytes) = reported($0.hostPath.bytes)
            return Related(path: path, pathBytes: bytes, detail: $0.detail)
        }
        sharing = Dictionary(uniqueKeysWithValues: SharingKey.allCases.map { ($0.rawValue, app[$0]) })
        documentsSharing = description.kind == .data ? SharingSummary(of: app) : nil
        exitsOnSuspend = app.exitsOnSuspend
        requiresPersistentWiFi = app.requiresPersistentWiFi
        documentTypes = app.documentTypes.map {
            DocumentType(
                name: $0.name, rank: $0.rank, contentTypes: $0.contentTypes, fileExtensions: $0.fileExtensions
            )
        }
        urlSchemes = app.urlSchemes
        requiredCapabilities = app.requiredCapabilities
        usageDescriptions = app.usageDescriptions
        bundle = BundleAnatomy(of: container)
        backup = (container.tree as? BackupTree).map { tree in
            BackupState(
                snapshotState: tree.properties.snapshotState, isFull: tree.properties.isFull,
                isEncrypted: tree.properties.isEncrypted)
        }
        problems = description.problems
        places = ContainerReport.places(of: container)
    }

    private static func places(of container: Container) -> [PlaceSize] {
        let kind = container.description.kind
        let app = container.description.app
        let root = StandardDirectory(path: .root, presence: .present)
        let standard = [root] + container.standardDirectories()
        let directories = (standard + otherPlaces(in: container, besides: standard)).sorted { $0.path < $1.path }
        let totals = count(directories.filter { $0.presence == .present }.map(\.path), in: container.tree)
        return directories.map { directory in
            let permitted = container.permitted(directory.path)
            let type = directory.presence.kind.map { ItemType($0) } ?? .directory
            let item = Item(directory.path, in: kind, type: type, permitted: permitted)
            let location = RuleBook.standard.location(of: item, app: app)
            let badges = RuleBook.standard.badges(of: item, at: location, as: .app, app: app, state: DeviceState())
            let unreadable = totals[directory.path]?.unreadable ?? 0
            return PlaceSize(
                path: directory.path.reportText,
                place: location.place,
                presence: directory.presence.name,
                badges: badges.description,
                bytes: totals[directory.path]?.bytes,
                items: totals[directory.path]?.items,
                unreadable: unreadable > 0 ? unreadable : nil
            )
        }
    }

    /// A limit that no real container reaches.
    private static let maxPlaces = 256

    /// Returns the existing directories that have their own rules but are not standard.
    private static func otherPlaces(
        in container: Container,
        besides standard: [StandardDirectory]
    ) -> [StandardDirectory] {
        let known = Set(standard.map(\.path))
        var waiting = standard.filter { $0.presence == .present }.map(\.path)
        var found: [StandardDirectory] = []
        while let directory = waiting.popLast() {
            guard let handle = try? container.tree.directory(at: directory),
                let entries = try? handle.entries(path: directory)
            else { continue }
            for index in 0..<entries.count where entries.kind(index) == .directory && found.count < maxPlaces {
                guard let path = directory.appending(name: entries.name(index)), !known.contains(path) else { continue }
                let item = Item(path, in: container.description.kind, type: .directory)
                let location = RuleBook.standard.location(of: item, app: container.description.app)
                guard location.level == .directory else { continue }
                found.append(StandardDirectory(path: path, presence: .present))
                waiting.append(path)
            }
        }
        return found
    }

    private static func count(_ paths: [ContainerPath], in tree: any FileTree) -> [ContainerPath: DirectoryTotal] {
        let pool = WorkerPool(threads: WorkerPool.cores)
        return SizeCounter(of: tree, pool: pool).totals(below: paths, cancellation: Cancellation()) ?? [:]
    }
}

extension StandardDirectory {
    /// The item at the path of a standard directory, in reports.
    package enum PresenceName: String, Encodable, Sendable {
        case present
        case absent
        case fault
        case unreadable
    }
}

extension StandardDirectory.Presence {
    /// The kind of item that stands in for the directory; nil if none does.
    fileprivate var kind: ItemKind? { if case .fault(let kind) = self { kind } else { nil } }

    /// The name of the presence in reports.
    package var name: StandardDirectory.PresenceName {
        switch self {
        case .present: .present
        case .absent: .absent
        case .fault: .fault
        case .unreadable: .unreadable
        }
    }
}
