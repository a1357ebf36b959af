import ContainerModel
import ContainerStore
import FileTree
import Transactions

/// Deletions, including those that the rules turn into something else.
extension SharingRules {
    /// What becomes of a directory that stays. On a device its contents are deleted; here they go where all items do.
    private static let emptied = "its contents go to the trash, the directory stays"

    private func sentence(of substitute: Substitute) -> String {
        substitute == .emptyDirectory ? Self.emptied : substitute.sentence(in: rules)
    }

    func delete(_ item: ItemAddress, _ decision: inout PolicyDecision) {
        guard let type = sourceType(item, &decision) else { return }
        let verdict = verdict(.delete, on: item, type: type)
        switch verdict.outcome {
        case .refused: decision.note(item, .refused, by: verdict)
        case .becomes(let substitute):
            decision.note(item, .becomes, by: verdict, sentence(of: substitute))
            deleteContents(of: item, &decision)
        case .allowed, .allowedWithWarning:
            if type == .directory, let refusal = refusalInside(item, .delete) {
                return decision.note(refusal.item, .refused, by: refusal.verdict)
            }
            decision.note(item, .allowed, by: verdict)
            decision.changeSet.changes.append(.trash(item))
        }
    }

    /// Deletes the contents of a directory, but not the directory.
    func empty(_ item: ItemAddress, _ decision: inout PolicyDecision) {
        guard let type = sourceType(item, &decision) else { return }
        guard type == .directory else {
            decision.items.append(
                PolicyDecision.ItemDecision(
                    item: item, outcome: .unavailable, sentence: "not a directory that could be emptied"))
            return
        }
        let verdict = verdict(.list, on: item, type: .directory)
        guard !verdict.isRefused else { return decision.note(item, .refused, by: verdict) }
        decision.note(item, .becomes, by: verdict, Self.emptied)
        deleteContents(of: item, &decision)
    }

    /// Deletes the contents of a directory as far as permitted; a directory that has to stay is emptied in turn.
    private func deleteContents(of directory: ItemAddress, _ decision: inout PolicyDecision) {
        do throws(FileTreeError) {
            let names = try open.names(in: directory)
            if names.count >= EntrySelection.minTogether {
                let group = ItemSet.Group(EntrySelection(all: names), in: directory)
                judge(group, into: nil, .trash, &decision) { deleteEntry($0, &$1) }
            } else {
                for entry in directory.entries(names) { deleteEntry(entry, &decision) }
            }
        } catch {
            decision.note(directory, unavailable: error)
        }
    }

    private func deleteEntry(_ entry: ItemAddress, _ decision: inout PolicyDecision) {
        guard let type = sourceType(entry, &decision) else { return }
        let verdict = verdict(.delete, on: entry, type: type)
        switch verdict.outcome {
        case .allowed, .allowedWithWarning: decision.changeSet.changes.append(.trash(entry))
        case .becomes(let substitute):
            decision.note(entry, .becomes, by: verdict, sentence(of: substitute))
            deleteContents(of: entry, &decision)
        case .refused where verdict.alternatives.contains(.emptyDirectory):
            // Such as Preferences in Library: the directory stays, but its contents may be deleted.
            decision.note(entry, .becomes, by: verdict, Self.emptied)
            deleteContents(of: entry, &decision)
        case .refused: decision.note(entry, .leftOut, by: verdict)
        }
    }

    /// Removes an item of a purge plan; only the system purges.
    func purge(_ item: ItemAddress, on event: PurgeEvent, _ decision: inout PolicyDecision) {
        guard let type = sourceType(item, &decision) else { return }
        guard actor == .system else {
            return decision.note(item, .refused, by: verdict(.purge, on: item, type: type))
        }
        decision.items.append(
            PolicyDecision.ItemDecision(item: item, outcome: .allowed, rule: purgeRule(of: item, type, on: event)))
        decision.changeSet.changes.append(.trash(item))
    }

    private func purgeRule(of item: ItemAddress, _ type: ItemType, on event: PurgeEvent) -> Rule? {
        guard let description = open.description(of: item) else { return nil }
        let location = rules.location(
            of: Item(item.path, in: description.kind, type: type), app: description.app)
        // The plan has found that the backup lacks the item, for whatever reason.
        let outcome = rules.purge(at: location, exclusion: [], on: event)
        return event == .restore && outcome.fate == .kept ? .lostInRestore : outcome.rule
    }
}
