package import ContainerModel
import ContainerStore
import Disk
package import Transactions

/// Asks the rules about operations, for somebody at a moment.
package struct SharingRules: Sendable {
    let actor: ActingParty
    let state: DeviceState
    let conflicts: ConflictPolicy
    let rules: RuleBook
    /// Directories that are not there and that the person wants made, for what comes to them.
    package var newDirectories: Set<Spot> = []

    /// - Parameter conflicts: where names that are taken are replaced, the rules are asked about what goes, too.
    package init(
        as actor: ActingParty = .app,
        state: DeviceState = DeviceState(),
        conflicts: ConflictPolicy = .ask,
        rules: RuleBook = .standard
    ) {
        self.actor = actor
        self.state = state
        self.conflicts = conflicts
        self.rules = rules
    }

    /// What an operation comes to. The disk is looked at, never changed: this is work for a worker.
    package func ruling(on operation: SharingOperation) -> SharingRuling {
        var ruling = SharingRuling(title: operation.title, actor: actor)
        switch operation {
        case .copy(_, let transfers): for transfer in transfers { copy(transfer, &ruling) }
        case .move(let transfers): for transfer in transfers { move(transfer, as: .move, &ruling) }
        case .rename(let transfers):
            for transfer in transfers { move(transfer, as: .rename, &ruling) }
            ruling.orderMoves()
        case .makeDirectory(let item): make(item, by: .createDirectory, .makeDirectory(item.spot), &ruling)
        case .newFile(let item): make(item, by: .createFile, .writeFile(item.spot, []), &ruling)
        case .delete(let items): for item in items { delete(item, &ruling) }
        case .empty(let items): for item in items { empty(item, &ruling) }
        case .exclude(let items, true): for item in items { exclude(item, &ruling) }
        case .exclude(let items, false): for item in items { include(item, &ruling) }
        case .purge(let event, let items): for item in items { purge(item, on: event, &ruling) }
        case .edit(let item): edit(item, &ruling)
        }
        return ruling
    }

    /// What somebody who wants to replace an item would meet: it goes.
    package func replacement(of item: SharingItem) -> Verdict {
        let type = (try? item.status()).map { ItemType($0.kind) } ?? .file
        return verdict(.delete, on: item, type: type)
    }

    private func make(_ item: SharingItem, by operation: Operation, _ change: Change, _ ruling: inout SharingRuling) {
        let verdict = verdict(operation, on: item, type: operation == .createDirectory ? .directory : .file)
        guard !verdict.isRefused else { return ruling.note(item, .refused, by: verdict) }
        if let refusal = refusalOfReplacement(of: item) { return ruling.note(item, .refused, by: refusal) }
        guard makePlace(item.parent, &ruling) else { return }
        ruling.note(item, .allowed, by: verdict)
        ruling.changes.append(change)
    }

    /// Makes the places on the way to a new item that every container has, and that this one has not got yet; and the
    /// directories that the person wants made.
    /// - Returns: false where that is refused, and has been noted.
    func makePlace(_ directory: SharingItem, _ ruling: inout SharingRuling) -> Bool {
        guard directory.container != nil || newDirectories.contains(directory.spot) else { return true }
        for missing in directory.missingDirectories() {
            let path = missing.spot.path
            let isPlace = missing.isStandardDirectory(by: rules)
            guard isPlace || newDirectories.contains(missing.spot) else { return true }
            guard !ruling.changes.contains(.makeDirectory(missing.spot)) else { continue }
            // Nobody but the system makes places at the root; it has made them before the app runs for the first time.
            let verdict = verdict(.createDirectory, on: missing, type: .directory)
            guard !verdict.isRefused || isPlace && path.depth == 1 else {
                ruling.note(missing, .refused, by: verdict)
                return false
            }
            ruling.changes.append(.makeDirectory(missing.spot))
        }
        return true
    }

    /// The refusal where something that is in the way would be replaced and may not go.
    func refusalOfReplacement(of item: SharingItem) -> Verdict? {
        guard conflicts == .replace, (try? item.status()) != nil else { return nil }
        let verdict = replacement(of: item)
        return verdict.outcome == .allowed || verdict.outcome == .allowedWithWarning ? nil : verdict
    }

    /// What an operation on an item meets. What belongs to this computer is its owner's.
    func verdict(
        _ operation: Operation,
        on item: SharingItem,
        type: ItemType,
        to target: (item: SharingItem, type: ItemType)? = nil
    ) -> Verdict {
        guard let container = item.container else { return .ofComputer }
        return rules.verdict(
            for: operation,
            on: asked(item.spot.path, type, in: container),
            to: target.map { asked($0.item.spot.path, $0.type, in: container) },
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
    /// Outside of containers no rule of iOS holds.
    static let ofComputer = Verdict(
        outcome: .allowed,
        rule: RuleCitation(
            identifier: "computer", sentence: "On this computer its own permissions decide.", sources: [])
    )
}
