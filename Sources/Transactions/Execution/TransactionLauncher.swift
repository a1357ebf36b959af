import ContainerModel
import FileTree
import Jobs

/// Prepares transactions: claims a journal number and records the data that a recovery needs if the process is killed.
struct TransactionLauncher {
    let environment: TransactionEnvironment
    let roots: RootTable
    let title: String
    let actor: String
    let role: TransactionRole
    let subject: Int
    let takesAllBack: Bool

    /// Throws if the program's own files would be inside a container that the operation changes.
    func refuseOwnFilesInside(_ named: [Root], usesTrash: Bool) throws(TransactionError) {
        for root in named where root.isContainer {
            if try isInside(root, environment.stateDirectory) {
                throw TransactionError(
                    .refused,
                    "the journal would be inside \(root.text), which the operation changes; point XDG_STATE_HOME elsewhere"
                )
            }
            if usesTrash, try isInside(root, environment.trashDirectory) {
                throw TransactionError(
                    .refused,
                    "the trash would be inside \(root.text), which the operation changes; point XDG_DATA_HOME elsewhere"
                )
            }
        }
    }

    private func isInside(_ root: Root, _ directory: [UInt8]) throws(TransactionError) -> Bool {
        do throws(FileTreeError) {
            return try Trash.isInside(roots.identity(of: root), directory)
        } catch {
            throw TransactionError(
                .cannotCreate, "could not open \(String(decoding: directory, as: UTF8.self)): \(error.reason)",
                at: directory, cause: error)
        }
    }

    /// Makes the run of a workload on roots that are already locked.
    /// - Parameter named: The roots of the instructions' addresses; the trash is added here if it is used.
    func makeRun(
        _ workload: Workload,
        on named: [Root],
        readsBack: Bool = true,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> TransactionRun {
        try refuseOwnFilesInside(named, usesTrash: workload.usesTrash)
        let trash = workload.usesTrash ? try Trash(environment) : nil
        if let trash { roots.adopt(trash.directory, as: trash.root) }
        let store = JournalStore(environment)
        let log = try store.claim()
        let id = TransactionID(number: log.number, token: UInt64.random(in: 1 ... .max))
        var context = TransactionContext(
            named: named + (trash.map { [$0.root] } ?? []), roots: roots, trash: trash, id: id, progress: progress,
            cancellation: cancellation, environment: environment)
        context.readsBack = readsBack
        context.apart = workload.apart
        let beginRecord = try beginRecord(of: workload, on: context)
        if role != .change { context.newSince = beginRecord.time }
        if id.number.isMultiple(of: JournalRetention.interval) { store.prune() }
        return TransactionRun(workload, context, log, beginRecord)
    }

    private func beginRecord(of workload: Workload, on context: TransactionContext) throws(TransactionError)
        -> BeginRecord
    {
        let listed = try workload.first(BeginRecord.maxListed) {
            // Making room for an item is part of that item's change.
            if case .replace = $0 { false } else { true }
        }
        var recorded: [BeginRecord.RecordedRoot] = []
        for root in context.named {
            do throws(FileTreeError) {
                recorded.append(try .init(root, in: roots))
            } catch {
                throw TransactionError(
                    .inputOutput, "could not examine \(root.text): \(error.reason)", at: root.hostPath, cause: error)
            }
        }
        return BeginRecord(
            id: context.id,
            time: WallClock.seconds,
            role: role,
            subject: subject,
            title: title,
            actor: actor,
            takesAllBack: takesAllBack,
            itemCount: workload.count,
            roots: recorded,
            usesTrash: workload.usesTrash,
            items: listed.map { instruction in
                let change = instruction.change(on: context)
                return .init(
                    verb: change.verb, from: change.item.hostPath,
                    to: change.source == nil ? nil : change.target?.hostPath)
            },
            listedCount: max(listed.count, workload.listedCount)
        )
    }
}

/// The distinct roots of a transaction, in order of first use.
struct RootList {
    private(set) var roots: [Root] = []
    private var known: Set<Root> = []

    /// Adds the root of an item.
    mutating func note(_ item: ItemAddress) {
        if known.insert(item.root).inserted { roots.append(item.root) }
    }

    mutating func note(_ instruction: Instruction) {
        for item in instruction.locations { note(item) }
    }
}
