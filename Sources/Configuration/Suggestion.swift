/// Finds what somebody meant.
enum Suggestion {
    /// ` Did you mean "badge-read"?`, or what there is to choose from.
    static func sentence(for word: String, among candidates: [String]) -> String {
        let best = candidates.min { distance($0, word) < distance($1, word) }
        if let best, distance(best, word) <= max(2, word.count / 3) { return " Did you mean \"\(best)\"?" }
        return " There is: \(candidates.joined(separator: ", "))."
    }

    /// The number of letters to change, to add or to take away (Levenshtein).
    private static func distance(_ left: String, _ right: String) -> Int {
        // Nothing that long is a slip of the finger.
        guard left.utf8.count < 64, right.utf8.count < 64 else { return .max }
        let right = Array(right.utf8)
        var row = Array(0...right.count)
        for (index, letter) in left.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = min(diagonal + (letter == right[column] ? 0 : 1), above + 1, row[column] + 1)
                diagonal = above
            }
        }
        return row[right.count]
    }
}
