import Synchronization

/// The verdicts found so far, by the key of their question. The tables of a book are constant, and so are its verdicts.
///
/// Filled on demand: finding all verdicts in advance would take longer than all questions of a session.
final class VerdictCache: Sendable {
    private let verdicts = Mutex<[UInt64: Verdict]>([:])

    /// Returns the cached verdict for a key, or computes it with `decide` and caches it.
    func verdict(for key: UInt64, _ decide: () -> Verdict) -> Verdict {
        if let known = verdicts.withLock({ $0[key] }) { return known }
        let verdict = decide()
        verdicts.withLock { $0[key] = verdict }
        return verdict
    }
}
