package import ContainerModel
import ContainerStore
import Disk
package import Transactions

/// Asks the rules about operations, for somebody at a moment.
package struct SharingRules: Sendable {
    /// What is known of the roots that operations name.
    package let open: OpenRoots
    let actor: ActingParty
    let state: DeviceState
    let conflicts: ConflictPolicy
    let rules: RuleBook
    /// Directories that are not there and that the person wants made, for what comes to them.
    package var newDirectories: Set<ItemAddress> = []

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

    /// What an operation comes to. The disk is looked at, never changed: this is work for a worker.
    package func ruling(on operation: SharingOperation) -> SharingRuling {
        var ruling = SharingRuling(title: operation.title, actor: actor)
        switch operation {
        case .copy(_, let transfers, let groups):
            for transfer in transfers { copy(transfer, &ruling) }
            for group in groups { copy(group, &ruling) }
        case .move(let transfers, let groups):
            for transfer in transfers { move(transfer, as: .move, &ruling) }
            for group in groups { move(group, &ruling) }
        case .rename(let transfers):
            for transfer in transfers { move(transfer, as: .rename, &ruling) }
            ruling.orderMoves(in: open)
        case .makeDirectory(let item): make(item, by: .createDirectory, .makeDirectory(item), &ruling)
        case .newFile(let item): make(item, by: .createFile, .writeFile(item, []), &ruling)
        case .delete(let items, let groups):
            for item in items { delete(item, &ruling) }
            for group in groups { delete(group, &ruling) }
        case .empty(let items): for item in items { empty(item, &ruling) }
        case .exclude(let items, true, let groups):
            for item in items { exclude(item, &ruling) }
            for group in groups { exclude(group, &ruling) }
        case .exclude(let items, false, let groups):
            for item in items { include(item, &ruling) }
            for group in groups { include(group, &ruling) }
        case .purge(let event, let items): for item in items { purge(item, on: event, &ruling) }
        case .edit(let item): edit(item, &ruling)
        }
        return ruling
    }

    /// What somebody who wants to replace an item would meet: it goes.
    /// - Parameter kind: what it is, as the plan found it.
    package func replacement(of item: ItemAddress, _ kind: ItemKind) -> Verdict {
        verdict(.delete, on: item, type: ItemType(kind))
    }

    private func make(_ item: ItemAddress, by operation: Operation, _ change: Change, _ ruling: inout SharingRuling) {
        let verdict = verdict(operation, on: item, type: operation == .createDirectory ? .directory : .file)
        guard !verdict.isRefused else { return ruling.note(item, .refused, by: verdict) }
        guard mayGiveName(to: item, &ruling), makePlace(item.parent, &ruling) else { return }
        ruling.note(item, .allowed, by: verdict)
        ruling.changes.append(change)
    }

    /// Makes the places on the way to a new item that every container has, and that this one has not got yet; and the
    /// directories that the person wants made.
    /// - Returns: false where that is refused, and has been noted.
    func makePlace(_ directory: ItemAddress, _ ruling: inout SharingRuling) -> Bool {
        guard directory.root.isContainer || newDirectories.contains(directory) else { return true }
        let directories: [ItemAddress]
        do throws(DiskError) {
            directories = try open.missingDirectories(to: directory)
        } catch {
            ruling.note(directory, unavailable: error)
            return false
        }
        for missing in directories {
            let path = missing.path
            let isPlace = open.isStandardDirectory(missing, by: rules)
            guard isPlace || newDirectories.contains(missing) else { return true }
            guard !ruling.changes.contains(.makeDirectory(missing)) else { continue }
            // Nobody but the system makes places at the root; it has made them before the app runs for the first time.
            let verdict = verdict(.createDirectory, on: missing, type: .directory)
            guard !verdict.isRefused || isPlace && path.depth == 1 else {
                ruling.note(missing, .refused, by: verdict)
                return false
            }
            ruling.changes.append(.makeDirectory(missing))
            ruling.directoriesOnTheWay.insert(missing)
        }
        return true
    }

    /// Whether something may get the name of an item: where one that has it would be replaced, that has to be allowed.
    /// - Returns: false where it is refused, or nobody can tell, which has been noted.
    func mayGiveName(to item: ItemAddress, _ ruling: inout SharingRuling) -> Bool {
        guard conflicts == .replace else { return true }
        do throws(DiskError) {
            guard let status = try open.statusIfPresent(item) else { return true }
            let verdict = replacement(of: item, status.kind)
            if verdict.outcome == .allowed || verdict.outcome == .allowedWithWarning { return true }
            ruling.note(item, .refused, by: verdict)
        } catch {
            ruling.note(item, unavailable: error)
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
            identifier: "computer", sentence: "On this computer its own permissions decide.", sources: [])
    )
}
