/// What the name of a column or a key tells of its values.
struct DateName: Hashable {
    /// Whether they may be times.
    let tellsTime: Bool
    /// Whether they tell when something ends.
    let isExpiry: Bool

    private static let words: Set<String> = [
        "date", "datetime", "time", "timestamp", "ts", "at", "when", "created", "creation", "modified", "modification",
        "updated", "changed", "accessed", "deleted", "added", "saved", "sent", "received", "seen", "visited", "opened",
        "launched", "installed", "synced", "fetched", "downloaded", "started", "ended", "finished", "completed",
        "birthday", "utc", "epoch",
    ]
    private static let ends: Set<String> = [
        "expires", "expire", "expiry", "expiration", "expired", "until", "deadline", "due",
    ]
    /// Words of lengths of time, and of numbers of them.
    private static let others: Set<String> = [
        "duration", "interval", "timeout", "elapsed", "zone", "timezone", "offset", "count", "times", "uptime",
        "runtime", "remaining", "left", "delay", "rate", "size", "length", "age", "ttl", "scale", "is", "has",
    ]

    /// Words that end like those of times.
    private static let lookalikes: Set<String> = [
        "candidate", "validate", "invalidate", "mandate", "lifetime", "overtime", "sometime", "realtime",
    ]

    init(_ name: some StringProtocol) {
        let words = Self.words(in: name)
        let hasOther = words.contains(where: Self.others.contains)
        isExpiry = !hasOther && words.contains(where: Self.ends.contains)
        tellsTime = isExpiry || !hasOther && words.contains { Self.words.contains($0) }
    }

    /// Whether the declared type of a column is one of times: SQLite has none, and stores texts or numbers.
    static func isOfTimes(type: String) -> Bool {
        let type = type.uppercased()
        return type.contains("DATE") || type.contains("TIMESTAMP")
    }

    /// Splits a name at its capitals, digits and signs: `lastSeenAt`, `last_seen_at`, `ZLASTSEEN`.
    private static func words(in name: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for byte in name.utf8.prefix(128) {
            let isLower = (0x61...0x7a).contains(byte)
            let isUpper = (0x41...0x5a).contains(byte)
            if !isLower && !isUpper || isUpper && wasLower {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isLower || isUpper { word.unicodeScalars.append(Unicode.Scalar(byte | 0x20)) }
            wasLower = isLower
        }
        if !word.isEmpty { words.append(word) }
        // Core Data's columns have a letter before their names, and no small ones.
        if words.count == 1, let only = words.first, only.hasPrefix("z") { words.append(String(only.dropFirst())) }
        // Names in small letters alone: "lastvisittime".
        if words.count <= 2, let last = words.last, !Self.others.contains(last), !Self.lookalikes.contains(last) {
            for end in ["timestamp", "date", "time"] where last.count > end.count && last.hasSuffix(end) {
                words.append(end)
            }
        }
        return words
    }
}
