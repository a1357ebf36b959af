package import ContainerModel
package import ContainerStore
import Transactions

/// Where something comes from or goes to, as far as the edge of the sandbox is concerned.
package enum TransferEnd: Sendable {
    /// An item of a container, which need not exist.
    case inside(Item, ContainerDescription)
    /// An item of this computer in no container.
    case outside(ItemType)
}

/// The edge of the sandbox (container-rules.md, "The edge of the sandbox"): app and user act only in the app's own
/// containers.
extension SharingRules {
    /// What the edge of the sandbox says about copying or moving an item.
    enum Crossing {
        case refused(Verdict)
        /// Permitted; the unknowns would matter.
        case permitted([Verdict.Unknown])
    }

    /// Returns what the edge of the sandbox says about copying or moving an item. Importing and exporting, between a
    /// container and this computer, are file sharing itself and are permitted.
    func crossing(from source: ItemAddress, _ type: ItemType, to target: ItemAddress) -> Crossing {
        guard actor != .owner, source.root != target.root else { return .permitted([]) }
        guard case .inside(let item, let one) = end(source, type), case .inside(let made, let other) = end(target, type)
        else { return .permitted([]) }
        return crossing(from: (item, one), to: (made, other))
    }

    private func crossing(
        from source: (item: Item, description: ContainerDescription),
        to target: (item: Item, description: ContainerDescription)
    ) -> Crossing {
        let (one, other) = (source.description, target.description)
        guard actor != .owner, one.hostPath != other.hostPath else { return .permitted([]) }
        switch rules.areOfSameApp((one.kind, one.app), (other.kind, other.app)) {
        case .yes: return .permitted([])
        case .unknown: return .permitted([rules.unknownOwnership(of: one.kind, other.kind)])
        case .no where actor == .system: return .refused(rules.systemRefusal)
        case .no:
            let canLeave = !leaving(source.item, one).isRefused
            var alternatives: [Alternative] = []
            if canLeave, source.item.type == .file, isDeliverable(source.item, to: other) {
                alternatives.append(.deliver)
            }
            if canLeave, !arriving(target.item, other).isRefused { alternatives.append(.exportAndImport) }
            return .refused(rules.otherAppRefusal(instead: alternatives))
        }
    }

    /// Returns the verdict for an operation on an item, wherever it and the destination are. Neither needs to exist.
    /// - Parameter destination: The new path of a renamed, moved or copied item; nil asks about the item alone.
    package func verdict(_ operation: Operation, on source: TransferEnd, to destination: TransferEnd?) -> Verdict {
        switch (source, destination) {
        case (.inside(let item, let description), nil):
            var verdict = verdict(operation, item, nil, description)
            if operation.hasDestination, !verdict.isRefused { verdict.add([.destination]) }
            return verdict
        case (.inside(let item, let description), .inside(let made, let other))
        where description.hostPath == other.hostPath:
            return verdict(operation, item, made, description)
        case (.outside, nil): return verdictOutside
        case (_, let destination?): return verdict(ofTransferBy: operation, from: source, to: destination)
        }
    }

    /// Returns the verdict for copying or moving an item to another container, or between a container and the rest of
    /// this computer.
    private func verdict(
        ofTransferBy operation: Operation,
        from source: TransferEnd,
        to target: TransferEnd
    ) -> Verdict {
        switch (source, target) {
        case (.inside(let item, let one), .inside(let made, let other)):
            switch crossing(from: (item, one), to: (made, other)) {
            case .refused(let refusal): return refusal
            case .permitted(let unknowns):
                let departure = operation == .move ? departing(item, one) : leaving(item, one)
                guard !departure.isRefused else { return departure }
                // Where it goes decides more than where it comes from.
                var verdict = arriving(made, other)
                guard !verdict.isRefused else { return verdict }
                verdict.merge(departure)
                verdict.add(unknowns)
                return verdict
            }
        case (.inside, .outside) where actor == .system, (.outside, .inside) where actor == .system:
            return rules.systemRefusal
        case (.inside(let item, let description), .outside):
            guard isBounded else {
                return operation == .move ? departing(item, description) : leaving(item, description)
            }
            return rules.outsideRefusal(instead: leaving(item, description).isRefused ? [] : [.export])
        case (.outside, .inside(let item, let description)):
            guard isBounded else { return arriving(item, description) }
            return rules.outsideRefusal(instead: arriving(item, description).isRefused ? [] : [.import])
        case (.outside, .outside): return verdictOutside
        }
    }

    /// The verdict for an operation on an item in no container.
    private var verdictOutside: Verdict {
        guard actor != .system else { return rules.systemRefusal }
        return isBounded ? rules.outsideRefusal(instead: []) : .ofComputer
    }

    /// Whether the acting party is kept in the app's containers.
    private var isBounded: Bool { actor == .app || actor == .user }

    private func leaving(_ item: Item, _ description: ContainerDescription) -> Verdict {
        verdict(item.type == .directory ? .list : .read, item, nil, description)
    }

    private func departing(_ item: Item, _ description: ContainerDescription) -> Verdict {
        let reading = leaving(item, description)
        return reading.isRefused ? reading : verdict(.delete, item, nil, description).refusedIfItBecomesSomethingElse
    }

    private func arriving(_ item: Item, _ description: ContainerDescription) -> Verdict {
        verdict(item.type == .directory ? .createDirectory : .createFile, item, nil, description)
    }

    private func verdict(
        _ operation: Operation,
        _ item: Item,
        _ destination: Item?,
        _ description: ContainerDescription
    ) -> Verdict {
        var verdict = rules.verdictWithName(
            for: operation, on: item, to: destination, as: actor, app: description.app, state: state)
        if let medium = description.medium, rules.rule(of: operation).changesSomething {
            verdict.concern(medium, actor)
        }
        if let refusal = refusalBesideDocuments(operation, [item, destination], description) { return refusal }
        return withoutClosedPlaces(verdict, in: description)
    }

    /// Returns the refusal of a change beside Documents, where a device gives access to these alone; nil for anything else.
    func refusalBesideDocuments(
        _ operation: Operation, _ items: [Item?], _ description: ContainerDescription
    ) -> Verdict? {
        guard description.source == .deviceDocuments, rules.rule(of: operation).changesSomething,
            items.compactMap(\.self).contains(where: { !$0.path.isInside("Documents") })
        else { return nil }
        return Verdict(outcome: .refused, rule: .documentsAlone, alternatives: [])
    }

    private func isDeliverable(_ item: Item, to description: ContainerDescription) -> Bool {
        let types = UniformTypes(declaredBy: description.app)
        let decision = DeliveryDecision(
            of: types.type(ofName: item.path.lastComponent ?? [], isDirectory: false), from: .files,
            kind: description.kind, app: description.app, areTypesKnown: description.hasInfoDictionary, types: types,
            rules: rules)
        if case .refused = decision { return false }
        return true
    }

    private func end(_ address: ItemAddress, _ type: ItemType) -> TransferEnd {
        subject(address, type).map { .inside($0.item, $0.description) } ?? .outside(type)
    }
}

extension Verdict {
    /// A refusal if only the contents of a directory that has to stay would be moved: a move is done as a whole.
    var refusedIfItBecomesSomethingElse: Verdict {
        guard case .becomes = outcome else { return self }
        return Verdict(outcome: .refused, rule: rule, alternatives: [.emptyDirectory, .actor(.owner)])
    }

    /// Adds that the copy of the container cannot be changed, which refuses its owner, whom no rule of iOS binds.
    fileprivate mutating func concern(_ medium: String, _ actor: ActingParty) {
        let rule = Rule.readOnlyCopy(in: medium)
        guard actor != .owner else {
            self = Verdict(outcome: .refused, rule: rule, alternatives: [.export])
            return
        }
        warnings.append(rule)
        if outcome == .allowed { outcome = .allowedWithWarning }
    }

    /// Adds what is not known.
    mutating func add(_ more: [Unknown]) {
        guard !more.isEmpty else { return }
        unknowns += more.filter { !unknowns.contains($0) }
        if outcome == .allowed { outcome = .allowedWithWarning }
    }
}
