import ContainerModel

/// Suggests the word that was probably meant.
enum Suggestion {
    /// Returns ` Did you mean "badge-read"?`, or a sentence that lists the candidates.
    static func sentence(for word: String, among candidates: [String]) -> String {
        let letters = Array(word.utf8.map { UInt32($0) })
        // A word that long is not a typing error.
        let limit = letters.count < 64 ? max(2, letters.count / 3) : -1
        let near = candidates.compactMap { candidate in
            NameLikeness.distance(letters, candidate.utf8.map { UInt32($0) }, limit: limit).map { (candidate, $0) }
        }
        if let best = near.min(by: { $0.1 < $1.1 }) { return " Did you mean \"\(best.0)\"?" }
        return " Available: \(candidates.joined(separator: ", "))."
    }
}
