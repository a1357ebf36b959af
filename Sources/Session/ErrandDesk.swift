import Browser
import ContainerModel
import ContainerStore
import Disk
import FileSharing
import Inspection
import Jobs
import Transactions

/// Turns errands into operations, asks the rules about them, and has them planned.
struct ErrandDesk: Sendable {
    /// What a look at an errand comes to.
    enum Finding {
        case ready(ErrandPlan, ErrandRunner.Work)
        case refused(Verdict, of: ContainerPath)
        case failed(String)

        /// What is done as planned and asks nothing in between.
        static func planned(
            _ plan: ErrandPlan,
            _ work: @escaping @Sendable ([ErrandPlan.Decision], ProgressMeter, Cancellation) -> ErrandOutcome
        ) -> Finding {
            .ready(plan) { .ended(work($0, $1, $2)) }
        }
    }

    let container: Container
    let open: OpenRoots
    let actor: ActingParty
    let state: DeviceState
    let editing: EditingSessions

    init(container: Container, actor: ActingParty, state: DeviceState, editing: EditingSessions) {
        self.container = container
        open = OpenRoots(container)
        self.actor = actor
        self.state = state
        self.editing = editing
    }

    func look(at errand: Errand, _ ticket: Ticket, _ cancellation: Cancellation) -> Finding {
        do throws(TransactionError) {
            let environment = try TransactionEnvironment.fromEnvironment()
            switch errand {
            case .undo, .redo: return try invert(errand, in: environment)
            case .deliver(let path, let sender):
                return try deliver(path, from: sender, in: environment, cancellation)
            case .save(_, let edited):
                return save(edited, in: environment)
            default: return try plan(errand, ticket, in: environment, cancellation)
            }
        } catch {
            if case .save(_, let edited) = errand, let session = editing[edited] {
                editing[edited] = nil
                return .failed(error.message + (session.keepCopy().map { "; \($0)" } ?? ""))
            }
            return .failed(error.message)
        }
    }

    private func plan(
        _ errand: Errand,
        _ ticket: Ticket,
        in environment: TransactionEnvironment,
        _ cancellation: Cancellation
    ) throws(TransactionError) -> Finding {
        guard let operation = operation(for: errand, cancellation) else {
            return .failed("this cannot be done from here")
        }
        if let doubt = doubt(aboutTargetOf: errand) { return .failed(doubt) }
        let ruling = rules(for: errand).ruling(on: operation)
        if let finding = withoutChanges(ruling, errand, ticket) { return finding }
        let plan = try Planner(environment: environment, roots: open.table).plan(
            ruling.request(onError: errand.errorPolicy), progress: ProgressMeter(), cancellation: cancellation)
        let told = ErrandPlan(plan, ruling, for: errand, in: self)
        return .planned(told) { decisions, meter, cancellation in
            var plan = plan
            for (index, decision) in zip(plan.undecided, decisions) {
                plan.decide(ConflictPolicy(decision), for: index)
            }
            return Self.outcome { () throws(TransactionError) in
                try Transaction.carryOut(
                    plan, in: environment, roots: open.table, progress: meter, cancellation: cancellation)
            }
        }
    }

    /// What is purged, the system purges, whoever asks for the simulation.
    private func rules(for errand: Errand) -> SharingRules {
        if case .purge = errand { return SharingRules(in: open, as: .system, state: state) }
        return SharingRules(in: open, as: actor, state: state)
    }

    /// What there is to say where the rules leave nothing to be done now; nil where there is something.
    private func withoutChanges(_ ruling: SharingRuling, _ errand: Errand, _ ticket: Ticket) -> Finding? {
        guard ruling.isEmpty || errand.isEdit else { return nil }
        if let refusal = ruling.refusals.first, let rule = refusal.rule {
            let verdict = Verdict(
                outcome: .refused, rule: rule, warnings: refusal.warnings, alternatives: refusal.alternatives,
                unknowns: refusal.unknowns)
            return .refused(verdict, of: refusal.item.path)
        }
        if let missing = ruling.unavailable.first { return .failed(missing.told) }
        if case .edit(let item) = errand {
            let limit =
                item.side == .computer
                ? ["The editor changes a file of this computer in its place: undo does not take that back."] : []
            return .planned(ErrandPlan(items: 1, warnings: limit, asks: !limit.isEmpty)) { _, meter, cancellation in
                makeReady(item, savingTo: ruling.destinationOfEdit, for: ticket, meter, cancellation)
            }
        }
        return .failed(ruling.decisions.first?.told ?? "there is nothing to do")
    }

    /// What to ask back where items are to get into a directory that does not exist while another one has nearly the
    /// same name. It never becomes a file of that name.
    private func doubt(aboutTargetOf errand: Errand) -> String? {
        let transfer: (items: ItemSet, target: ItemAddress)
        switch errand {
        case .copy(let items, let target), .move(let items, let target): transfer = (items, target)
        default: return nil
        }
        let target = transfer.target
        guard target.side == .container,
            case .unclear(let question)? = try? Destination(
                target, for: transfer.items.prefix(2), in: open, isDirectory: true),
            let suggestion = question.suggestion
        else { return nil }
        return "\(target.path.reportText) does not exist; did you mean \(suggestion.path.reportText)?"
    }

    // MARK: - Operations

    private func operation(for errand: Errand, _ cancellation: Cancellation) -> SharingOperation? {
        switch errand {
        case .copy(let items, let target):
            guard involvesContainer(items, target) else { return nil }
            // Beside themselves copies get names of their own, one by one.
            let beside = items.groups.filter { $0.directory == target }.flatMap { Array($0.items) }
            guard let transfers = Transfer.copies(of: (items.items + beside), into: target, in: open)
            else {
                return nil
            }
            let source = items.first?.side ?? .container
            let direction: CopyDirection = source == target.side ? .copy : source == .computer ? .import : .export
            return .copy(direction, transfers, groups(of: items, into: target))
        case .move(let items, let target):
            guard involvesContainer(items, target), let transfers = transfers(items.items, into: target) else {
                return nil
            }
            return .move(transfers, groups(of: items, into: target))
        case .rename(let names):
            let transfers = names.compactMap { new in
                new.item.sibling(new.name).map { Transfer(new.item, to: $0) }
            }
            return transfers.count == names.count ? .rename(transfers) : nil
        case .makeDirectory(let path): return .makeDirectory(path)
        case .makeFile(let path): return .newFile(path)
        case .trash(let items): return .delete(items.items, items.groups.map(group))
        case .setExclusion(let items, let excludes):
            return .exclude(items.items, excludes, items.groups.map(group))
        case .purge(let event): return purge(event, cancellation)
        case .edit(let path): return .edit(path)
        case .deliver, .save, .undo, .redo: return nil
        }
    }

    private func transfers(_ items: [ItemAddress], into target: ItemAddress) -> [Transfer]? {
        let directory = target
        let transfers = items.compactMap { Transfer($0, into: directory) }
        return transfers.count == items.count ? transfers : nil
    }

    private func group(_ group: ItemSet.Group) -> SharingGroup { SharingGroup(group.names, in: group.directory) }

    private func groups(of items: ItemSet, into target: ItemAddress) -> [GroupTransfer] {
        items.groups.filter { $0.directory != target }.map { GroupTransfer(group($0), into: target) }
    }

    /// Whether the container is on one side at least: between two places of this computer other programs copy.
    private func involvesContainer(_ items: ItemSet, _ target: ItemAddress) -> Bool {
        target.side == .container
            || items.items.allSatisfy { $0.side == .container }
                && items.groups.allSatisfy { $0.directory.side == .container }
    }
}

extension Errand {
    /// Of many names, some changed and some not are a mess.
    fileprivate var errorPolicy: ErrorPolicy {
        if case .rename(let names) = self, names.count > 1 { return .rollBack }
        return .goOn
    }

    var isEdit: Bool {
        if case .edit = self { return true }
        return false
    }
}
