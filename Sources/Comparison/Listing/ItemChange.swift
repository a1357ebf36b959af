package import ContainerModel
import Formats

/// What has become of an item from the first side to the second, and how much differs in it.
package struct ItemChange: Hashable, Sendable {
    /// A number of differences of the same kind: 2 rows added.
    private struct Count: Hashable, Sendable {
        let subject: Difference.Subject
        let change: Difference.Change
        /// Whether they are parts of a text.
        let isText: Bool
        var number: Int

        /// The kind of difference, in words.
        var words: String {
            guard subject.isCounted else { return subject.words }
            let what =
                isText
                ? "\(Pluralized.some(number, "part")) of the text" : Pluralized.some(number, subject.words)
            return "\(what) \(change.rawValue)"
        }
    }

    /// What has become of the item itself; `changed` if it is on both sides.
    package private(set) var change: Difference.Change
    /// The old path of a moved item, from where the first side begins; nil for any other item.
    package private(set) var oldPath: ContainerPath?
    private var counts: [Count] = []
    /// The only difference in words; nil if there are several.
    private var single: String?

    /// Creates a change of an item.
    package init(_ change: Difference.Change, movedFrom oldPath: ContainerPath? = nil) {
        self.change = change
        self.oldPath = oldPath
    }

    /// Creates the change that the first difference of an item tells.
    init(_ difference: Difference) {
        self.init(.changed)
        add(difference)
    }

    /// The number of values of which a longer text is made.
    private static let longest = 160

    /// Adds a difference of the same item.
    mutating func add(_ difference: Difference) {
        guard !difference.follows else { return }
        guard difference.subject != .item else {
            change = difference.change
            if change == .moved, case .string(let path)? = difference.before {
                oldPath = ContainerPath(bytes: Array(path.utf8))
            }
            return
        }
        let (subject, change, isText) = (difference.subject, difference.change, difference.lines != nil)
        if let index = counts.firstIndex(where: {
            $0.subject == subject && $0.change == change && $0.isText == isText
        }) {
            counts[index].number += 1
        } else {
            counts.append(Count(subject: subject, change: change, isText: isText, number: 1))
        }
        single = counts.count == 1 && counts[0].number == 1 ? Self.words(of: difference) : nil
    }

    /// What differs in the item, in a few words that are not sanitized: "theme: dark → light", "2 rows added, mode"; empty
    /// for an item that only one side has.
    package var summary: String {
        if let oldPath { return "was \(String(decoding: oldPath.bytes, as: UTF8.self))" }
        if let single { return single }
        return counts.map(\.words).joined(separator: ", ")
    }

    /// Returns a difference in words.
    private static func words(of difference: Difference) -> String? {
        if let bytes = difference.bytes {
            return "\(Pluralized.some(bytes.count, "byte differs", "bytes differ")) from offset \(bytes.offset)"
        }
        if let lines = difference.lines { return difference.address.isEmpty ? words(of: lines) : nil }
        guard !difference.address.isEmpty || !difference.subject.isCounted else { return nil }
        let (old, new) = shortTexts(difference.before?.text, difference.after?.text)
        let name = difference.address.isEmpty ? difference.subject.words : difference.addressText
        switch (old, new) {
        case (let old?, let new?): return "\(name): \(old) → \(new)"
        case (nil, let new?): return "\(name): \(new) \(difference.change.rawValue)"
        case (let old?, nil): return "\(name): \(old) \(difference.change.rawValue)"
        case (nil, nil): return nil
        }
    }

    /// Cuts the texts of values after a number of bytes, and also before what differs if that is behind these.
    private static func shortTexts(_ old: [UInt8]?, _ new: [UInt8]?) -> (old: String?, new: String?) {
        var start = 0
        if let old, let new, old.prefix(longest) == new.prefix(longest) {
            start = DifferingPart.start(of: old, new, lead: longest / 4)
        }
        func short(_ text: [UInt8]) -> String {
            let part = String(decoding: text.dropFirst(start).prefix(longest), as: UTF8.self)
            return (start > 0 ? "…" : "") + part + (text.count - start > longest ? "…" : "")
        }
        return (old.map(short), new.map(short))
    }

    private static func words(of lines: LineHunk) -> String? {
        let first = lines.after.isEmpty ? lines.before.lowerBound : lines.after.lowerBound
        return "line \(first + 1)"
    }
}

extension Difference.Subject {
    /// Whether an item can have several differences of the kind.
    fileprivate var isCounted: Bool {
        switch self {
        case .value, .row, .column, .table: true
        case .item, .kind, .mode, .target, .device, .exclusion, .protection, .time: false
        }
    }

    /// The subject in words, in the singular.
    fileprivate var words: String {
        switch self {
        case .protection: "protection class"
        case .exclusion: "exclusion from backups"
        default: rawValue
        }
    }
}

extension JSONValue {
    /// The value in one line: a text as it is, anything else as JSON.
    fileprivate var text: [UInt8] {
        if case .string(let string) = self { Array(string.utf8) } else { JSONWriter.line(self) }
    }
}
