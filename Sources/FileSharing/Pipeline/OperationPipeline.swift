import ContainerModel
import ContainerStore
import FileTree
package import Jobs
import System
package import Transactions

/// The steps of every change to files: an operation is prepared, its questions are answered, and it is carried out.
/// Both the command line and the browser use it.
package struct OperationPipeline: Sendable {
    /// The open roots.
    package let open: OpenRoots
    /// The files being edited.
    package let editing: EditingSessions
    let editor: Editor
    /// Whether nothing in a container may be changed.
    package let isReadOnly: Bool
    private let givenEnvironment: TransactionEnvironment?

    /// Creates a pipeline.
    /// - Parameters:
    ///   - open: The open roots.
    ///   - editor: The editor that opens files and lists of names.
    ///   - environment: The location of journal and trash; nil to determine it from the process environment when an
    ///     operation first needs it.
    ///   - isReadOnly: Whether to refuse everything but copies out of containers.
    package init(
        _ open: OpenRoots,
        editing: EditingSessions = EditingSessions(),
        editor: Editor = .fromEnvironment,
        in environment: TransactionEnvironment? = nil,
        isReadOnly: Bool = false
    ) {
        self.open = open
        self.editing = editing
        self.editor = editor
        self.isReadOnly = isReadOnly
        givenEnvironment = environment
    }

    func environment() throws(OperationError) -> TransactionEnvironment {
        var environment: TransactionEnvironment
        if let givenEnvironment {
            environment = givenEnvironment
        } else {
            environment = try forOperation { () throws(TransactionError) in try .fromEnvironment() }
        }
        environment.isReadOnly = isReadOnly
        return environment
    }

    /// Determines what an operation would do, by which rules, and what to ask, without changing the disk. Blocks; call
    /// it on a worker.
    ///
    /// - Parameters:
    ///   - requester: The party that requests it.
    ///   - options: Answers given in advance.
    ///   - progress: Counts the items examined.
    /// - Throws: `OperationError` if the operation is impossible. A refusal by a rule is not an error; it is part of
    ///   the decision.
    package func prepare(
        _ operation: FileOperation,
        for requester: Requester = Requester(),
        _ options: OperationOptions = OperationOptions(),
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) throws(OperationError) -> Preparation {
        var preparation = try decideAndPlan(operation, for: requester, options, progress, cancellation)
        if !requester.state.isAppRunning { leaveOutGivenWarnings(from: &preparation.decision) }
        return preparation
    }

    private func decideAndPlan(
        _ operation: FileOperation,
        for requester: Requester,
        _ options: OperationOptions,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Preparation {
        if isReadOnly { try refuseUnlessCopyingOut(operation) }
        try requireWritable(operation.changedRoots)
        try refusePlacesBesideContainers(operation)
        switch operation {
        case .undo(let selection), .redo(let selection): return try prepare(operation, selection, options)
        case .deliver(let documents, let root, let sender, let inPlaceOnly):
            let delivery = try delivery(of: documents, to: root, from: sender, inPlaceOnly: inPlaceOnly)
            return try prepare(operation, delivery, progress, cancellation)
        case .save(_, let ticket):
            guard editing[ticket] != nil else { throw OperationError(.noInput, "nothing was edited") }
            return Preparation(operation, PolicyDecision(actor: requester.actor), .save(ticket))
        case .edit(let item, let asBytes):
            return try prepareEdit(operation, of: item, asBytes: asBytes, requester, progress, cancellation)
        case .copy, .move, .rename, .makeDirectory, .makeFile, .delete, .empty, .setExclusion, .purge,
            .removeSnapshots:
            break
        }
        let rules = rules(for: operation, requester, options)
        var decision: PolicyDecision
        switch try decide(operation, by: rules) {
        case .decided(let found): decision = found
        case .unclear(let question):
            var preparation = Preparation(operation, PolicyDecision(actor: rules.actor), .nothing)
            preparation.questions = [.destination(question)]
            return preparation
        }
        if rules.actor == .owner { decision.addSealConsequences(in: open) }
        return try prepare(operation, decision, rules, options, progress, cancellation)
    }

    /// Carries out a prepared operation, and releases its list of names once they are applied. Blocks; call it on a
    /// worker.
    /// - Parameter answers: The decisions about taken names, one for each of `conflicts`.
    package func run(
        _ preparation: Preparation,
        _ answers: [ConflictPolicy] = [],
        progress: ProgressMeter = ProgressMeter(),
        cancellation: Cancellation = Cancellation()
    ) -> OperationEnding {
        let ending = carryOut(preparation, answers, progress, cancellation)
        if case .completed(let completion) = ending, let list = preparation.operation.namesList,
            completion.hasGivenNames
        {
            editing.remove(list.ticket)
        }
        if case .completed(let completion) = ending, let outcome = completion.outcome {
            var inverted: Int?
            if case .invert(let step, _) = preparation.work { inverted = step.number }
            follow(outcome, inverting: inverted)
        }
        return ending
    }

    /// Lets tags and marks follow what was moved, also to the trash and back. What fails here loses a tag, but the
    /// operation has succeeded.
    private func follow(_ outcome: Outcome, inverting inverted: Int?) {
        guard outcome.movesItems, let environment = try? environment() else { return }
        let state = StateDirectory(path: environment.stateDirectory)
        try? ContainerMemoryStore(state).follow { outcome.journeys(inverting: inverted) }
    }

    private func carryOut(
        _ preparation: Preparation,
        _ answers: [ConflictPolicy],
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) -> OperationEnding {
        let title = preparation.operation.title
        if let hindrance = preparation.hindrance { return .completed(Completion(title, hindrance)) }
        do throws(OperationError) {
            switch preparation.work {
            case .nothing: return .completed(Completion(title, "nothing to do"))
            case .change(var plan):
                for (question, answer) in zip(preparation.conflicts, answers) {
                    plan.decide(answer, for: question.index)
                }
                return .completed(Completion(title, try carryOut(plan, progress, cancellation)))
            case .savedChange(let plan, let ticket):
                return .completed(try carryOut(plan, saving: ticket, progress, cancellation))
            case .deliver(let plan):
                var completion = Completion(title, "opened in place")
                if let plan { completion = Completion(title, try carryOut(plan, progress, cancellation)) }
                return .completed(completion)
            case .edit(let item, let form, let destination, _):
                return .editing(try makeReady(item, as: form, savingTo: destination, progress, cancellation))
            case .save(let ticket): return try save(ticket, preparation, progress, cancellation)
            case .invert(let step, let changed): return try invert(step, changed, preparation, progress, cancellation)
            }
        } catch {
            return .completed(Completion(title, error))
        }
    }

    /// Completes or rolls back operations that earlier runs left unfinished.
    /// - Parameter tell: Receives notices. Those about what was left outside of containers come even if there is no usable
    ///   journal, because they are reported only once.
    /// - Throws: `OperationError` if the journal cannot be recovered.
    package func recover(telling tell: ([Notice]) -> Void) throws(OperationError) {
        tell(UnfinishedRuns.collect(isReadOnly: isReadOnly, isSeen: true).map { Notice($0) })
        let environment = try environment()
        let report = try forOperation { () throws(TransactionError) in try Journal(environment: environment).recover() }
        tell(report.notices)
    }
}

extension OperationPipeline {
    /// Refuses what read-only mode does not allow. A directory of this computer may lie in a container, too.
    private func refuseUnlessCopyingOut(_ operation: FileOperation) throws(OperationError) {
        guard operation.onlyCopiesOut, let target = operation.destination?.item,
            open.surroundings(of: target, .directory) == nil
        else { throw .readOnlyMode }
    }

    /// Refuses to change a directory of this computer that is part of a package, a bundle container or a backup.
    private func refusePlacesBesideContainers(_ operation: FileOperation) throws(OperationError) {
        if let target = operation.destination?.item {
            try refuseBesideContainers(target, at: target, "choose a directory outside of containers")
        }
        switch operation {
        case .move(let items, _):
            for (directory, item) in items.firstByDirectory {
                try refuseBesideContainers(directory, at: item, "copy it instead")
            }
        case .rename, .delete, .empty, .setExclusion:
            for (directory, item) in operation.subjects.firstByDirectory {
                try refuseBesideContainers(directory, at: item)
            }
        case .makeDirectory(let item), .makeFile(let item), .edit(let item, _):
            try refuseBesideContainers(item.parent, at: item)
        case .copy, .purge, .removeSnapshots, .deliver, .save, .undo, .redo: break
        }
    }

    /// - Parameters:
    ///   - item: The item that the refusal names.
    ///   - way: What would work.
    private func refuseBesideContainers(
        _ directory: ItemAddress, at item: ItemAddress, _ way: String? = nil
    ) throws(OperationError) {
        guard !directory.root.isContainer, open.surroundings(of: directory, .directory) == nil,
            let place = HostPath(directory.hostPath)?.followingLinks(),
            let refusal = ContainerStore.refusalBesideContainers(place, isReadOnly: isReadOnly)
        else { return }
        throw OperationError(
            .refused, at: item.hostPath, ([refusal] + [way].compactMap(\.self)).joined(separator: "; "))
    }

    /// Refuses changes to a read-only tree.
    private func requireWritable(_ roots: Set<Root>) throws(OperationError) {
        for root in roots {
            // A root that cannot be opened is reported when it is examined.
            guard let tree = try? open.table.tree(of: root), let medium = tree.medium, tree.writable == nil else {
                continue
            }
            throw .readOnly(medium, at: root.hostPath)
        }
    }

    /// The decision about an operation, or the question to ask first.
    private enum Finding {
        case decided(PolicyDecision)
        case unclear(DestinationQuestion)
    }

    /// Purging is checked as the system, whoever requests the simulation.
    private func rules(
        for operation: FileOperation,
        _ requester: Requester,
        _ options: OperationOptions
    ) -> SharingRules {
        if case .purge = operation { return SharingRules(in: open, as: .system, state: requester.state) }
        return SharingRules(in: open, as: requester.actor, state: requester.state, conflicts: options.conflicts)
    }

    private func decide(_ operation: FileOperation, by rules: SharingRules) throws(OperationError) -> Finding {
        switch operation {
        case .copy(let items, let destination):
            if let question = try placesQuestion(about: operation, for: rules.actor) { return .unclear(question) }
            let destination = redirected(destination, of: operation, for: rules.actor)
            switch try Transfers.find(items, to: destination, isCopy: true, in: open) {
            case .transfers(let transfers): return .decided(rules.copy(transfers))
            case .unclear(let question): return .unclear(question)
            }
        case .move(let items, let destination):
            switch try Transfers.find(items, to: destination, isCopy: false, in: open) {
            case .transfers(let transfers): return .decided(rules.move(transfers))
            case .unclear(let question): return .unclear(question)
            }
        case .rename(let names, _):
            var transfers: [Transfer] = []
            for new in names {
                guard let target = new.item.sibling(new.name) else {
                    throw OperationError(.usage, ItemName.problem(withNew: new.name) ?? "it cannot be a name")
                }
                transfers.append(Transfer(new.item, to: target))
            }
            return .decided(rules.rename(transfers))
        case .makeDirectory(let item): return .decided(rules.makeDirectory(item))
        case .makeFile(let item): return .decided(rules.makeFile(item))
        case .delete(let items), .removeSnapshots(let items): return .decided(rules.delete(items))
        case .empty(let items): return .decided(rules.empty(items))
        case .setExclusion(let items, let excludes): return .decided(rules.setExclusion(of: items, excludes: excludes))
        case .purge(let event, let items): return .decided(rules.purge(items, on: event))
        case .deliver, .edit, .save, .undo, .redo: return .decided(PolicyDecision(actor: rules.actor))
        }
    }

    /// Returns the question about an import to a container's root of directories that have the names of its places:
    /// `Documents` would go to `Documents/Documents`.
    private func placesQuestion(
        about operation: FileOperation, for actor: ActingParty
    ) throws(OperationError) -> DestinationQuestion? {
        guard case .copy(let items, let destination) = operation, operation.title == OperationTitle.import else {
            return nil
        }
        let root: ItemAddress
        switch destination {
        case .path(let item, _, _), .directory(let item): root = item
        case .name, .newDirectory, .places: return nil
        }
        let places = try Transfers.places(for: items, at: root, in: open)
        guard !places.isEmpty else { return nil }
        let inside = redirected(destination, of: operation, for: actor).item
        return DestinationQuestion(
            item: root, suggestion: nil, canBeName: false, canBeDirectory: false, isDirectory: true, places: places,
            inside: inside == root ? nil : inside)
    }

    /// An import to a container's root goes to Documents, unless the owner requests it.
    private func redirected(
        _ destination: Destination,
        of operation: FileOperation,
        for actor: ActingParty
    ) -> Destination {
        guard case .path(let item, let isDirectory, let isNewName) = destination, item.path.isRoot, actor != .owner,
            operation.title == OperationTitle.import, open.description(of: item)?.kind == .data,
            let documents = RuleBook.standard.path(of: .documents)
        else { return destination }
        return .path(ItemAddress(item.root, documents), isDirectory: isDirectory, isNewName: isNewName)
    }

    /// Plans the changes that the rules allow.
    private func prepare(
        _ operation: FileOperation,
        _ decision: PolicyDecision,
        _ rules: SharingRules,
        _ options: OperationOptions,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Preparation {
        var onError = options.onError
        // A bulk rename that stops halfway would be worse than none.
        if case .rename(let names, _) = operation, names.count > 1 || decision.changes.count > 1 { onError = .rollBack }
        if onError == .rollBack, !decision.isComplete {
            var preparation = Preparation(operation, decision, .nothing)
            let isRefused = decision.items.contains { $0.outcome == .refused }
            preparation.hindrance = OperationError(
                isRefused ? .refused : .noInput,
                "nothing was changed, because the operation is done as a whole or not at all")
            return preparation
        }
        guard !decision.isEmpty else { return Preparation(operation, decision, .nothing) }
        var plan = try plan(
            decision.request(operation.title, conflicts: options.conflicts, onError: onError), progress, cancellation)
        func refusalToReplace(_ item: ItemAddress, _ conflict: Plan.Conflict) -> String? {
            rules.refusalToReplace(item, conflict.kind)?.rule.text
        }
        // An item may have appeared in the way since the rules were applied.
        plan.refuseReplacements(refusalToReplace)
        var preparation = Preparation(operation, decision, .change(plan))
        if onError == .rollBack, let refusal = plan.refusals.first {
            preparation.hindrance = OperationError(refusal.operationErrorCode, "nothing was changed")
            return preparation
        }
        preparation.ask(about: plan, refusalToReplace: refusalToReplace)
        return preparation
    }

    func plan(
        _ request: ChangeRequest,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Plan {
        let environment = try environment()
        return try forOperation { () throws(TransactionError) in
            try Planner(environment: environment, roots: open.table).plan(
                request, progress: progress, cancellation: cancellation)
        }
    }

    func carryOut(
        _ plan: Plan,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Outcome {
        let environment = try environment()
        return try forOperation { () throws(TransactionError) in
            try Transaction.carryOut(
                plan, in: environment, roots: open.table, progress: progress, cancellation: cancellation)
        }
    }
}

/// Calls `body` and converts its error to an `OperationError`.
func forOperation<Result>(_ body: () throws(TransactionError) -> Result) throws(OperationError) -> Result {
    do throws(TransactionError) {
        return try body()
    } catch {
        throw OperationError(error)
    }
}

extension Preparation {
    /// Adds the questions about a plan.
    /// - Parameter refusalToReplace: Returns why an item in the way may not be replaced; nil if it may.
    mutating func ask(
        about plan: Plan,
        refusalToReplace: (ItemAddress, Plan.Conflict) -> String?
    ) {
        var reasons: Set<Confirmation.Reason> = []
        if operation.takesAway { reasons.insert(.takesAway) }
        if !plan.undoLimits.isEmpty { reasons.insert(.undoLimit) }
        let isSmooth = plan.refusals.isEmpty && plan.warnings.isEmpty
        let isAsRequested = decision.items.allSatisfy { $0.outcome == .allowed } && !decision.breaksSeal
        if !isSmooth || !isAsRequested { reasons.insert(.notice) }
        if !reasons.isEmpty { questions.append(.confirmation(Confirmation(reasons))) }
        questions += plan.undecided.compactMap { index in
            let item = plan.items[index]
            guard let conflict = item.conflict, let target = item.change.target else { return nil }
            return .conflict(
                ConflictQuestion(
                    index: index, target: target, conflict: conflict, newSize: item.counts.bytes,
                    refusalToReplace: refusalToReplace(target, conflict)))
        }
    }
}

extension PolicyDecision {
    /// Whether nothing is refused or unavailable.
    fileprivate var isComplete: Bool { items.allSatisfy { $0.outcome != .refused && $0.outcome != .unavailable } }
}

extension Plan.Refusal {
    /// The error code if the operation must be done as a whole.
    var operationErrorCode: OperationError.Code {
        code == .notReplaceable || code == .denied ? .refused : .cannotCreate
    }
}

extension Outcome {
    fileprivate var movesItems: Bool {
        items.contains { item in
            switch item.change {
            case .move, .trash: true
            case .copy, .makeDirectory, .writeFile, .setAttribute: false
            }
        }
            || batches.contains { batch in
                switch batch.change.kind {
                case .move, .trash: true
                case .copy, .setAttribute: false
                }
            }
    }

    /// Returns where items have gone.
    /// - Parameter inverted: The number of the operation that was undone or redone.
    fileprivate func journeys(inverting inverted: Int?) -> ItemJourneys {
        var journeys = ItemJourneys(operation: id?.number ?? 0, inverted: inverted)
        var written: Set<[UInt8]> = []
        for item in items + batches.flatMap(\.items) where item.result == .done {
            switch item.change {
            case .move(let source, let target) where source.root.kind == .trash:
                journeys.restored.append(target.hostPath)
            case .move(let source, let target): journeys.moved.append((source.hostPath, target.hostPath))
            case .trash(let item): journeys.trashed.append(item.hostPath)
            case .copy(_, let target), .writeFile(let target, _), .makeDirectory(let target):
                written.insert(target.hostPath)
            case .setAttribute: break
            }
        }
        // What has new contents is the same item to the user.
        journeys.trashed.removeAll { written.contains($0) }
        return journeys
    }
}
