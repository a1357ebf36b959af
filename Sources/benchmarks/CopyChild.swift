import ContainerModel
import Copying
import FileTree
import Jobs
import System
import Transactions

/// A single copy in a separate process, which is measured.
struct CopyChild {
    /// The source, an absolute path.
    let source: String
    /// The absolute path of the copy, in a directory that stands for a container.
    let target: String
    /// The absolute path of the directory for the journal and the trash.
    let state: String

    /// Imports as the program does: a plan, then a transaction with its journal and its lock.
    /// - Returns: The peak memory in KiB.
    func runTransaction() throws -> Int {
        Allocator.tuneForWorkers()
        let environment = TransactionEnvironment(
            stateDirectory: Array((state + "/state").utf8), trashDirectory: Array((state + "/trash").utf8))
        let changes = ChangeSet([.copy(address(source, isContainer: false), to: address(target, isContainer: true))])
        let roots = RootTable()
        let plan = try Planner(environment: environment, roots: roots).plan(
            changes, as: .import, onError: .rollBack, progress: ProgressMeter(), cancellation: Cancellation())
        guard plan.refusals.isEmpty else { throw BenchmarkError("the plan was refused: \(plan.refusals[0].reason)") }
        let outcome = try Transaction.execute(
            plan, in: environment, roots: roots, progress: ProgressMeter(), cancellation: Cancellation())
        guard outcome.state == .done else { throw BenchmarkError("the copy failed: \(outcome.failures.first)") }
        return RunningProcess.memory(.peak)
    }

    /// Copies with the engine alone: to a temporary name, durably, then renamed; no plan, journal or lock.
    /// - Returns: The peak memory in KiB.
    func runEngine() throws -> Int {
        Allocator.tuneForWorkers()
        let from = try split(source)
        let to = try split(target)
        let temporary = Array(".sandglass-benchmark".utf8)[...]
        let copier = TreeCopier(progress: ProgressMeter(), cancellation: Cancellation(), onFailure: .stop)
        let report = copier.copy(from.name, in: from.directory, to: temporary, in: to.directory)
        guard report.isComplete else { throw BenchmarkError("the copy failed: \(report.failures.first)") }
        try Durability.syncCopies([temporary], in: to.directory)
        try Renaming.rename(temporary, in: to.directory, to: to.name, in: to.directory, path: .root)
        try Durability.sync(to.directory, path: .root)
        return RunningProcess.memory(.peak)
    }

    private func address(_ path: String, isContainer: Bool) -> ItemAddress {
        let (parent, name) = parts(path)
        return ItemAddress(Root(isContainer ? .container : .directory, at: parent), ContainerPath(bytes: name) ?? .root)
    }

    private func split(_ path: String) throws -> (directory: Descriptor, name: ArraySlice<UInt8>) {
        let (parent, name) = parts(path)
        return (try RootedDirectory(hostPath: parent).descriptor, name)
    }

    private func parts(_ path: String) -> (parent: [UInt8], name: ArraySlice<UInt8>) {
        let bytes = Array(path.utf8)
        let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return (Array(bytes[..<max(slash, 1)]), bytes[(slash + 1)...])
    }
}
