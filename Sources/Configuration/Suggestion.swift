import ContainerModel

/// Finds what somebody meant.
enum Suggestion {
    /// ` Did you mean "badge-read"?`, or what there is to choose from.
    static func sentence(for word: String, among candidates: [String]) -> String {
        let letters = Array(word.utf8.map { UInt32($0) })
        // Nothing that long is a slip of the finger.
        let limit = letters.count < 64 ? max(2, letters.count / 3) : -1
        let near = candidates.compactMap { candidate in
            NameLikeness.distance(letters, candidate.utf8.map { UInt32($0) }, limit: limit).map { (candidate, $0) }
        }
        if let best = near.min(by: { $0.1 < $1.1 }) { return " Did you mean \"\(best.0)\"?" }
        return " There is: \(candidates.joined(separator: ", "))."
    }
}
