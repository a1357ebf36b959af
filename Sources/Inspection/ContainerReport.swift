import ContainerModel
package import ContainerStore
import Disk
import Jobs
import Synchronization

/// What is known about a container and its app: what `info` prints. JSON keys are stable.
package struct ContainerReport: Encodable, Sendable {
    /// One of the places and what is in it.
    package struct PlaceSize: Encodable, Sendable {
        package let path: String
        /// `present`, `absent`, `fault`, `unreadable`.
        package let presence: String
        /// The columns of the directory itself.
        package let badges: String
        /// Logical bytes below it.
        package let bytes: UInt64?
        package let items: Int?
    }

    package struct DocumentType: Encodable, Sendable {
        package let name: String?
        package let rank: String?
        package let contentTypes: [String]
        package let fileExtensions: [String]
    }

    package let path: String
    package let kind: String
    package let source: String
    package let identifier: String?
    package let name: String?
    package let version: String?
    package let build: String?
    package let executable: String?
    package let minimumSystemVersion: String?
    package let containerUUID: String?
    /// `yes`, `no` or `unknown`, by the keys of Info.plist.
    package let sharing: [String: String]
    package let exitsOnSuspend: String
    package let requiresPersistentWiFi: String
    package let documentTypes: [DocumentType]
    package let urlSchemes: [String]
    package let requiredCapabilities: [String: Bool]
    package let usageDescriptions: [String: String]
    package let places: [PlaceSize]
    /// What was wrong with files that should have told more.
    package let problems: [String]

    /// Finds everything out; counts the sizes of the places, and waits for that.
    package init(of container: Container) {
        let description = container.description
        let app = description.app
        path = String(decoding: description.hostPath.bytes, as: UTF8.self)
        kind = description.kind.title
        source = description.source.rawValue
        identifier = app.identifier
        name = app.name
        version = app.version
        build = app.build
        executable = app.executable
        minimumSystemVersion = app.minimumSystemVersion
        containerUUID = app.containerUUID
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
        let root = StandardDirectory(path: .root, presence: .present)
        let directories = [root] + container.standardDirectories()
        let totals = count(directories.filter { $0.presence == .present }.map(\.path), in: container.root)
        return directories.map { directory in
            let item = Item(directory.path, in: kind, type: .directory)
            return PlaceSize(
                path: directory.path.isRoot ? "." : String(decoding: directory.path.bytes, as: UTF8.self),
                presence: directory.presence.name,
                badges: RuleBook.standard.badges(of: item, app: container.description.app).description,
                bytes: totals[directory.path]?.bytes,
                items: totals[directory.path]?.items
            )
        }
    }

    private static func count(_ paths: [ContainerPath], in root: RootedDirectory) -> [ContainerPath: DirectoryTotal] {
        let totals = Mutex<[ContainerPath: DirectoryTotal]>([:])
        let done = Semaphore()
        let pool = WorkerPool(threads: WorkerPool.cores)
        SizeCounter(root: root, pool: pool).count(paths, cancellation: Cancellation()) { found in
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
