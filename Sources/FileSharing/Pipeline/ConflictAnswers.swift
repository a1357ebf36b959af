package import Transactions

/// The user's decisions about names that are taken, one conflict after another. A decision for all conflicts applies to
/// each of the others that it may be applied to.
package struct ConflictAnswers: Sendable {
    /// A decision that the next conflict allows.
    package struct Offer: Hashable, Sendable {
        /// The decision.
        package let policy: ConflictPolicy
        /// The number of conflicts that it decides.
        package let count: Int
        /// Whether it decides about all conflicts that are left and that it applies to.
        package let isForAll: Bool

        init(_ policy: ConflictPolicy, forAll count: Int? = nil) {
            self.policy = policy
            self.count = count ?? 1
            isForAll = count != nil
        }
    }

    private let questions: [ConflictQuestion]
    /// The decisions so far, one for each of the first conflicts.
    package private(set) var answers: [ConflictPolicy] = []
    private var forAll: ConflictPolicy?

    /// Creates a value without conflicts.
    package init() { questions = [] }

    /// Creates a value in which no conflict of the preparation is decided.
    package init(to preparation: Preparation) { questions = preparation.conflicts }

    /// The next conflict to decide; nil if none is left.
    package var next: ConflictQuestion? { questions.dropFirst(answers.count).first }

    /// The number of conflicts.
    package var count: Int { questions.count }

    /// The decisions that the next conflict allows: about itself, then about all that are left.
    package var offers: [Offer] {
        guard let next else { return [] }
        let left = questions.dropFirst(answers.count)
        var offers = [Offer(.skip)]
        if next.conflict.otherName != nil { offers.append(Offer(.keepBoth)) }
        if next.refusalToReplace == nil { offers.append(Offer(.replace)) }
        guard left.count > 1 else { return offers }
        offers.append(Offer(.skip, forAll: left.count))
        if left.allSatisfy({ $0.conflict.otherName != nil }) { offers.append(Offer(.keepBoth, forAll: left.count)) }
        // A file never replaces a directory, or the other way round, without being asked about by itself.
        let alike = left.filter { !$0.conflict.changesKind }
        if !next.conflict.changesKind, alike.allSatisfy({ $0.refusalToReplace == nil }) {
            offers.append(Offer(.replace, forAll: alike.count))
        }
        return offers
    }

    /// Decides the next conflict, and those after it that the decision applies to.
    package mutating func accept(_ offer: Offer) {
        guard next != nil else { return }
        answers.append(offer.policy)
        if offer.isForAll { forAll = offer.policy }
        while let forAll, next?.isCovered(by: forAll) == true { answers.append(forAll) }
    }
}
