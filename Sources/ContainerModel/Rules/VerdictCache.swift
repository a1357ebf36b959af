import Synchronization

/// The verdicts that were found before, by the key of their question: the tables of a book are constant, and so is
/// what they say.
///
/// Filled as questions come. To find them all at the start would take longer than all questions of a session.
final class VerdictCache: Sendable {
    private let verdicts = Mutex<[UInt64: Verdict]>([:])

    /// The verdict that was found before, or what `decide` finds now.
    func verdict(for key: UInt64, _ decide: () -> Verdict) -> Verdict {
        if let known = verdicts.withLock({ $0[key] }) { return known }
        let verdict = decide()
        verdicts.withLock { $0[key] = verdict }
        return verdict
    }
}
