package import ContainerModel
import ContainerStore
import FileTree
package import Transactions

/// Applies the rules to operations, for an acting party and a device state.
package struct SharingRules: Sendable {
    /// The open roots.
    package let open: OpenRoots
    let actor: ActingParty
    let state: DeviceState
    let conflicts: ConflictPolicy
    let rules: RuleBook
    /// Whether a database is changed without what belongs to it.
    let isAlone: Bool
    /// Missing directories that the user wants to create.
    var newDirectories: Set<ItemAddress> = []
    let permissions: PermissionReader

    /// Creates rules.
    /// - Parameters:
    ///   - open: The open roots.
    ///   - conflicts: The policy for taken names; with `replace`, the rules must also permit deleting the existing
    ///     item.
    ///   - isAlone: Whether a database is changed without its log and what else belongs to it.
    package init(
        in open: OpenRoots,
        as actor: ActingParty = .app,
        state: DeviceState = DeviceState(),
        conflicts: ConflictPolicy = .ask,
        isAlone: Bool = false,
        rules: RuleBook = .standard
    ) {
        self.open = open
        self.actor = actor
        self.state = state
        self.conflicts = conflicts
        self.isAlone = isAlone
        self.rules = rules
        permissions = PermissionReader(open)
    }

    /// Decides about copying items. Like the others, it reads the disk but does not change it; call it on a worker.
    package func copy(_ transfers: Transfers) -> PolicyDecision {
        decision(making: transfers.newDirectories) { rules, decision in
            for transfer in transfers.items { rules.judge(transfer, &decision) { rules.copy($0, &$1) } }
            for transfer in transfers.groups {
                rules.judge(transfer.group, into: transfer.target, &decision) { group, decision in
                    rules.copy(GroupTransfer(group, into: transfer.target), &decision)
                } one: { source, target, decision in
                    guard let target else { return }
                    rules.copy(Transfer(source, to: target), &decision)
                }
            }
        }
    }

    /// Decides about moving items.
    package func move(_ transfers: Transfers) -> PolicyDecision {
        decision(making: transfers.newDirectories) { rules, decision in
            for transfer in transfers.items { rules.judge(transfer, &decision) { rules.move($0, as: .move, &$1) } }
            for transfer in transfers.groups {
                rules.judge(transfer.group, into: transfer.target, &decision) { group, decision in
                    rules.move(GroupTransfer(group, into: transfer.target), &decision)
                } one: { source, target, decision in
                    guard let target else { return }
                    rules.move(Transfer(source, to: target), as: .move, &decision)
                }
            }
        }
    }

    /// Decides about renaming items within their directories.
    package func rename(_ transfers: [Transfer]) -> PolicyDecision {
        decision { rules, decision in
            for transfer in transfers { rules.judge(transfer, &decision) { rules.move($0, as: .rename, &$1) } }
            decision.orderMoves(in: open)
        }
    }

    /// Decides about creating an empty directory.
    /// - Parameter origin: The directory below which missing directories on the way are created as well.
    package func makeDirectory(_ item: ItemAddress, below origin: ItemAddress? = nil) -> PolicyDecision {
        decision(making: Self.directories(to: item, below: origin)) {
            $0.make(item, by: .createDirectory, .makeDirectory(item), &$1)
        }
    }

    /// Decides about creating an empty file.
    /// - Parameter origin: The directory below which missing directories on the way are created as well.
    package func makeFile(_ item: ItemAddress, below origin: ItemAddress? = nil) -> PolicyDecision {
        decision(making: Self.directories(to: item, below: origin)) {
            $0.make(item, by: .createFile, .writeFile(item, []), &$1)
        }
    }

    /// Returns the directories between a directory and an item.
    static func directories(to item: ItemAddress, below origin: ItemAddress?) -> Set<ItemAddress> {
        guard let origin, origin.root == item.root else { return [] }
        var found: Set<ItemAddress> = []
        var next = item.enclosing
        while let directory = next, directory.path.isInside(origin.path) {
            found.insert(directory)
            next = directory.enclosing
        }
        return found
    }

    /// Decides about moving items to the trash.
    package func delete(_ items: ItemSet) -> PolicyDecision {
        decision { rules, decision in
            for item in items.items {
                rules.judge(item, to: nil, &decision) { item, _, decision in rules.delete(item, &decision) }
            }
            for group in items.groups {
                rules.judge(group, into: nil, &decision) {
                    rules.delete($0, &$1)
                } one: { item, _, decision in
                    rules.delete(item, &decision)
                }
            }
        }
    }

    /// Decides about moving the contents of directories to the trash.
    package func empty(_ items: ItemSet) -> PolicyDecision {
        decision { rules, decision in for item in items.spelledOut { rules.empty(item, &decision) } }
    }

    /// Decides about excluding items from backups, or including them again.
    package func setExclusion(of items: ItemSet, excludes: Bool) -> PolicyDecision {
        decision { rules, decision in
            let named = Set(items.items)
            for item in items.items {
                let others = rules.open.companions(of: item).filter { $0.companion != .index && !named.contains($0.at) }
                if isAlone { decision.noteApart(item, from: others) }
                for item in [item] + (isAlone ? [] : others.map(\.at)) {
                    if excludes { rules.exclude(item, &decision) } else { rules.include(item, &decision) }
                }
            }
            for group in items.groups {
                if excludes { rules.exclude(group, &decision) } else { rules.include(group, &decision) }
            }
        }
    }

    /// Decides about purging items; only the system purges.
    package func purge(_ items: ItemSet, on event: PurgeEvent) -> PolicyDecision {
        decision { rules, decision in for item in items.spelledOut { rules.purge(item, on: event, &decision) } }
    }

    /// Decides about modifying a file's contents.
    package func edit(_ item: ItemAddress) -> PolicyDecision { decision { $0.edit(item, &$1) } }

    private func decision(
        making newDirectories: Set<ItemAddress> = [],
        _ decide: (SharingRules, inout PolicyDecision) -> Void
    ) -> PolicyDecision {
        var rules = self
        rules.newDirectories = newDirectories
        var decision = PolicyDecision(actor: actor, ChangeSet(conflicts: conflicts))
        // The system purges as root; an app has no rights on this computer.
        if actor == .app || actor == .user { decision.changeSet.access = permissions.checks }
        decide(rules, &decision)
        if actor != .system { rules.notePartsWithoutFiles(&decision) }
        if !decision.apart.isEmpty {
            let changed = Set(decision.changes.map(\.item))
            decision.apart.removeAll { changed.contains($0.file) && changed.contains($0.part) }
        }
        return decision
    }

    /// Returns the verdict for replacing an item, which deletes it.
    /// - Parameter kind: The item's type, as the plan found it.
    package func replacement(of item: ItemAddress, _ kind: ItemKind) -> Verdict {
        verdict(.delete, on: item, type: ItemType(kind))
    }

    /// Returns why an item may not be replaced; nil if it may.
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
        decision.changeSet.changes.append(change)
    }

    /// Adds changes that create missing standard directories on the way to a new item, and directories that the user
    /// wants to create.
    /// - Returns: False if that is refused or impossible, which has been noted.
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
            // Only the system creates places at the root, and it has done so before the app first runs.
            let verdict = verdict(.createDirectory, on: missing, type: .directory)
            guard !verdict.isRefused || isPlace && path.depth == 1 else {
                decision.note(missing, .refused, by: verdict)
                return false
            }
            decision.changeSet.changes.append(.makeDirectory(missing))
            decision.changeSet.directoriesOnTheWay.insert(missing)
        }
        return true
    }

    /// Checks whether an item may be replaced, if one exists at the address and would be.
    /// - Returns: False if that is refused or cannot be determined, which has been noted.
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

    /// Returns the verdict for an operation. Items outside of containers belong to the user of this computer; an item
    /// that is addressed as one of this computer but lies in a container is subject to the rules there.
    /// - Parameter isExample: Whether the item represents others, so that its own permissions do not matter.
    func verdict(
        _ operation: Operation,
        on item: ItemAddress,
        type: ItemType,
        to target: (item: ItemAddress, type: ItemType)? = nil,
        isExample: Bool = false
    ) -> Verdict {
        guard !item.root.isContainer || open.container(of: item) != nil else { return .ofUnknown }
        guard let (subject, description) = subject(item, type, isExample: isExample) else { return .ofComputer }
        let destination = target.flatMap { self.subject($0.item, $0.type, isExample: true)?.item }
        if let refusal = refusalBesideDocuments(operation, [subject, destination], description) { return refusal }
        let verdict = rules.verdictWithName(
            for: operation,
            on: subject,
            to: destination,
            as: actor,
            app: description.app,
            state: state
        )
        return withoutClosedPlaces(verdict, in: description)
    }

    /// Returns an item as the rules see it, and its container, by whatever root it is addressed; nil outside of
    /// containers.
    func subject(
        _ address: ItemAddress,
        _ type: ItemType,
        isExample: Bool = false
    ) -> (item: Item, description: ContainerDescription)? {
        guard let (description, path) = open.surroundings(of: address, type) else { return nil }
        let inside = ItemAddress(description.root, path)
        let item = Item(
            path, in: description.kind, type: type,
            protection: type == .file ? description.app.containerProtection : .unknown,
            permitted: actor == .owner ? .unrestricted : permissions.permitted(inside, isExample: isExample))
        return (item, description)
    }

    /// Returns the indices of a group's items whose own permissions differ from what the decision about another item
    /// would assume.
    func apartByPermissions(_ group: ItemSet.Group, needing right: Rights) -> [Int] {
        guard actor != .owner, open.container(of: group.directory) != nil else { return [] }
        return permissions.denied(group, right)
    }
}

extension Verdict {
    /// The verdict for a container that is not open, whose rules are unknown.
    static let ofUnknown = Verdict(outcome: .refused, rule: .ofUnknownContainer)

    /// The verdict outside of containers, where no rule of iOS applies.
    static let ofComputer = Verdict(outcome: .allowed, rule: .ofComputer)
}
