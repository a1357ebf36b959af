import ContainerModel
import ContainerStore
import FileTree
import Jobs
import System
import Transactions

/// The rules' decision about an operation.
extension OperationPipeline {
    func decideAndPlan(
        _ operation: FileOperation,
        for requester: Requester,
        _ options: OperationOptions,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Preparation {
        if isReadOnly { try refuseUnlessCopyingOut(operation) }
        try requireWritable(operation.parts.changedRoots)
        try refusePlacesBesideContainers(operation)
        let rules = rules(for: operation, requester, options)
        var decision: PolicyDecision
        switch operation {
        case .copy(let items, let destination):
            switch try transfers(of: items, to: destination, as: operation.kind, for: rules.actor) {
            case .transfers(let transfers): decision = rules.copy(transfers)
            case .unclear(let question): return Preparation(operation, asking: question, for: rules.actor)
            }
        case .move(let items, let destination):
            switch try transfers(of: items, to: destination, as: .move, for: rules.actor) {
            case .transfers(let transfers): decision = rules.move(transfers)
            case .unclear(let question): return Preparation(operation, asking: question, for: rules.actor)
            }
        case .rename(let names, _): decision = rules.rename(try transfers(to: names))
        case .makeDirectory(let item): decision = rules.makeDirectory(item)
        case .makeFile(let item): decision = rules.makeFile(item)
        case .makePath(let item, let origin, let isDirectory):
            try requireDirectories(to: item, below: origin)
            decision = isDirectory ? rules.makeDirectory(item, below: origin) : rules.makeFile(item, below: origin)
        case .delete(let items), .removeSnapshots(let items): decision = rules.delete(items)
        case .empty(let items): decision = rules.empty(items)
        case .setExclusion(let items, let excludes): decision = rules.setExclusion(of: items, excludes: excludes)
        case .purge(let event, let items): decision = rules.purge(items, on: event)
        case .deliver(let documents, let root, let sender, let inPlaceOnly):
            let delivery = try delivery(of: documents, to: root, from: sender, inPlaceOnly: inPlaceOnly)
            return try planDelivery(operation, delivery, progress, cancellation)
        case .edit(let item, let asBytes):
            return try planEdit(operation, of: item, asBytes: asBytes, requester, progress, cancellation)
        case .setValues(let item, let edits):
            return try planSetting(operation, edits, of: item, requester, progress, cancellation)
        case .save(_, let ticket):
            guard editing[ticket] != nil else { throw OperationError(.noInput, "nothing was edited") }
            return Preparation(operation, PolicyDecision(actor: requester.actor), .save(ticket))
        case .restore(let restoration):
            return try planRestoration(operation, restoration, progress, cancellation)
        case .undo(let selection), .redo(let selection): return try planInversion(operation, selection, options)
        }
        if rules.actor == .owner { decision.addSealConsequences(in: open) }
        return try planChange(operation, decision, rules, options, progress, cancellation)
    }

    /// Checks that what exists between a directory and a new item are directories, and that nothing has its name.
    private func requireDirectories(to item: ItemAddress, below origin: ItemAddress) throws(OperationError) {
        let way = SharingRules.directories(to: item, below: origin).sorted { $0.path.bytes.count < $1.path.bytes.count }
        for directory in way {
            guard let kind = try open.kind(of: directory) else { break }
            if kind != .directory { throw OperationError(.refused, at: directory.hostPath, "not a directory") }
        }
        if try open.kind(of: item) != nil {
            throw OperationError(.refused, at: item.hostPath, "an item of this name exists")
        }
    }

    /// Purging is checked as the system, whoever requests the simulation.
    private func rules(
        for operation: FileOperation,
        _ requester: Requester,
        _ options: OperationOptions
    ) -> SharingRules {
        if case .purge = operation { return SharingRules(in: open, as: .system, state: requester.state) }
        return SharingRules(
            in: open, as: requester.actor, state: requester.state, conflicts: options.conflicts,
            isAlone: options.isAlone)
    }

    /// Returns where the items of a copy or a move go, or the question to ask first.
    private func transfers(
        of items: ItemSet, to destination: Destination, as kind: OperationKind, for actor: ActingParty
    ) throws(OperationError) -> Transfers.Finding {
        guard kind == .import else {
            return try Transfers.find(items, to: destination, isCopy: kind != .move, in: open)
        }
        if let question = try placesQuestion(about: items, to: destination, for: actor) { return .unclear(question) }
        return try Transfers.find(items, to: redirected(destination, for: actor), isCopy: true, in: open)
    }

    private func transfers(to names: [FileOperation.NewName]) throws(OperationError) -> [Transfer] {
        var transfers: [Transfer] = []
        for new in names {
            guard let target = new.item.sibling(new.name) else {
                throw OperationError(.usage, NameRules.problem(withNew: new.name) ?? "it cannot be a name")
            }
            transfers.append(Transfer(new.item, to: target))
        }
        return transfers
    }

    /// Returns the question about an import to a container's root of directories that have the names of its places:
    /// `Documents` would go to `Documents/Documents`.
    private func placesQuestion(
        about items: ItemSet, to destination: Destination, for actor: ActingParty
    ) throws(OperationError) -> DestinationQuestion? {
        let root: ItemAddress
        switch destination {
        case .path(let item, _, _), .directory(let item): root = item
        case .name, .newDirectory, .places: return nil
        }
        let places = try Transfers.places(for: items, at: root, in: open)
        guard !places.isEmpty else { return nil }
        let inside = redirected(destination, for: actor).item
        return DestinationQuestion(
            item: root, suggestion: nil, canBeName: false, canBeDirectory: false, isDirectory: true, places: places,
            inside: inside == root ? nil : inside)
    }

    /// An import to a container's root goes to Documents, unless the owner requests it.
    private func redirected(_ destination: Destination, for actor: ActingParty) -> Destination {
        guard case .path(let item, let isDirectory, let isNewName) = destination, item.path.isRoot, actor != .owner,
            open.description(of: item)?.kind == .data,
            let documents = RuleBook.standard.path(of: .documents)
        else { return destination }
        return .path(ItemAddress(item.root, documents), isDirectory: isDirectory, isNewName: isNewName)
    }
}

extension Preparation {
    /// Creates a preparation that only asks for the destination.
    fileprivate init(_ operation: FileOperation, asking question: DestinationQuestion, for actor: ActingParty) {
        self.init(operation, PolicyDecision(actor: actor), .nothing)
        questions = [.destination(question)]
    }
}
