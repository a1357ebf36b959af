import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import TestSupport
import Testing
import Transactions

@testable import Session

/// A container on the disk, and a journal, a trash and a state directory of its own: those that `XDG_STATE_HOME` and
/// `XDG_DATA_HOME` name to a program are `state` and `data`.
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

    /// Where the session remembers things.
    var state: StateDirectory { StateDirectory(path: directory("state/sandglass")) }

    /// An item of the container.
    func item(_ path: ContainerPath) -> ItemAddress { ItemAddress(container.root, path) }

    /// Whether something stands there in the container.
    func exists(_ path: ContainerPath) -> Bool { (try? container.tree.status(path)) != nil }

    /// Has operations on the container wait until what is given back is let go.
    func lock() throws -> ContainerLock {
        try ContainerLock.acquire(
            [container.root], OpenRoots(container).table, title: "a test", in: environment, timeout: 0,
            cancellation: Cancellation())
    }

    /// Workers that have the container open.
    func workers(short: WorkerPool = WorkerPool(threads: 2)) throws -> SessionWorkers {
        let workers = try SessionWorkers(short: short, in: environment)
        workers.container = container
        return workers
    }
}

extension Ticket {
    /// The ticket after so many others.
    init(_ number: Int) { self = (0..<number).reduce(.none) { ticket, _ in ticket.next } }
}

/// Holds a thread until it is let go.
final class Gate: Sendable {
    private let isReached = Semaphore()
    private let isOpen = Semaphore()

    /// Waits, on the thread that is held.
    func pass() {
        isReached.signal()
        isOpen.wait()
    }

    /// Waits until a thread is held.
    func waitUntilReached() { isReached.wait() }

    /// Lets one thread go.
    func open() { isOpen.signal() }
}

extension WorkerPool {
    /// Holds one thread of the pool, and waits until it is held.
    func hold() -> Gate {
        let gate = Gate()
        submit { gate.pass() }
        gate.waitUntilReached()
        return gate
    }
}
