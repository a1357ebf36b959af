import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import TestSupport
import Testing
import Transactions

@testable import Session

/// A container on disk with its own journal, trash and state directory. `state` and `data` are the directories for
/// `XDG_STATE_HOME` and `XDG_DATA_HOME` of a program.
final class SessionFixture {
    let directory = TemporaryDirectory()
    let container: Container
    let environment: TransactionEnvironment

    init() throws {
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("App/\(name)") }
        for name in ["a.txt", "b.txt", "c.txt"] { try directory.write(name, to: "App/Documents/\(name)") }
        container = try ContainerStore.locate(Array(directory("App").utf8)).0
        environment = TransactionEnvironment(
            stateDirectory: Array(directory("state/sandglass").utf8),
            trashDirectory: Array(directory("data/Trash").utf8))
    }

    var pipeline: OperationPipeline { OperationPipeline(OpenRoots(container), in: environment) }

    /// The state directory of the session.
    var state: StateDirectory { StateDirectory(path: directory("state/sandglass")) }

    /// Returns the address of an item in the container.
    func item(_ path: ContainerPath) -> ItemAddress { ItemAddress(container.root, path) }

    /// Returns whether an item exists in the container.
    func exists(_ path: ContainerPath) -> Bool { (try? container.tree.status(path)) != nil }

    /// Makes operations on the container wait until the returned lock is released.
    func lock() throws -> ContainerLock {
        try ContainerLock.acquire(
            [container.root], OpenRoots(container).table, title: "a test", in: environment, timeout: 0,
            cancellation: Cancellation())
    }

    /// Creates workers that have the container open.
    func workers(short: WorkerPool = WorkerPool(threads: 2)) throws -> SessionWorkers {
        let workers = try SessionWorkers(short: short, in: environment)
        workers.container = container
        return workers
    }
}

extension Ticket {
    /// Creates the ticket that follows the given number of others.
    init(_ number: Int) { self = (0..<number).reduce(.none) { ticket, _ in ticket.next } }
}

/// Blocks a thread until it is opened.
final class Gate: Sendable {
    private let isReached = Semaphore()
    private let isOpen = Semaphore()

    /// Blocks the calling thread.
    func pass() {
        isReached.signal()
        isOpen.wait()
    }

    /// Waits until a thread is blocked.
    func waitUntilReached() { isReached.wait() }

    /// Releases one thread.
    func open() { isOpen.signal() }
}

extension WorkerPool {
    /// Blocks one thread of the pool, and returns once it is blocked.
    func hold() -> Gate {
        let gate = Gate()
        submit { gate.pass() }
        gate.waitUntilReached()
        return gate
    }
}
