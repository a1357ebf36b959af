import ContainerModel
import Copying
import FileTree
import Jobs

/// One transaction, from beginning to end.
///
/// The order of operations keeps every file whole if the process or the computer stops at any point:
///
/// 1. The journal records where temporaries will be created.
/// 2. Copies are made under temporary names and made durable.
/// 3. The journal records the sources to be removed. They are renamed to temporary names and compared with their
/// copies; items that differ are copied again.
/// 4. The journal records the steps, then the steps are performed.
/// 5. The changed directories are made durable, and the journal records the commit.
/// 6. Only then are the sources removed.
final class TransactionRun {
    let context: TransactionContext
    let log: TransactionLog
    private let beginRecord: BeginRecord
    private let workload: Workload
    var stager: Stager
    var staged: [StagedItem] = []
    var touched: Set<ItemAddress> = []
    var done = CompletedItems()
    private var isBegun = false
    /// The items of the current chunk that are not copied; they count as progress when their steps are done.
    private var atOnce: Set<Int> = []
    /// The times of directories before anything was created in them, if everything is taken back on a failure.
    private(set) var times: [DirectoryTime] = []
    private var timed: Set<ItemAddress> = []
    /// The number of trash names assigned so far.
    private var trashNames = 0
    var report = RunReport()
    private(set) var isCancelled = false
    private(set) var isRolledBack = false

    var id: TransactionID { context.id }
    /// Whether the copy of an item stays, since its source is gone; the recovery puts it in place.
    var keepsLastCopy = false
    /// Whether something was left for the recovery at the next start.
    var needsRecovery: Bool { log.needsRecovery }
    /// Whether everything was taken back because of a cancellation.
    var isTakenBackByRequest: Bool { isCancelled && isRolledBack && workload.isWhole && report.failures.isEmpty }

    /// The number of items that are staged, recorded and carried out together.
    static let chunkSize = 4_096
    /// From this many items on, each directory is opened once for all of them.
    private static let manyItems = 256

    init(_ workload: Workload, _ context: TransactionContext, _ log: TransactionLog, _ beginRecord: BeginRecord) {
        self.workload = workload
        self.context = context
        self.log = log
        self.beginRecord = beginRecord
        context.units.record = { [log] in (try? log.read())?.transaction }
        stager = Stager(
            context, takesAllBack: beginRecord.takesAllBack, time: beginRecord.time, departures: workload.departures,
            access: workload.access)
    }

    /// Executes the workload.
    /// - Throws: `TransactionError`; the recovery at the next start finishes or reverts it.
    func executeWorkload() throws(TransactionError) {
        do throws(TransactionError) {
            try executeChunks()
        } catch {
            guard isBegun else { throw error }
            throw TransactionError(
                error.code, "\(error.message); the next start completes or reverts the operation",
                at: error.hostPath, cause: error)
        }
    }

    /// Executes the workload, one chunk at a time.
    private func executeChunks() throws(TransactionError) {
        var chunk: [Workload.Item] = []
        try workload.handOut { item throws(TransactionError) in
            chunk.append(item)
            guard chunk.count == Self.chunkSize else { return true }
            try executeChunk(chunk)
            chunk.removeAll(keepingCapacity: true)
            return !mustStop
        }
        if !chunk.isEmpty, !mustStop || !isBegun { try executeChunk(chunk) }
        if isCancelled, beginRecord.role != .change || workload.isWhole, done.indices.count < workload.count {
            // An undo, a redo or a restoration is carried out completely or not at all.
            isRolledBack = true
        }
        if isRolledBack { return try rollBack() }
        try commit()
    }

    private func executeChunk(_ items: [Workload.Item]) throws(TransactionError) {
        done.beginChunk()
        atOnce = []
        defer { context.handles.forget() }
        try reserve(items)
        var names = NamesInUse()
        keepHandles(for: items.count)
        if !mustStop { stager.copyAhead(items.map(\.instructions)) }
        defer { if stager.discardAhead() { log.needsRecovery = true } }
        for (index, instructions) in items {
            if mustStop { break }
            if names.concern(instructions) {
                try performStaged()
                names = NamesInUse()
                if mustStop { break }
                keepHandles(for: items.count)
            }
            names.insert(instructions)
            stage(instructions, index: index)
        }
        try performStaged()
    }

    private func keepHandles(for count: Int) {
        context.handles.forget()
        if count >= Self.manyItems { context.handles.keep() }
    }

    /// Records in the journal where temporaries will be created and which trash names will be used, before any of that
    /// happens.
    private func reserve(_ items: [Workload.Item]) throws(TransactionError) {
        var directories: Set<ItemAddress> = []
        var names: [(at: ItemAddress, name: [UInt8])] = []
        var taken: Set<[UInt8]> = []
        context.trash?.keepHandles(items.count >= Self.manyItems)
        for (_, instructions) in items {
            for instruction in instructions {
                // Nothing is created beside sources that are only copied.
                directories.formUnion([instruction.target, instruction.vacated].compactMap { $0?.parent })
                if let outermost = instruction.vacated.flatMap({ workload.departures.outermost(around: $0) }) {
                    directories.insert(outermost.parent)
                }
            }
            guard let trash = context.trash else { continue }
            let discarded = instructions.compactMap(\.discarded)
            // The log of a database is named after it in the trash, too.
            let logs = discarded.count > 1 ? discarded.indices.filter { discarded[$0].loggedFile != nil } : []
            var own: [ItemAddress: [UInt8]] = [:]
            var given: [(place: Int, name: [UInt8])] = []
            let order = logs.isEmpty ? Array(discarded.indices) : discarded.indices.filter { !logs.contains($0) } + logs
            for place in order {
                let at = discarded[place]
                trashNames += 1
                let wish = at.loggedFile.flatMap { file in own[file].map { $0 + at.name.dropFirst(file.name.count) } }
                let name = trash.freeName(
                    for: wish?[...] ?? at.name, unique: "\(context.id.text)-\(String(trashNames, radix: 36))",
                    taken: taken)
                taken.insert(name)
                own[at] = name
                given.append((place, name))
            }
            if !logs.isEmpty { given.sort { $0.place < $1.place } }
            names += given.map { (discarded[$0.place], $0.name) }
        }
        if let trash = context.trash { directories.insert(ItemAddress(trash.root, Trash.files)) }
        let sorted = directories.sorted { $0.isBefore($1, in: context.named) }
        let times = beginRecord.takesAllBack ? times(sorted, items) : []
        self.times += times
        let reservation = Reservation(directories: sorted, trashNames: names.map(\.name), times: times)
        try log.append((isBegun ? [] : [.begin(beginRecord)]) + [.reserve(id.number, reservation)])
        isBegun = true
        stager.reserve(names)
    }

    /// Returns the times of the directories that are changed, except for those that were returned before.
    /// - Parameter changed: The directories of which entries are changed.
    private func times(_ changed: [ItemAddress], _ items: [Workload.Item]) -> [DirectoryTime] {
        let given = items.flatMap(\.instructions).compactMap { instruction -> ItemAddress? in
            if case .change(.setStatus(let at, _)) = instruction { at } else { nil }
        }
        return context.times(
            of: (changed + given + workload.times.map(\.directory)).filter { timed.insert($0).inserted })
    }

    private var mustStop: Bool {
        if context.cancellation.isCancelled { isCancelled = true }
        return isCancelled || isRolledBack
    }

    private func stage(_ instructions: [Instruction], index: Int) {
        var result = stager.stage(instructions, index: index)
        if let from = result.reported { report.note(result.report, from) }
        if result.report.omitsMetadata, result.report.isTopItemMade,
            let root = instructions.lazy.compactMap(\.target?.root).first
        {
            report.noteOmittedMetadata(in: root)
        }
        if result.isCancelled { isCancelled = true }
        if result.leavesTemporaries { log.needsRecovery = true }
        if let (at, failure) = result.failure {
            // Failures in the copy's report have already been recorded.
            if result.report.failures.isEmpty { report.fail(failure, at) }
            report.results[index] = .failed
            if beginRecord.takesAllBack { isRolledBack = true }
        } else if result.isCancelled, result.item.steps.isEmpty {
            report.results[index] = .notDone
        } else {
            report.results[index] = result.report.isComplete ? .done : .partly
            if result.reported == nil { atOnce.insert(index) }
            report.count(result.report)
            if index == workload.count - 1 {
                result.item.cleanups += workload.times.map { .setModified($0.directory, $0.modified) }
            }
            staged.append(result.item)
        }
    }

    /// Makes the staged copies durable and performs the steps of the staged items.
    private func performStaged() throws(TransactionError) {
        guard !staged.isEmpty, !isRolledBack else { return }
        var items = staged
        staged = []
        guard syncCopies(of: items, areSecured: false) else { return }
        items = try secured(items)
        if items.isEmpty { return }
        do throws(TransactionError) {
            try log.append([.intend(id.number, items)])
        } catch {
            for item in items { takeBack(item.asides, of: item) }
            throw error
        }
        for (place, item) in items.enumerated() {
            var performed = item.asides
            let rest = item.steps.dropFirst(performed.count)
            defer { touched.formUnion(performed.flatMap(\.directories)) }
            do throws(ItemFailure) {
                for step in rest {
                    do throws(ItemFailure) {
                        try context.perform(step, after: performed, of: item)
                    } catch {
                        // A device may have carried out a step whose answer is lost.
                        if context.isUncertain(error, step) { performed.append(step) }
                        report.fail(error, at: item.subject(of: step, error, context))
                        throw error
                    }
                    performed.append(step)
                }
                do throws(ItemFailure) {
                    try context.bringNewLogs(after: performed, of: item)
                } catch {
                    report.fail(error, at: item.undoRecords.last?.location)
                    throw error
                }
                done.append(item)
                stager.notePerformed(item)
                // Copies were counted while they were made.
                if report.results[item.index] == .done, atOnce.contains(item.index) { context.progress.add(files: 1) }
            } catch {
                report.results[item.index] = .failed
                takeBack(performed, of: item)
                guard beginRecord.takesAllBack else { continue }
                isRolledBack = true
                for rest in items[(place + 1)...] {
                    takeBack(rest.asides, of: rest)
                    report.results[rest.index] = .notDone
                }
                return
            }
        }
    }

    /// Makes the copies of items durable. If that fails, the copies are not put in place, since they may not be on
    /// disk.
    /// - Parameter areSecured: Whether the sources are set aside.
    private func syncCopies(of items: [StagedItem], areSecured: Bool) -> Bool {
        do throws(ItemFailure) {
            try stager.syncCopies()
            return true
        } catch {
            for item in items {
                takeBack(item, areSetAside: areSecured)
                report.fail(error, at: item.undoRecords.last?.location)
                report.results[item.index] = .failed
            }
            if beginRecord.takesAllBack { isRolledBack = true }
            return false
        }
    }

    /// Sets the sources of cross-file-system moves aside and brings their copies up to date.
    /// - Returns: The items that can be carried out.
    private func secured(_ items: [StagedItem]) throws(TransactionError) -> [StagedItem] {
        let moves = items.filter { !$0.asides.isEmpty }
        guard !moves.isEmpty else { return items }
        do throws(TransactionError) {
            try log.append([.setAside(id.number, moves)])
        } catch {
            for item in items { discard(item) }
            throw error
        }
        var secured: [StagedItem] = []
        for (place, item) in items.enumerated() {
            var setAside: Set<ItemAddress> = []
            do throws(ItemFailure) {
                secured.append(item.asides.isEmpty ? item : try stager.secure(item, &setAside))
            } catch {
                let source = item.asides.first.flatMap { item.subject(of: $0, error, context) }
                report.fail(error, source ?? item.undoRecords[0].location)
                report.results[item.index] = .failed
                takeBack(item.asides, of: item) { setAside.contains($0) ? .setAside : .inPlace }
                guard beginRecord.takesAllBack else { continue }
                isRolledBack = true
                for other in secured { giveUp(other, areSetAside: true) }
                for other in items[(place + 1)...] { giveUp(other) }
                return []
            }
        }
        // Sync the items copied again.
        return stager.filled.isEmpty || syncCopies(of: secured, areSecured: true) ? secured : []
    }
}

extension ItemAddress {
    /// Returns whether the address precedes another one when sorted by root, in the given order, then by path.
    fileprivate func isBefore(_ other: ItemAddress, in roots: [Root]) -> Bool {
        let places = (roots.firstIndex(of: root) ?? roots.count, roots.firstIndex(of: other.root) ?? roots.count)
        return places.0 == places.1 ? path < other.path : places.0 < places.1
    }
}
