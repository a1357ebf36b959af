import ContainerModel
import FileTree
import Formats

/// A condition that items of a listing must meet: `b:no`, `size>1M`, `!is:purgeable`.
package struct ItemCondition: Hashable, Sendable {
    /// The subject of a condition.
    enum Subject: Hashable, Sendable {
        /// Whether the actor has a right, or the item is backed up.
        case right(Rights)
        /// Whether any of the flags follows the badges.
        case flag(Badges.Flags)
        /// Whether the item seems to be in the wrong place, or may be.
        case misplaced
        /// Whether it is a file or directory without contents.
        case empty
        /// Whether it is an item of one of these kinds.
        case kind([ItemKind])
        /// Whether it is a file of a type that has the word.
        case contents(String)
        /// Whether it is a file of such a size in bytes.
        case size(ClosedRange<UInt64>)
        /// Whether a time of it is in the range, in seconds since 1970.
        case time(ItemClock, ClosedRange<Int64>)
        /// Whether the seconds that have passed since a time of it are in the range.
        case age(ItemClock, ClosedRange<Int64>)
        /// Whether a file has the protection class.
        case protection(ProtectionClass)
    }

    /// The effort of a lookup, from the lowest to the highest.
    enum Effort: Int, Comparable {
        case kind, status, facts, contents, survey

        static func < (one: Effort, other: Effort) -> Bool { one.rawValue < other.rawValue }
    }

    let subject: Subject
    /// Whether the condition is negated.
    var isNegated = false

    var effort: Effort {
        switch subject {
        case .kind: .kind
        case .size, .time, .age, .empty, .protection: .status
        case .right, .flag: .facts
        case .contents: .contents
        case .misplaced: .survey
        }
    }

    /// Whether it depends on the actor, and on the state of the app and the device.
    package var dependsOnRules: Bool {
        switch subject {
        case .right, .flag: true
        default: false
        }
    }
}

extension ItemCondition {
    /// A word that conditions begin with.
    package struct Key: Sendable {
        /// The forms of the word.
        package let names: [String]
        /// The form of its value.
        package let form: String
        /// A summary of the condition.
        package let summary: String
        /// Reads the text after the word.
        let read: @Sendable (Comparison, String) throws(FilterMistake) -> Subject
    }

    /// The operator between a key and its value.
    enum Comparison: String, CaseIterable {
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case greater = ">"
        case equal = "="
        case has = ":"
    }

    /// The keys.
    package static let keys: [Key] = [
        right(["b", "backup"], .backup, "backed up"),
        right(["r", "read"], .read, "the actor may read it"),
        right(["w", "write"], .write, "the actor may write it"),
        right(["d", "delete"], .delete, "the actor may delete it"),
        Key(
            names: ["is"], form: ":" + Flag.all.map(\.word).joined(separator: "|"),
            summary: "a flag, or in the wrong place"
        ) { comparison, value throws(FilterMistake) in
            guard comparison == .has || comparison == .equal, let flag = Flag.all.first(where: { $0.word == value })
            else { throw FilterMistake("is", takes: Flag.all.map(\.word), not: value) }
            return flag.subject
        },
        Key(
            names: ["kind"], form: ":directory|file|link|" + FileSignature.allWords.joined(separator: "|"),
            summary: "the kind of item, or of its contents"
        ) { comparison, value throws(FilterMistake) in
            let kinds: [String: [ItemKind]] = [
                "directory": [.directory], "file": [.file], "link": [.link],
                "special": [.fifo, .socket, .characterDevice, .blockDevice],
            ]
            if let kind = kinds[value] { return .kind(kind) }
            guard comparison == .has || comparison == .equal, FileSignature.allWords.contains(value) else {
                throw FilterMistake("kind", takes: kinds.keys.sorted() + FileSignature.allWords, not: value)
            }
            return .contents(value)
        },
        Key(names: ["size"], form: ">1M, <=4k, =0", summary: "the size of a file; 1M is 1,048,576 bytes") {
            comparison, value throws(FilterMistake) in
            guard let size = ByteCount.parsed(value) else {
                throw FilterMistake(text: "size takes a number with B, K, M, G or T, not “\(value)”")
            }
            return .size(comparison.range(around: size...size, in: 0...UInt64.max))
        },
        time(["changed"], .modified, "when its contents were last modified"),
        time(["created"], .created, "when it was created"),
        time(["added"], .added, "when it was added to its directory (its metadata last changed)"),
        Key(
            names: ["class"], form: ":" + ProtectionWord.all.map(\.word).joined(separator: "|"),
            summary: "the protection class of a file"
        ) { comparison, value throws(FilterMistake) in
            guard comparison == .has || comparison == .equal,
                let found = ProtectionWord.all.first(where: { [$0.word, $0.letter].contains(value) })
            else { throw FilterMistake("class", takes: ProtectionWord.all.map(\.word), not: value) }
            return .protection(found.class)
        },
    ]

    /// The longest form of each key.
    package static var words: [String] { keys.compactMap { $0.names.max { $0.count < $1.count } } }

    /// The keys with the forms of their values, a line for each.
    package static var help: String {
        keys.map { key in
            let form = key.form.count > 40 ? Self.shortened(key.form) : key.form
            let word = key.names.joined(separator: ", ") + form
            return "  " + word + String(repeating: " ", count: max(2, 34 - word.count)) + key.summary
        }.joined(separator: "\n")
    }

    private static func shortened(_ form: String) -> String {
        let words = form.split(separator: "|")
        return words.count > 6 ? words.prefix(5).joined(separator: "|") + "|…" : form
    }

    private static func right(_ names: [String], _ right: Rights, _ summary: String) -> Key {
        Key(names: names, form: ":yes|no", summary: summary) { comparison, value throws(FilterMistake) in
            guard comparison == .has || comparison == .equal, ["yes", "no", "y", "n"].contains(value) else {
                throw FilterMistake(names[0], takes: ["yes", "no"], not: value)
            }
            return .right(right)
        }
    }

    private static func time(_ names: [String], _ clock: ItemClock, _ summary: String) -> Key {
        Key(names: names, form: ":<1h, <7d, today, 2026-01-31", summary: summary) {
            comparison, value throws(FilterMistake) in
            guard let time = TimeLiteral(value) else {
                throw FilterMistake(
                    text:
                        "\(names[0]) takes a date (2026-01-31, today) or an age (90m, 12h, 7d, 4w, 1y), not “\(value)”")
            }
            switch time {
            case .date(let range): return .time(clock, comparison.range(around: range, in: Int64.min...Int64.max))
            // Without a comparison: not older than that.
            case .age(let seconds):
                let within = comparison == .has || comparison == .equal ? .atMost : comparison
                return .age(clock, within.range(around: seconds...seconds, in: Int64.min...Int64.max))
            }
        }
    }

    /// A flag with its word.
    private struct Flag {
        let word: String
        let subject: Subject

        static let all = [
            Flag(word: "purgeable", subject: .flag(.purgeable)),
            Flag(word: "excluded", subject: .flag([.excluded, .excludedByInheritance])),
            Flag(word: "shared", subject: .flag(.sharedWithUser)),
            Flag(word: "protected", subject: .flag(.protectedWhileLocked)),
            Flag(word: "misplaced", subject: .misplaced),
            Flag(word: "empty", subject: .empty),
        ]
    }

    /// A protection class with its words.
    private struct ProtectionWord {
        let word: String
        /// The letter of the class in Apple's documents.
        let letter: String
        let `class`: ProtectionClass

        static let all = [
            ProtectionWord(word: "complete", letter: "a", class: .complete),
            ProtectionWord(word: "unless-open", letter: "b", class: .completeUnlessOpen),
            ProtectionWord(word: "until-first-unlock", letter: "c", class: .completeUntilFirstUserAuthentication),
            ProtectionWord(word: "none", letter: "d", class: .none),
            ProtectionWord(word: "unknown", letter: "?", class: .unknown),
        ]
    }
}

extension ItemCondition.Comparison {
    /// Returns the numbers that stand in this relation to a range: those before it, after it, or in it.
    fileprivate func range<Number: FixedWidthInteger>(
        around range: ClosedRange<Number>, in whole: ClosedRange<Number>
    ) -> ClosedRange<Number> {
        switch self {
        case .less:
            guard range.lowerBound > whole.lowerBound else { return whole.upperBound...whole.upperBound }
            return whole.lowerBound...range.lowerBound - 1
        case .atMost: return whole.lowerBound...range.upperBound
        case .greater:
            guard range.upperBound < whole.upperBound else { return whole.upperBound...whole.upperBound }
            return range.upperBound + 1...whole.upperBound
        case .atLeast: return range.lowerBound...whole.upperBound
        case .equal, .has: return range
        }
    }
}

/// A point in time as it is written in a condition.
private enum TimeLiteral {
    /// The seconds since 1970 of a day, a minute or a second.
    case date(ClosedRange<Int64>)
    /// The seconds that have passed since then.
    case age(Int64)

    init?(_ text: String) {
        if let days = ["today": 0, "yesterday": 1][text] {
            let now = LocalTime.now
            let first = LocalTime(year: now.year, month: now.month, day: now.day - days)
            let next = LocalTime(year: now.year, month: now.month, day: now.day - days + 1)
            guard let start = first.secondsSince1970(), let end = next.secondsSince1970(), start < end else {
                return nil
            }
            self = .date(start...end - 1)
        } else if let seconds = GivenTime(text)?.wholeSeconds {
            self = .date(seconds.lowerBound...seconds.upperBound - 1)
        } else if let seconds = TimeSpan.seconds(text, in: 0...Self.oldest, needsUnit: true) {
            self = .age(seconds)
        } else {
            return nil
        }
    }

    /// Ten million years: more than any clock can tell.
    private static let oldest: Int64 = 10_000_000 * 365 * 86_400
}

/// A condition that cannot be understood.
package struct FilterMistake: Error, Hashable, Sendable {
    /// The sentence for the user, without a full stop.
    package let text: String

    /// The sentence as an error of the command line.
    package var sentence: String { "The text has an invalid condition: \(text)." }

    init(text: String) { self.text = text }

    init(_ key: String, takes words: [String], not value: String) {
        let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        self.init(text: value.isEmpty ? "\(key) takes \(list)" : "\(key) takes \(list), not “\(value)”")
    }
}
