package import ContainerModel
import FileTree
package import Transactions

/// What the rules make of an operation: the changes that it comes to, and everything there is to say about it.
package struct PolicyDecision: Sendable {
    /// What happens to one item.
    package enum Outcome: String, Hashable, Sendable, CaseIterable, Encodable {
        /// What was asked for.
        case allowed
        /// Something else, which `sentence` tells.
        case becomes
        /// Nothing: a rule refuses it.
        case refused
        /// Nothing: a rule refuses it, and the rest of a tree is done without it.
        case leftOut
        /// Nothing: it is as it should be already.
        case alreadySo
        /// Nothing: it is not there, or cannot be looked at.
        case unavailable
    }

    /// What was decided about one item, and why.
    package struct ItemDecision: Sendable {
        /// The item: the one that is there, or else the one that will be.
        package let item: ItemAddress
        /// What happens.
        package let outcome: Outcome
        /// What happens instead, or why it is unavailable; empty where `rule` says it all.
        package var sentence = ""
        /// The rule that decided; nil where none was asked.
        package var rule: RuleCitation?
        /// What to know first.
        package var warnings: [RuleCitation] = []
        /// What would work instead, for refusals.
        package var alternatives: [Alternative] = []
        /// What is not known and would count.
        package var unknowns: [Verdict.Unknown] = []
        /// How many more items of its directory the same was decided about.
        package var others = 0
    }

    /// As whom it was asked.
    package let actor: ActingParty
    /// What will be done.
    package internal(set) var changes: [Change] = []
    /// Which of the directories are only made on the way to something.
    package internal(set) var directoriesOnTheWay: Set<ItemAddress> = []
    /// Names that no directory had when the operation was understood.
    package internal(set) var newNames: Set<ItemAddress> = []
    /// What will be done to many items of a directory at a time, after `changes`.
    package internal(set) var batches: [ChangeBatch] = []
    /// What was decided, item by item.
    package internal(set) var items: [ItemDecision] = []

    init(actor: ActingParty) { self.actor = actor }

    /// Whether nothing will be done.
    package var isEmpty: Bool { changes.isEmpty && batches.isEmpty }

    /// What a rule refuses, parts of trees included.
    package var refusals: [ItemDecision] { items.filter { $0.outcome == .refused || $0.outcome == .leftOut } }

    /// What is not there.
    package var unavailable: [ItemDecision] { items.filter { $0.outcome == .unavailable } }

    /// What is to be planned.
    /// - Parameter title: what the operation is called.
    func request(_ title: String, conflicts: ConflictPolicy = .ask, onError: ErrorPolicy = .goOn) -> ChangeRequest {
        var request = ChangeRequest(
            title: title,
            actor: actor.rawValue,
            changes: changes,
            batches: batches,
            conflicts: conflicts,
            onError: onError,
            warnsOfMergedNames: title == OperationTitle.export
        )
        request.directoriesOnTheWay = directoriesOnTheWay
        request.newNames = newNames
        return request
    }
}

extension PolicyDecision {
    /// Puts renames into an order in which each name is free when it is given.
    mutating func orderMoves(in open: OpenRoots) {
        let moves = changes.compactMap { change -> (from: ItemAddress, to: ItemAddress)? in
            guard case .move(let from, let to) = change else { return nil }
            return (from, to)
        }
        // A name that cannot be looked at is refused by the plan.
        changes = RenameOrder.ordered(moves) { open.isPresent($0) }
    }

    mutating func note(_ item: ItemAddress, _ outcome: Outcome, by verdict: Verdict, _ sentence: String = "") {
        items.append(
            ItemDecision(
                item: item,
                outcome: outcome,
                sentence: sentence,
                rule: verdict.rule,
                warnings: verdict.warnings,
                alternatives: verdict.alternatives,
                unknowns: verdict.unknowns
            )
        )
    }

    mutating func note(_ item: ItemAddress, unavailable error: FileTreeError) {
        items.append(
            ItemDecision(item: item, outcome: .unavailable, sentence: "could not \(error.operation): \(error.reason)")
        )
    }
}
