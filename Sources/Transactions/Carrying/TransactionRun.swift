import ContainerModel
import Disk
import Jobs

/// One transaction from its beginning to its end.
///
/// The order is what keeps every file whole whenever the process, or the computer, stops: the journal names the
/// temporaries; copies are made under temporary names; they are made durable; the journal names the sources that are to
/// go, which get temporary names and are compared with what was copied, and what differs is copied again; the journal
/// names the steps; the steps; the directories are made durable; the journal says that it is done; only then sources go.
final class TransactionRun {
    let bench: Workbench
    private let log: TransactionLog
    private let beginning: Beginning
    private let workload: Workload
    private var stager: Stager
    private var staged: [StagedItem] = []
    private var touched: Set<Location> = []
    /// The items that were done, by their places.
    private var doneIndices = IndexRanges()
    /// What was done last; before that the log knows it.
    private var done: [StagedItem] = []
    /// Whether items were done that are in the log alone, and whether any of those leaves something to be cleaned up.
    private var isSpilled = false
    private var hasSpilledCleanups = false
    private var isBegun = false
    /// The items of the chunk under way that are not copied: they count as done when their steps are.
    private var atOnce: Set<Int> = []
    /// How many names in the trash were given out.
    private var trashNames = 0
    private(set) var failures = BoundedList<Outcome.Failure>()
    private(set) var notes = BoundedList<Outcome.Note>()
    private(set) var counts = ItemCounts()
    private(set) var results = ItemResults()
    private(set) var isCancelled = false
    private(set) var isRolledBack = false

    var id: TransactionID { bench.id }

    /// Items that are staged, written down and carried out together.
    static let chunkSize = 4_096
    /// From so many items on their directories are opened once for all of them.
    private static let manyItems = 256

    init(_ workload: Workload, _ bench: Workbench, _ log: TransactionLog, _ beginning: Beginning) {
        self.workload = workload
        self.bench = bench
        self.log = log
        self.beginning = beginning
        stager = Stager(
            bench, takesAllBack: beginning.takesAllBack, time: beginning.time, departures: workload.departures)
    }

    /// Carries the workload out, a chunk at a time.
    func run() throws(TransactionError) {
        var chunk: [Workload.Item] = []
        try workload.handOut { item throws(TransactionError) in
            chunk.append(item)
            guard chunk.count == Self.chunkSize else { return true }
            try carryOut(chunk)
            chunk.removeAll(keepingCapacity: true)
            return !mustStop
        }
        if !chunk.isEmpty, !mustStop || !isBegun { try carryOut(chunk) }
        if isCancelled, beginning.role != .change, doneIndices.count < workload.count {
            // An undo is whole, or it was none.
            isRolledBack = true
        }
        if isRolledBack { return try rollBack() }
        try commit()
    }

    private func carryOut(_ items: [Workload.Item]) throws(TransactionError) {
        isSpilled = isSpilled || !done.isEmpty
        hasSpilledCleanups = hasSpilledCleanups || done.contains { !$0.cleanups.isEmpty }
        done = []
        atOnce = []
        defer { bench.handles.forget() }
        try reserve(items)
        var names = Set<Location>()
        // The directories around them.
        var around = Set<Location>()
        keepHandles(for: items.count)
        for (index, instructions) in items {
            if mustStop { break }
            // What an item before has made, moved or removed is there, or gone, only once its steps are done.
            if instructions.contains(where: { $0.locations.contains { around.contains($0) || depends($0, on: names) } })
            {
                try carryOutStaged()
                (names, around) = ([], [])
                if mustStop { break }
                keepHandles(for: items.count)
            }
            for location in instructions.flatMap(\.locations) {
                names.insert(location)
                around.insert(chainFrom: location.parent)
            }
            stage(instructions, index: index)
        }
        try carryOutStaged()
    }

    private func keepHandles(for count: Int) {
        bench.handles.forget()
        if count >= Self.manyItems { bench.handles.keep() }
    }

    /// Writes down where temporaries will be made, and which names will be taken in the trash, before any of that is.
    private func reserve(_ items: [Workload.Item]) throws(TransactionError) {
        var directories: Set<Location> = []
        var names: [[UInt8]] = []
        var taken: Set<[UInt8]> = []
        bench.trash?.keepHandles(items.count >= Self.manyItems)
        for instruction in items.flatMap(\.instructions) {
            directories.formUnion(instruction.locations.map(\.parent))
            if let outermost = instruction.vacated.flatMap({ workload.departures.outermost(around: $0) }) {
                directories.insert(outermost.parent)
            }
            guard let at = instruction.discarded, let trash = bench.trash else { continue }
            trashNames += 1
            let name = trash.freeName(for: at.name, unique: "\(bench.id.text)-t\(trashNames)", taken: taken)
            taken.insert(name)
            names.append(name)
        }
        if bench.trash != nil { directories.insert(Location(site: bench.trashSite, path: Trash.files)) }
        let reservation = Reservation(
            directories: directories.sorted { ($0.site, $0.path) < ($1.site, $1.path) }, trashNames: names)
        try log.append((isBegun ? [] : [.begin(beginning)]) + [.reserve(id.number, reservation)])
        isBegun = true
        stager.reserve(names)
    }

    private var mustStop: Bool {
        if bench.cancellation.isCancelled { isCancelled = true }
        return isCancelled || isRolledBack
    }

    private func depends(_ location: Location, on names: Set<Location>) -> Bool {
        if names.isEmpty { return false }
        var path: ContainerPath? = location.path
        while let current = path {
            if names.contains(Location(site: location.site, path: current)) { return true }
            path = current.parent
        }
        return false
    }

    private func stage(_ instructions: [Instruction], index: Int) {
        let result = stager.stage(instructions, index: index)
        if let from = result.reported { take(result.report, from) }
        if result.isCancelled { isCancelled = true }
        if let (at, failure) = result.failure {
            // What the copy's report says has been told.
            if result.report.failures.isEmpty { fail(failure, at) }
            results[index] = .failed
            if beginning.takesAllBack { isRolledBack = true }
        } else if result.isCancelled, result.item.steps.isEmpty {
            results[index] = .notDone
        } else {
            results[index] = result.report.isComplete ? .done : .partly
            if result.reported == nil { atOnce.insert(index) }
            counts.add(result.report)
            staged.append(result.item)
        }
    }

    /// Makes the copies durable and brings them to their places.
    private func carryOutStaged() throws(TransactionError) {
        guard !staged.isEmpty, !isRolledBack else { return }
        var items = staged
        staged = []
        guard settle(items) else { return }
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
                        try bench.perform(step)
                    } catch {
                        fail(error, at: item.subject(of: step, error, bench))
                        throw error
                    }
                    performed.append(step)
                }
                done.append(item)
                doneIndices.insert(item.index)
                // Copies were counted while they were made.
                if results[item.index] == .done, atOnce.contains(item.index) { bench.progress.add(files: 1) }
            } catch {
                results[item.index] = .failed
                takeBack(performed, of: item)
                guard beginning.takesAllBack else { continue }
                isRolledBack = true
                for rest in items[(place + 1)...] { giveUp(rest) }
                return
            }
        }
    }

    /// Makes the copies of items durable; copies that may not be on the disk get no names.
    private func settle(_ items: [StagedItem]) -> Bool {
        do throws(ItemFailure) {
            try stager.settle()
            return true
        } catch {
            for item in items {
                takeBack(item.asides, of: item)
                fail(error, at: item.deeds.last?.location)
                results[item.index] = .failed
            }
            if beginning.takesAllBack { isRolledBack = true }
            return false
        }
    }

    /// Sets the sources of moves to other file systems aside, and has the copies be what they are then.
    /// - Returns: the items that can be carried out.
    private func secured(_ items: [StagedItem]) throws(TransactionError) -> [StagedItem] {
        let moves = items.compactMap { item in
            item.asides.isEmpty ? nil : StagedItem(index: item.index, steps: item.asides)
        }
        guard !moves.isEmpty else { return items }
        do throws(TransactionError) {
            try log.append([.setAside(id.number, moves)])
        } catch {
            for item in items { discard(item) }
            throw error
        }
        var secured: [StagedItem] = []
        for (place, item) in items.enumerated() {
            do throws(ItemFailure) {
                secured.append(item.asides.isEmpty ? item : try stager.secure(item))
            } catch {
                let source = item.asides.first.flatMap { item.subject(of: $0, error, bench) }
                fail(error, source ?? item.deeds[0].location)
                results[item.index] = .failed
                takeBack(item.asides, of: item)
                guard beginning.takesAllBack else { continue }
                isRolledBack = true
                for other in secured + items[(place + 1)...] {
                    takeBack(other.asides, of: other)
                    results[other.index] = .notDone
                }
                return []
            }
        }
        // What was copied again.
        return stager.filled.isEmpty || settle(secured) ? secured : []
    }

    /// Gives up what was made for an item before any step of it but those that set sources aside.
    private func giveUp(_ item: StagedItem) {
        takeBack(item.asides, of: item)
        results[item.index] = .notDone
    }

    /// What cannot be removed now is removed when the program starts the next time.
    private func discard(_ item: StagedItem) {
        guard let failure = stager.discard(item) else { return }
        log.needsRecovery = true
        fail(
            failure, at: item.deeds.last?.location)
    }

    private func takeBack(_ steps: [Step], of item: StagedItem) {
        for step in steps.reversed() {
            do throws(ItemFailure) {
                try bench.revert(step)
            } catch {
                log.needsRecovery = true
                fail(error, at: item.subject(of: step, error, bench))
            }
        }
        discard(item)
    }

    private func rollBack() throws(TransactionError) {
        for item in staged { giveUp(item) }
        if !doneIndices.isEmpty {
            try log.append([.rollBack(id.number)])
            for item in done.reversed() { takeBack(item.steps, of: item) }
            let last = Set(done.map(\.index))
            try forEachSpilled(reversed: true) { item in
                if !last.contains(item.index) { takeBack(item.steps, of: item) }
            }
            results.takeBackAll()
            for failure in bench.sync(touched) { fail(failure, Location(site: 0, path: .root)) }
        }
        counts = ItemCounts()
        if !log.needsRecovery { try log.append([.end(id.number, .failed)]) }
    }

    /// Calls `body` with all items that were done, where some of them are in the log alone.
    private func forEachSpilled(
        reversed isReversed: Bool,
        _ body: (StagedItem) -> Void
    ) throws(TransactionError) {
        guard isSpilled else { return }
        guard let recorded = try log.read().transaction else {
            throw TransactionError(.inputOutput, "\(log.text) cannot be read any more")
        }
        try recorded.forEachIntended(reversed: isReversed) { items in
            for item in items where doneIndices.contains(item.index) { body(item) }
        }
    }

    private func commit() throws(TransactionError) {
        guard !doneIndices.isEmpty else {
            if !log.needsRecovery { try log.append([.end(id.number, .failed)]) }
            return
        }
        let unsynced = bench.sync(touched)
        for failure in unsynced { fail(failure, Location(site: 0, path: .root)) }
        var records: [JournalRecord] = [
            .commit(id.number, done: doneIndices, stamp: WallClock.nanoseconds)
        ]
        let hasCleanups = hasSpilledCleanups || done.contains { !$0.cleanups.isEmpty }
        if !hasCleanups, !log.needsRecovery { records.append(.end(id.number, .done)) }
        try log.append(records)
        guard hasCleanups else { return }
        bench.progress.begin(.cleaningUp, files: UInt64(doneIndices.count))
        var emptied: Set<Location> = []
        if hasSpilledCleanups {
            try forEachSpilled(reversed: false) { item in cleanUp(after: item, &emptied) }
        } else {
            for item in done { cleanUp(after: item, &emptied) }
        }
        _ = bench.sync(emptied)
        if !log.needsRecovery { try log.append([.end(id.number, .done)]) }
    }

    /// - Parameter emptied: gets the directories that sources went from.
    private func cleanUp(after item: StagedItem, _ emptied: inout Set<Location>) {
        for cleanup in item.cleanups {
            if let failure = bench.perform(cleanup, comparing: .sizes, versions: stager.versions) {
                tell(failure, of: cleanup, item)
                results[item.index] = .partly
            }
            if case .removeAside(let at, _, _) = cleanup { emptied.insert(at.parent) }
        }
        bench.progress.add(files: 1)
    }

    /// Says what failed, at a place whose tree or directory the failure's path is in.
    private func fail(_ failure: ItemFailure, _ location: Location) {
        let site = bench.sites[location.site]
        failures.append(
            Outcome.Failure(
                hostPath: Spot(site, failure.path).hostPath,
                reason: "could not \(failure.operation): \(failure.reason)",
                errno: failure.errno
            ))
    }

    /// Says what failed, of an item by the name that people know.
    private func fail(_ failure: ItemFailure, at location: Location?) {
        guard let location else { return }
        fail(failure.about(location.path), location)
    }

    /// Says what failed after the commit.
    private func tell(_ failure: ItemFailure, of cleanup: Cleanup, _ item: StagedItem) {
        guard case .removeAside(let aside, let source, _) = cleanup else {
            return fail(failure, at: item.deeds.last?.location)
        }
        fail(failure, source)
        // What could neither be removed nor get its name back must not be forgotten.
        do throws(ItemFailure) {
            if try bench.present(aside) != nil { log.needsRecovery = true }
        } catch {
            log.needsRecovery = true
        }
    }

    private func take(_ report: CopyReport, _ from: Location) {
        let around = from.path.parent ?? .root
        func hostPath(_ path: ContainerPath) -> [UInt8] {
            Spot(bench.sites[from.site], around.appending(path)).hostPath
        }
        for failure in report.failures.first {
            failures.append(
                Outcome.Failure(
                    hostPath: hostPath(failure.path), reason: "could not \(failure.operation): \(failure.reason)",
                    errno: failure.errno))
        }
        for skipped in report.skipped.first {
            notes.append(Outcome.Note(hostPath: hostPath(skipped.path), text: "left out: a \(skipped.kind.word)"))
        }
        for lost in report.lost.first {
            notes.append(Outcome.Note(hostPath: hostPath(lost.path), text: lost.text))
        }
    }
}

extension CopyReport.LostAttribute {
    /// What was lost, for people.
    var text: String {
        let what =
            switch kind {
            case .extendedAttribute(let name): "its attribute \(String(decoding: name, as: UTF8.self))"
            case .permissions: "its permissions"
            case .times: "its times"
            case .hardLink: "being the same file as another one"
            }
        return "copied without \(what): \(ItemFailure("", errno: errno, path: path).reason)"
    }
}

extension ItemCounts {
    /// Adds what a copy brought.
    mutating func add(_ report: CopyReport) {
        var other = ItemCounts()
        other.files = report.files
        other.directories = report.directories
        other.links = report.links
        other.bytes = report.bytes
        add(other)
    }
}
