import ContainerModel
package import ContainerStore
import FileTree
import Jobs
import Synchronization

/// What is known about a container and its app: what `info` prints. JSON keys are stable.
package struct ContainerReport: Encodable, Sendable {
    /// One of the places and what is in it.
    package struct PlaceSize: Encodable, Sendable {
        /// From the container's root.
        package let path: String
        /// Whose rules hold.
        package let place: String
        /// `present`, `absent`, `fault`, `unreadable`.
        package let presence: String
        /// The columns of the directory itself.
        package let badges: String
        /// Logical bytes below it.
        package let bytes: UInt64?
        /// Everything below it.
        package let items: Int?
    }

    /// A kind of document that the app opens (`CFBundleDocumentTypes`).
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

    /// Another container of the same app.
    package struct Related: Encodable, Sendable {
        /// On this computer.
        package let path: String
        /// What kind of container it is.
        package let detail: String
    }

    /// Of the container's root, on this computer.
    package let path: String
    /// What kind of container it is.
    package let kind: String
    /// How it comes to be on this computer: a simulator, a downloaded package, …
    package let source: String
    /// `CFBundleIdentifier`, or what the container's metadata names.
    package let identifier: String?
    /// The name under which the app is shown.
    package let name: String?
    /// `CFBundleShortVersionString`.
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
    /// The number of the container's protection class, where its metadata names one.
    package let containerProtectionClass: Int?
    /// Whether an Info.plist was found or given. Without one, that nothing is declared means nothing.
    package let hasInfoDictionary: Bool
    /// What was given by hand: keys, or `Info.plist`.
    package let givenByHand: [String]
    /// `yes`, `no` or `unknown`, by the keys of Info.plist.
    package let sharing: [String: String]
    /// `UIApplicationExitsOnSuspend`: `yes`, `no` or `unknown`.
    package let exitsOnSuspend: String
    /// `UIRequiresPersistentWiFi`: `yes`, `no` or `unknown`.
    package let requiresPersistentWiFi: String
    /// What the app opens.
    package let documentTypes: [DocumentType]
    /// The schemes of its own.
    package let urlSchemes: [String]
    /// `UIRequiredDeviceCapabilities`, and whether each must be there or must not.
    package let requiredCapabilities: [String: Bool]
    /// Why it asks for what the user has to allow, by key.
    package let usageDescriptions: [String: String]
    /// The container's places, those that are absent as well.
    package let places: [PlaceSize]
    /// Other containers of the same app that were found.
    package let relatedContainers: [Related]
    /// What was wrong with files that should have told more.
    package let problems: [String]

    /// Finds everything out; counts the sizes of the places, and waits for that.
    package init(of container: Container) {
        let description = container.description
        let app = description.app
        path = String(decoding: description.hostPath.bytes, as: UTF8.self)
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
        givenByHand =
            (description.given.list == nil ? [] : ["Info.plist"])
            + description.given.answers.keys.map(\.rawValue).sorted()
        relatedContainers = description.related.map {
            Related(path: String(decoding: $0.hostPath.bytes, as: UTF8.self), detail: $0.detail)
        }
        sharing = Dictionary(uniqueKeysWithValues: SharingKey.allCases.map { ($0.rawValue, app[$0].rawValue) })
        exitsOnSuspend = app.exitsOnSuspend.rawValue
        requiresPersistentWiFi = app.requiresPersistentWiFi.rawValue
        documentTypes = app.documentTypes.map {
            DocumentType(
                name: $0.name, rank: $0.rank, contentTypes: $0.contentTypes, fileExtensions: $0.fileExtensions
            )
        }
        urlSchemes = app.urlSchemes
        requiredCapabilities = app.requiredCapabilities
        usageDescriptions = app.usageDescriptions
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
            let item = Item(directory.path, in: kind, type: .directory)
            let location = RuleBook.standard.location(of: item, app: app)
            let badges = RuleBook.standard.badges(of: item, at: location, as: .app, app: app, state: DeviceState())
            return PlaceSize(
                path: directory.path.reportText,
                place: location.place.rawValue,
                presence: directory.presence.name,
                badges: badges.description,
                bytes: totals[directory.path]?.bytes,
                items: totals[directory.path]?.items
            )
        }
    }

    /// More directories than these have no rules of their own in any real container.
    private static let mostPlaces = 256

    /// The directories that are there and have rules of their own, though not every container has them.
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
            for index in 0..<entries.count where entries.kind(index) == .directory && found.count < mostPlaces {
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
        let totals = Mutex<[ContainerPath: DirectoryTotal]>([:])
        let done = Semaphore()
        let pool = WorkerPool(threads: WorkerPool.cores)
        SizeCounter(of: tree, pool: pool).count(paths, cancellation: Cancellation()) { found in
            totals.withLock { $0 = found }
            if found.values.allSatisfy(\.isComplete) { done.signal() }
        }
        done.wait()
        return totals.withLock { $0 }
    }
}

extension StandardDirectory.Presence {
    /// The word for it in reports.
    package var name: String {
        switch self {
        case .present: "present"
        case .absent: "absent"
        case .fault: "fault"
        case .unreadable: "unreadable"
        }
    }
}
