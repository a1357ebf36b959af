package import ContainerModel
import FileTree
package import Transactions

/// The decision of the rules about an operation: the resulting changes, and the reasons.
package struct PolicyDecision: Sendable {
    /// The outcome for one item.
    package enum Outcome: String, Hashable, Sendable, CaseIterable, Encodable {
        /// The operation is done as requested.
        case allowed
        /// Something else happens; `sentence` says what.
        case becomes
        /// Refused by a rule.
        case refused
        /// Refused by a rule, but the rest of the tree is done without it.
        case leftOut
        /// Nothing to do: the item is already as requested.
        case alreadySo
        /// The item does not exist, or cannot be examined.
        case unavailable
    }

    /// The decision about one item, and its reasons.
    package struct ItemDecision: Sendable {
        /// The existing item, or else the one to be created.
        package let item: ItemAddress
        /// The outcome.
        package internal(set) var outcome: Outcome
        /// What happens instead, or why the item is unavailable; empty if `rule` says it all.
        package var sentence = ""
        /// The rule that decided; nil if no rule was applied.
        package var rule: Rule?
        /// Warnings to consider first.
        package var warnings: [Rule] = []
        /// What the change does to the seal of a bundle.
        package var consequences: [SealConsequence] = []
        /// What would work instead of a refused operation.
        package var alternatives: [Alternative] = []
        /// What is not known but would matter.
        package var unknowns: [Verdict.Unknown] = []
        /// Sentences about what belongs to it and may not be its own.
        package var doubts: [String] = []
        /// The number of other items in its directory with the same decision.
        package var others = 0
    }

    /// The acting party.
    package let actor: ActingParty
    /// The changes to make, and their conditions.
    package internal(set) var changeSet: ChangeSet
    /// The AppleDouble files and the companions of databases that are changed, and the addresses they get; nil for those
    /// that are removed.
    var doubles: [ItemAddress: ItemAddress?] = [:]
    /// What is changed without what it belongs to, or without what belongs to it.
    var apart: [Apart] = []
    /// The decisions, item by item.
    package internal(set) var items: [ItemDecision] = []

    init(actor: ActingParty, _ changeSet: ChangeSet = ChangeSet()) {
        self.actor = actor
        self.changeSet = changeSet
    }

    /// A file that belongs to another one, of which only one is changed.
    struct Apart: Hashable {
        let file: ItemAddress
        let companion: Companion
        let part: ItemAddress

        /// What one is to the other, for display; not safe for a terminal.
        var sentence: String {
            let (part, file) = (String(decoding: part.name, as: UTF8.self), String(decoding: file.name, as: UTF8.self))
            let what = companion == .support ? "has large values" : "is the \(companion == .log ? "log" : "journal")"
            return "\(part) \(what) of the database \(file), and each is incomplete without the other."
        }
    }

    /// The changes to make.
    package var changes: [Change] { changeSet.changes }

    /// The changes to many items of a directory at once.
    package var batches: [ChangeBatch] { changeSet.batches }

    /// Whether there is nothing to do.
    package var isEmpty: Bool { changeSet.isEmpty }

    /// Whether a seal is broken that says so of a file.
    var breaksSeal: Bool { items.contains { $0.consequences.contains(where: \.breaksSeal) } }

    /// The items that a rule refuses, including parts of trees.
    package var refusals: [ItemDecision] { items.filter { $0.outcome == .refused || $0.outcome == .leftOut } }

    /// The items that do not exist or cannot be examined.
    package var unavailable: [ItemDecision] { items.filter { $0.outcome == .unavailable } }
}

extension PolicyDecision {
    /// Orders renames so that each name is free when it is used.
    mutating func orderMoves(in open: OpenRoots) {
        let moves = changes.compactMap { change -> (from: ItemAddress, to: ItemAddress)? in
            guard case .move(let from, let to) = change else { return nil }
            return (from, to)
        }
        // The plan refuses a name that cannot be examined.
        let others = changes.filter { if case .move = $0 { false } else { true } }
        changeSet.changes = RenameOrder.ordered(moves) { open.isPresent($0) } + others
    }

    /// Takes back the decision to change an item, since something that belongs to it cannot be changed with it.
    mutating func giveUp(_ item: ItemAddress, withoutCompanion companion: ItemAddress) {
        let own = Set(changeSet.companions.filter { $0.value.file == item }.map(\.key) + [item])
        changeSet.changes.removeAll { change in change.source.map { own.contains($0) } ?? own.contains(change.item) }
        guard let index = items.lastIndex(where: { $0.item == item }) else { return }
        items[index].outcome = .refused
        items[index].sentence =
            "it belongs to \(String(decoding: companion.name, as: UTF8.self)), which cannot go with it"
    }

    /// Notes that an item and what belongs to it are not changed together.
    mutating func noteApart(_ item: ItemAddress, from parts: [(companion: Companion, at: ItemAddress)]) {
        apart += parts.map { Apart(file: item, companion: $0.companion, part: $0.at) }
        changeSet.apart.formUnion(parts.lazy.map(\.at))
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
            ItemDecision(item: item, outcome: .unavailable, sentence: error.message)
        )
    }
}
