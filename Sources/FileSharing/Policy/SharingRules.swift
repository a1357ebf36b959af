package import ContainerModel
import ContainerStore
import FileTree
package import Transactions

/// Asks the rules about operations, for an actor in a device state.
package struct SharingRules: Sendable {
    /// What is known of the roots that operations name.
    package let open: OpenRoots
    let actor: ActingParty
    let state: DeviceState
    let conflicts: ConflictPolicy
    let rules: RuleBook
    /// Directories that are not there and that the person wants made, for what comes to them.
    var newDirectories: Set<ItemAddress> = []

    /// - Parameters:
    ///   - open: what is known of the roots that operations name.
    ///   - conflicts: where names that are taken are replaced, the rules are asked about what goes, too.
    package init(
        in open: OpenRoots,
        as actor: ActingParty = .app,
        state: DeviceState = DeviceState(),
        conflicts: ConflictPolicy = .ask,
        rules: RuleBook = .standard
    ) {
        self.open = open
        self.actor = actor
        self.state = state
        self.conflicts = conflicts
        self.rules = rules
    }

    /// What making copies comes to. Like the others, it looks at the disk and changes nothing: work for a worker.
    package func copy(_ transfers: Transfers) -> PolicyDecision {
        decision(making: transfers.newDirectories) { rules, decision in
            for transfer in transfers.items { rules.copy(transfer, &decision) }
            for group in transfers.groups { rules.copy(group, &decision) }
        }
    }

    /// What moving items comes to.
    package func move(_ transfers: Transfers) -> PolicyDecision {
        decision(making: transfers.newDirectories) { rules, decision in
            for transfer in transfers.items { rules.move(transfer, as: .move, &decision) }
            for group in transfers.groups { rules.move(group, &decision) }
        }
    }

    /// What giving items other names in their directories comes to.
    package func rename(_ transfers: [Transfer]) -> PolicyDecision {
        decision { rules, decision in
            for transfer in transfers { rules.move(transfer, as: .rename, &decision) }
            decision.orderMoves(in: open)
        }
    }

    /// What making an empty directory comes to.
    package func makeDirectory(_ item: ItemAddress) -> PolicyDecision {
        decision { $0.make(item, by: .createDirectory, .makeDirectory(item), &$1) }
    }

    /// What making an empty file comes to.
    package func makeFile(_ item: ItemAddress) -> PolicyDecision {
        decision { $0.make(item, by: .createFile, .writeFile(item, []), &$1) }
    }

    /// What putting items into the trash comes to.
    package func delete(_ items: ItemSet) -> PolicyDecision {
        decision { rules, decision in
            for item in items.items { rules.delete(item, &decision) }
            for group in items.groups { rules.delete(group, &decision) }
        }
    }

    /// What putting the contents of directories into the trash comes to.
    package func empty(_ items: ItemSet) -> PolicyDecision {
        decision { rules, decision in for item in items.spelledOut { rules.empty(item, &decision) } }
    }

    /// What keeping items out of backups comes to, or letting them in.
    package func setExclusion(of items: ItemSet, excludes: Bool) -> PolicyDecision {
        decision { rules, decision in
            for item in items.items {
                if excludes { rules.exclude(item, &decision) } else { rules.include(item, &decision) }
            }
            for group in items.groups {
                if excludes { rules.exclude(group, &decision) } else { rules.include(group, &decision) }
            }
        }
    }

    /// What a purge of items comes to; only the system purges.
    package func purge(_ items: ItemSet, on event: PurgeEvent) -> PolicyDecision {
        decision { rules, decision in for item in items.spelledOut { rules.purge(item, on: event, &decision) } }
    }

    /// What changing a file's contents comes to.
    package func edit(_ item: ItemAddress) -> PolicyDecision { decision { $0.edit(item, &$1) } }

    private func decision(
        making newDirectories: Set<ItemAddress> = [],
        _ decide: (SharingRules, inout PolicyDecision) -> Void
    ) -> PolicyDecision {
        var rules = self
        rules.newDirectories = newDirectories
        var decision = PolicyDecision(actor: actor)
        decide(rules, &decision)
        return decision
    }

    /// What somebody who wants to replace an item would meet: it goes.
    /// - Parameter kind: what it is, as the plan found it.
    package func replacement(of item: ItemAddress, _ kind: ItemKind) -> Verdict {
        verdict(.delete, on: item, type: ItemType(kind))
    }

    /// Why an item may not be replaced; nil where it may.
    func refusalToReplace(_ item: ItemAddress, _ kind: ItemKind) -> Verdict? {
        let verdict = replacement(of: item, kind)
        return verdict.outcome == .allowed || verdict.outcome == .allowedWithWarning ? nil : verdict
    }

    private func make(_ item: ItemAddress, by operation: Operation, _ change: Change, _ decision: inout PolicyDecision)
    {
        let verdict = verdict(operation, on: item, type: operation == .createDirectory ? .directory : .file)
        guard !verdict.isRefused else { return decision.note(item, .refused, by: verdict) }
        guard mayGiveName(to: item, &decision), makePlace(item.parent, &decision) else { return }
        decision.note(item, .allowed, by: verdict)
        decision.changes.append(change)
    }

    /// Makes the places on the way to a new item that every container has, and that this one has not got yet; and the
    /// directories that the person wants made.
    /// - Returns: false where that is refused, and has been noted.
    func makePlace(_ directory: ItemAddress, _ decision: inout PolicyDecision) -> Bool {
        guard directory.root.isContainer || newDirectories.contains(directory) else { return true }
        let directories: [ItemAddress]
        do throws(FileTreeError) {
            directories = try open.missingDirectories(to: directory)
        } catch {
            decision.note(directory, unavailable: error)
            return false
        }
        for missing in directories {
            let path = missing.path
            let isPlace = open.isStandardDirectory(missing, by: rules)
            guard isPlace || newDirectories.contains(missing) else { return true }
            guard !decision.changes.contains(.makeDirectory(missing)) else { continue }
            // Nobody but the system makes places at the root; it has made them before the app runs for the first time.
            let verdict = verdict(.createDirectory, on: missing, type: .directory)
            guard !verdict.isRefused || isPlace && path.depth == 1 else {
                decision.note(missing, .refused, by: verdict)
                return false
            }
            decision.changes.append(.makeDirectory(missing))
            decision.directoriesOnTheWay.insert(missing)
        }
        return true
    }

    /// Whether something may get the name of an item: where one that has it would be replaced, that has to be allowed.
    /// - Returns: false where it is refused, or nobody can tell, which has been noted.
    func mayGiveName(to item: ItemAddress, _ decision: inout PolicyDecision) -> Bool {
        guard conflicts == .replace else { return true }
        do throws(FileTreeError) {
            guard let status = try open.statusIfPresent(item) else { return true }
            guard let refusal = refusalToReplace(item, status.kind) else { return true }
            decision.note(item, .refused, by: refusal)
        } catch {
            decision.note(item, unavailable: error)
        }
        return false
    }

    /// What an operation on an item meets. What belongs to this computer is its owner's.
    func verdict(
        _ operation: Operation,
        on item: ItemAddress,
        type: ItemType,
        to target: (item: ItemAddress, type: ItemType)? = nil
    ) -> Verdict {
        guard item.root.isContainer else { return .ofComputer }
        guard let container = open.container(of: item) else { return .ofUnknown }
        return rules.verdictWithName(
            for: operation,
            on: asked(item.path, type, in: container),
            to: target.map { asked($0.item.path, $0.type, in: container) },
            as: actor,
            app: container.description.app,
            state: state
        )
    }

    private func asked(_ path: ContainerPath, _ type: ItemType, in container: Container) -> Item {
        let description = container.description
        let protection = type == .file ? description.app.containerProtection : .unknown
        return Item(path, in: description.kind, type: type, protection: protection)
    }
}

extension Verdict {
    /// Of a container that nobody has opened the rules are not known.
    static let ofUnknown = Verdict(
        outcome: .refused,
        rule: RuleCitation(identifier: "container.unknown", sentence: "The container is not open.", sources: []))

    /// Outside of containers no rule of iOS holds.
    static let ofComputer = Verdict(
        outcome: .allowed,
        rule: RuleCitation(
            identifier: "computer", sentence: "On this computer, its own permissions apply.", sources: [])
    )
}
