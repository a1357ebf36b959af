/// Prints a reason where it first applies: consecutive lines that share it show it once.
struct RepeatedReason {
    private var last: String?

    /// Returns the reason in brackets, ready to follow a line; empty if the line above has the same one, or for none.
    mutating func text(_ reason: String?) -> String {
        defer { last = reason }
        guard let reason, reason != last else { return "" }
        return "  [\(reason)]"
    }
}
