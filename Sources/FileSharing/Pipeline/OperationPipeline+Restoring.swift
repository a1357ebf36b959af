import ContainerModel
import ContainerStore
import FileTree
import Jobs
import Transactions

/// Making a container, or a part of it, like another one, or as it is after the app's installation.
///
/// Like an undo, this restores a state whatever the rules say of single items, and it is done as a whole or not at all.
extension OperationPipeline {
    func planRestoration(
        _ operation: FileOperation,
        _ restoration: Restoration,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Preparation {
        let target = restoration.target
        let container = try container(at: target)
        try requireWritable(Set(restoration.others.map(\.target)))
        var decision = PolicyDecision(actor: .owner)
        switch restoration.origin {
        case .container(let origin):
            for pair in [Restoration.Pair(origin: origin, target: target)] + restoration.others {
                let (source, container) = (try self.container(at: pair.origin), try self.container(at: pair.target))
                try requireSameApp(source, container, restoration)
                var changes = RestorationChanges(from: source, to: container, progress, cancellation)
                let paths = pair.target == target ? restoration.outermostPaths(source, container) : [.root]
                for path in paths { try changes.add(path) }
                try changes.finish()
                decision.changeSet.add(changes.changeSet)
                decision.items += changes.leftOut.map {
                    PolicyDecision.ItemDecision(item: $0.item, outcome: .leftOut, sentence: $0.sentence)
                }
            }
        case .installation(let keepsPreferences):
            let kind = container.description.kind
            guard !kind.directoriesAtInstallation.isEmpty else {
                throw OperationError(
                    .refused, at: target.hostPath, "\(kind.title) is not created by installing an app")
            }
            var changes = InstallationChanges(of: container, keepsPreferences: keepsPreferences)
            try changes.find()
            decision.changeSet = changes.changeSet
        }
        guard !decision.isEmpty else { return Preparation(operation, decision, .nothing) }
        var plan = try plan(
            decision.changeSet, as: operation.kind, by: .owner, onError: .rollBack, progress, cancellation)
        for index in plan.undecided { plan.decide(.replace, for: index) }
        var preparation = Preparation(operation, decision, .change(plan))
        if let refusal = plan.refusals.first {
            preparation.hindrance = OperationError(
                refusal.operationErrorCode, at: refusal.change.item.hostPath,
                "\(refusal.reason); nothing was changed, because the operation is all or nothing")
            return preparation
        }
        // What is left out has been said, and whoever restores a container wants that all the same.
        if !plan.undoLimits.isEmpty { preparation.questions = [.confirmation(Confirmation([.undoLimit]))] }
        return preparation
    }

    private func container(at root: Root) throws(OperationError) -> Container {
        guard let container = open.container(of: ItemAddress(root, .root)) else {
            throw OperationError(.noInput, at: root.hostPath, "the container is not open")
        }
        return container
    }

    /// - Throws: `OperationError` if the contents are those of another app, or if nothing says that they are not.
    private func requireSameApp(
        _ source: Container, _ target: Container, _ restoration: Restoration
    ) throws(OperationError) {
        let (one, other) = (source.description, target.description)
        guard one.kind == other.kind else {
            throw OperationError(
                .refused, at: one.hostPath.bytes,
                "is a \(one.kind.title), and the container to be restored is a \(other.kind.title)")
        }
        guard !restoration.takesOtherApps, !source.isTimePoint(of: target) else { return }
        let reason: String
        switch (one.app.identifier, other.app.identifier) {
        case (let first?, let second?):
            if first == second { return }
            reason = "belongs to another app, \(first), and the container to \(second)"
        case (nil, let second?):
            reason = "may belong to another app: its bundle identifier is unknown, and the container is of \(second)"
        case (let first?, nil):
            reason = "may belong to another app, \(first): the bundle identifier of the container is unknown"
        case (nil, nil):
            reason = "may belong to another app: neither its bundle identifier nor that of the container is known"
        }
        throw OperationError(
            .refused, at: one.hostPath.bytes, "\(reason); `sandglass restore --force` restores it nevertheless")
    }
}

extension Container {
    /// Returns whether it is a time point of another container, as that was at the same place.
    fileprivate func isTimePoint(of other: Container) -> Bool {
        (tree as? TimePointTree)?.header.hostPath == other.description.hostPath.bytes
    }
}

extension ChangeSet {
    /// Adds the changes to another container, which are made together with these.
    fileprivate mutating func add(_ other: ChangeSet) {
        changes += other.changes
        conflicts = other.conflicts
        rewritten.formUnion(other.rewritten)
        directoriesOnTheWay.formUnion(other.directoriesOnTheWay)
    }
}

extension Restoration {
    /// Returns the paths without those in others, and with what belongs to databases on either side; the root if there are
    /// none.
    fileprivate func outermostPaths(_ source: Container, _ target: Container) -> [ContainerPath] {
        guard !paths.isEmpty else { return [.root] }
        // Whoever names a log means its database: they are one.
        let paths = paths.map { path in
            guard let database = path.lastComponent.flatMap({ Companion.database(of: $0) }),
                let owner = path.parent?.appending(name: database),
                [source, target].contains(where: { (try? $0.tree.status(owner))?.kind == .file })
            else { return path }
            return owner
        }
        var all = Set(paths)
        for path in paths {
            guard let name = path.lastComponent, let parent = path.parent else { continue }
            for container in [source, target] {
                guard let directory = try? container.tree.directory(at: parent, for: .lookup) else { continue }
                for found in Companion.found(of: name, in: directory) where found.companion != .index {
                    if let companion = parent.appending(name: found.name) { all.insert(companion) }
                }
            }
        }
        return all.filter { path in !all.contains { path.isInside($0) } }.sorted()
    }
}
