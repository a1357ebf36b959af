import ContainerModel
import FileTree
import Jobs
import System
import TestSupport

@testable import Transactions

/// A container, a host directory, a state directory and a trash, all temporary.
final class Scene {
    let home: TemporaryDirectory
    /// The parent of the host directory on another file system; nil if it is beside the container.
    let other: TemporaryDirectory?
    let environment: TransactionEnvironment
    private(set) var roots = RootTable()

    /// - Parameters:
    ///   - homeParent: The parent directory of everything but the host directory; nil for the disk.
    ///   - parent: A directory on another file system for the host directory; nil to put it beside the container.
    init(on homeParent: String? = nil, hostOn parent: String? = nil) throws {
        home = try TemporaryDirectory(on: homeParent ?? TestFiles.diskDirectory)
        other = try parent.map { try TemporaryDirectory(on: $0) }
        try home.makeDirectory("container/Documents")
        try (other ?? home).makeDirectory("host")
        environment = TransactionEnvironment(
            stateDirectory: Array(home("state/sandglass").utf8), trashDirectory: Array(home("data/Trash").utf8))
    }

    var container: String { home("container") }
    var host: String { (other ?? home)("host") }
    var journal: Journal { Journal(environment: environment) }

    /// Closes the directories, so that their file system can be unmounted.
    func closeRoots() { roots = RootTable() }

    func inContainer(_ path: String) throws -> ItemAddress {
        ItemAddress(Root(.container, at: Array(container.utf8)), ContainerPath(path) ?? .root)
    }

    func onHost(_ path: String) throws -> ItemAddress {
        ItemAddress(Root(.directory, at: Array(host.utf8)), ContainerPath(path) ?? .root)
    }

    /// Writes a file in the container or the host directory: `container/…`, `host/…`.
    func write(_ path: String, _ text: String) throws {
        try (path.hasPrefix("host/") ? other ?? home : home).write(text, to: path)
    }

    func plan(
        _ changes: [Change],
        _ conflicts: ConflictPolicy = .ask,
        onError: ErrorPolicy = .goOn,
        as kind: OperationKind = .copy
    ) throws -> Plan {
        try Planner(environment: environment, roots: roots).plan(
            ChangeSet(changes, conflicts: conflicts), as: kind, onError: onError, progress: ProgressMeter(),
            cancellation: Cancellation())
    }

    @discardableResult
    func execute(_ plan: Plan, cancellation: Cancellation = Cancellation()) throws -> Outcome {
        try Transaction.execute(
            plan, in: environment, roots: roots, progress: ProgressMeter(), cancellation: cancellation)
    }

    @discardableResult
    func execute(_ changes: Change..., conflicts: ConflictPolicy = .ask) throws -> Outcome {
        try execute(try plan(changes, conflicts))
    }

    @discardableResult
    func undo(_ which: Journal.Selection = .last, changed: Journal.ChangedItems = .refuse) throws -> Outcome {
        try journal.undo(which, changed: changed, progress: ProgressMeter(), cancellation: Cancellation())
    }

    @discardableResult
    func redo(_ which: Journal.Selection = .last) throws -> Outcome {
        try journal.redo(which, progress: ProgressMeter(), cancellation: Cancellation())
    }

    /// Returns a line for each item below the container and the host directory, as `DiskState` formats it.
    func state() throws -> [String] {
        DiskState.lines(of: container).map { "container" + $0 } + DiskState.lines(of: host).map { "host" + $0 }
    }

    /// Returns a line for each item in the trash.
    func trashed() throws -> [String] { DiskState.lines(of: home("data/Trash/files")) }

    /// Returns the paths of all temporaries in the scene.
    func temporaries() throws -> [String] {
        (other.map { [home.path, $0.path] } ?? [home.path])
            .flatMap { DiskState.paths(below: $0, prefix: ".sandglass-") }
    }

    /// Returns a command line of the probe.
    func probe(_ words: String...) -> [String] { probe(words) }

    /// Begins the log of a transaction of one item, as the process that makes it does, with its reservations.
    func beginLog(
        _ title: String, verb: String, from: ItemAddress, to: ItemAddress, isOnDevice: Bool = false
    ) throws -> (TransactionLog, TransactionID) {
        func recorded(_ root: Root) throws -> BeginRecord.RecordedRoot {
            .init(root: root, inode: isOnDevice && root == to.root ? 0 : try roots.identity(of: root).inode)
        }
        let log = try store.claim()
        let id = TransactionID(number: log.number, token: 99)
        let begin = BeginRecord(
            id: id, time: WallClock.seconds, role: .change, subject: 0, title: title, actor: "app",
            takesAllBack: false, itemCount: 1, roots: [try recorded(from.root), try recorded(to.root)],
            usesTrash: false, items: [.init(verb: verb, from: from.hostPath, to: to.hostPath)], listedCount: 1)
        try log.append([.begin(begin), .reserve(id.number, Reservation(directories: [from.parent, to.parent]))])
        return (log, id)
    }

    func probe(_ words: [String]) -> [String] {
        [
            Products.executable("transaction-probe"), String(decoding: environment.stateDirectory, as: UTF8.self),
            String(decoding: environment.trashDirectory, as: UTF8.self),
        ] + words
    }
}

/// Starts a command without waiting for it; its output is discarded.
func start(_ argv: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in [Int32(1), 2] { posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = argv.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let failure = posix_spawnp(&process, argv[0], &actions, nil, &arguments, environ)
    guard failure == 0 else { throw CommandError(call: "posix_spawnp \(argv[0])", number: failure) }
    return process
}

/// Waits for the end of a process.
/// - Returns: Whether a signal ended it.
@discardableResult
func wait(for process: pid_t) -> Bool {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f != 0
}
