import ContainerModel

/// Suggests the word that was probably meant.
enum Suggestion {
    /// The maximum number of candidates that are listed besides the one that was probably meant.
    private static let fewCandidates = 12

    /// Returns ` Did you mean "badge-read"?`, and a sentence that lists the candidates if they are few or none is near.
    /// - Parameter word: The word as written; nil if it was no word.
    static func sentence(for word: String?, among candidates: [String]) -> String {
        let list = " Available: \(candidates.joined(separator: ", "))."
        guard let word, let best = nearest(to: word, among: candidates) else { return list }
        return " Did you mean \"\(best)\"?" + (candidates.count <= fewCandidates ? list : "")
    }

    /// Returns the candidate that was probably meant by a word; nil if none is near.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let letters = Array(word.utf8.map { UInt32($0) })
        // A word that long is not a typing error.
        let limit = letters.count < 64 ? max(2, letters.count / 3) : -1
        let near = candidates.compactMap { candidate in
            NameLikeness.distance(letters, candidate.utf8.map { UInt32($0) }, limit: limit).map { (candidate, $0) }
        }
        return near.min { $0.1 < $1.1 }?.0
    }
}
