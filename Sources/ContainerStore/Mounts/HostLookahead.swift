import ContainerModel
import FileTree
import Jobs
import System

/// Asks a host early, and many things at a time, what opening a path on it asks one after the other.
///
/// A question to a host takes a round trip, and each directory around a path may be a container. The answers stay with
/// the system for a second and with sshfs for two, and who needs one that is on its way waits for it. Nothing depends on
/// what is asked here but the time.
enum HostLookahead {
    /// libfuse passes on ten requests at a time, and whoever waits for an answer needs some of them.
    private static let requests = 8

    private static let pool = WorkerPool(threads: requests)

    /// Asks for what makes each directory on the way to an item a container, for what such a container needs, and for
    /// the entries of the item, if it is a directory.
    static func begin(at root: [UInt8], _ path: ContainerPath) {
        pool.submit {
            guard var directory = HostPath(root) else { return }
            var isInside = look(into: directory)
            for name in path.components {
                let item = directory.appending(name)
                guard kind(of: item) == S_IFDIR else { return }
                if isInside {
                    ask(directory, for: [AppleDoubleName.name(for: name)])
                } else {
                    isInside = look(into: item)
                }
                directory = item
            }
            list(directory)
        }
    }

    /// Asks for what tells whether a directory is a container, and for what is in one of a device or a package.
    /// - Returns: Whether it is one by its name, so that no directory in it is.
    private static func look(into directory: HostPath) -> Bool {
        ask(directory, for: ContainerSources.marks.map(\.bytes))
        let isPackaged = directory.name.elementsEqual(XcappdataSource.dataDirectory.bytes)
        guard isPackaged || DeviceLayout.hasContainer(directory) else { return false }
        pool.submit {
            let found = DeviceLayout.around(directory)
            for area in found?.layout.areas ?? [] { pool.submit { list(area.path) } }
            let kind = found?.area.role.kind ?? .data
            ask(directory, for: RuleBook.standard.standardDirectories(in: kind).map(\.bytes))
        }
        return true
    }

    private static func ask(_ directory: HostPath, for names: [[UInt8]]) {
        for name in names { pool.submit { _ = kind(of: directory.appending(name)) } }
    }

    private static func list(_ directory: HostPath) {
        _ = (try? HostDirectory(outsideBackups: directory))?.tree.entries(limit: .max)
    }

    /// Returns the type bits of the item at a path; nil if there is none.
    private static func kind(of path: HostPath) -> UInt32? {
        var status = stat()
        return withNullTerminated(path.bytes) { lstat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Calls `ask` with each item: of places on a host, with as many at a time as it answers.
    /// - Returns: The results, in the order of the items.
    static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], at place: HostPath, _ ask: @escaping @Sendable (Item) -> Result
    ) -> [Result] {
        guard items.count > 1, case .host = SourceAddress.ofMount(place.bytes) else { return items.map(ask) }
        let results = pool.inParts(of: items.count, size: 1, cancellation: Cancellation(), threads: requests) {
            ask(items[$0.lowerBound])
        }
        return results ?? []
    }
}
