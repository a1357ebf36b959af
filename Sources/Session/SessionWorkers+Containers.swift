import Browser
import ContainerModel
import ContainerStore
import Disk
import Formats
import Glibc
import Jobs

/// The tree of places, sizes, paths and other containers.
extension SessionWorkers {
    /// The tree shows no more directories than this at one place.
    private static let widestLevel = 1_000
    /// How many entries of a directory are looked at to find out whether one is a directory.
    private static let fewEntries = 2_000

    func readTree(_ paths: [ContainerPath]) {
        guard let container else { return }
        let cancellation = presentTree
        submit(short) { answer in
            var levels: [ContainerPath: TreeLevel] = [:]
            for path in paths where !cancellation.isCancelled {
                levels[path] = Self.level(of: path, in: container.directory, cancellation)
            }
            guard !cancellation.isCancelled else { return }
            answer(.treeRead(levels, standard: container.standardDirectories()))
        }
    }

    private static func level(of path: ContainerPath, in root: RootedDirectory, _ cancellation: Cancellation)
        -> TreeLevel?
    {
        guard let directory = try? root.openDirectory(path),
            let entries = try? DirectoryReader.read(directory, path: path, cancellation: cancellation)
        else { return nil }
        let directories = entries.arranged(by: EntryOrder(), filter: EntryFilter(showsHidden: true))
            .filter { entries.kind(Int($0)) == .directory }
        let children = directories.prefix(widestLevel).map { place in
            let name = Array(entries.name(Int(place)))
            return TreeLevel.Child(name: name, hasSubdirectories: hasSubdirectories(name, in: directory))
        }
        return TreeLevel(children: children, omitted: max(0, directories.count - widestLevel))
    }

    /// Looks at the first entries only: a directory of a million files is not read for a mark in the tree.
    private static func hasSubdirectories(_ name: [UInt8], in directory: Descriptor) -> Bool {
        guard let child = try? RootedDirectory.openEntry(name[...], in: directory) else { return false }
        let enough = Cancellation()
        var isFound = false
        _ = try? DirectoryReader.read(child, path: .root, cancellation: enough) { entries in
            isFound = isFound || (0..<entries.count).contains { entries.kind($0) == .directory }
            if isFound || entries.count > fewEntries { enough.cancel() }
        }
        return isFound
    }

    func count(_ side: Side, _ paths: [ContainerPath]) {
        guard let root = root(of: side) else { return }
        let mailbox = mailbox
        let epoch = epoch
        let pool = long
        let cancellation = presentBackground
        submit(short) { _ in
            guard let root = try? root.open() else { return }
            SizeCounter(root: root, pool: pool).count(paths, cancellation: cancellation) { totals in
                mailbox.post(.event(.counted(side, totals), epoch: epoch))
            }
        }
    }

    /// Finds out whether a path that the person named is a directory or an entry of one.
    func locate(_ item: ItemAddress) {
        guard let root = root(of: item.side) else { return }
        submit(short) { answer in
            do throws(DiskError) {
                answer(.located(item.side, ContainerStart(to: item.path, kind: try root.open().status(item.path).kind)))
            } catch {
                answer(.failed("\(Self.quoted(item.path)): \(error.reason)"))
            }
        }
    }

    func follow(_ link: ItemAddress) {
        guard link.side == .container else { return locateOnComputer(link.shown) }
        guard let root = container?.directory else { return }
        submit(short) { answer in
            switch root.destination(ofLink: link.path) {
            case .inside(let target, let kind): answer(.located(.container, ContainerStart(to: target, kind: kind)))
            case .outside: answer(.failed("the link leads out of the container; it is not entered"))
            case .absolute: answer(.failed("the link is an absolute path of the device; it is not entered"))
            case .missing: answer(.failed("the link leads to nothing"))
            case .loop: answer(.failed("the link leads in a circle"))
            case .unreadable: answer(.failed("where the link leads cannot be read"))
            }
        }
    }

    /// Finds a path of this computer as the person wrote it, links followed.
    func locateOnComputer(_ path: [UInt8]) {
        submit(short) { answer in
            guard let found = Self.pathOnComputer(path), let root = try? RootedDirectory.computer(),
                let status = try? root.status(found)
            else {
                return answer(.failed("\(String(decoding: path, as: UTF8.self)): it is not there"))
            }
            answer(.located(.computer, ContainerStart(to: found, kind: status.kind)))
        }
    }

    /// Finds what a path of this computer is that the person wrote for an import or an export.
    func resolve(_ purpose: PathPurpose, _ path: [UInt8]) {
        submit(short) { answer in
            guard let found = Self.pathOnComputer(path) else {
                return answer(.failed("\(String(decoding: path, as: UTF8.self)): it is not there"))
            }
            answer(.resolved(purpose, found))
        }
    }

    /// Where on this computer a path leads that the person wrote, read from `/`; nil where nothing is there.
    static func pathOnComputer(_ path: [UInt8]) -> ContainerPath? {
        var path = path.isEmpty ? [0x2e] : path
        if path.first == 0x7e, path.count == 1 || path[1] == 0x2f, let home = getenv("HOME") {
            path =
                UnsafeBufferPointer(start: home, count: strlen(home)).map { UInt8(bitPattern: $0) } + path.dropFirst()
        }
        return HostPath(path)?.followingLinks().flatMap { ContainerPath(bytes: $0.bytes) }
    }

    func open(_ path: HostPath) {
        let mailbox = mailbox
        submit(short) { answer in
            do throws(ContainerStoreError) {
                switch try ContainerStore.open(path.bytes) {
                case .container(let container, let start):
                    mailbox.post(.opened(container.recallingAppInfo(), at: start))
                case .several(let candidates): answer(.containersFound(candidates))
                }
            } catch {
                answer(.failed("\(String(decoding: error.hostPath, as: UTF8.self)) \(error.message)"))
            }
        }
    }

    private static func quoted(_ path: ContainerPath) -> String { String(decoding: path.bytes, as: UTF8.self) }
}

extension ContainerStart {
    /// Where one has to go to see an item: into a directory, and to any other entry in its own.
    fileprivate init(to path: ContainerPath, kind: ItemKind) {
        guard kind != .directory, let parent = path.parent, let name = path.lastComponent else {
            self.init(directory: path)
            return
        }
        self.init(directory: parent, entry: Array(name))
    }
}
