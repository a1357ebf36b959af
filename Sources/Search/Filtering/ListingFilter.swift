import ContainerModel
package import FileTree

/// Determines which items of a listing are shown: by their names, and by conditions on everything else.
///
/// In the text, terms that begin with a word of `ItemCondition.keys` are conditions; the rest is looked for in the names.
/// A backslash before a term makes it part of the names.
package struct ListingFilter: Hashable, Sendable {
    /// The text as it was written.
    package var text: [UInt8] {
        didSet { if text != oldValue { read() } }
    }
    /// The condition on the names.
    package private(set) var names: EntryFilter
    /// The conditions that items must meet.
    package private(set) var conditions: [ItemCondition] = []
    /// The first term that looks like a condition and cannot be understood; it is left out.
    package private(set) var mistake: FilterMistake?

    /// Creates a filter; by default it shows all names that are not hidden.
    package init(showsHidden: Bool = false, text: [UInt8] = []) {
        self.text = text
        names = EntryFilter(showsHidden: showsHidden)
        read()
    }

    /// Whether to show names that begin with a dot.
    package var showsHidden: Bool {
        get { names.showsHidden }
        set { names.showsHidden = newValue }
    }

    /// Whether the names are paths, in which the text is found as by `FuzzyPattern`.
    package var matchesPaths: Bool {
        get { names.matchesPaths }
        set { names.matchesPaths = newValue }
    }

    /// Whether paths that match are in the order of their scores, whatever the order of the listing is.
    package var ranksMatches: Bool {
        get { names.ranksMatches }
        set { names.ranksMatches = newValue }
    }

    /// The word of the first term that looks like a condition and is part of the names, since there is no such condition;
    /// nil if there is none.
    package var unknownCondition: String? {
        text.split(separator: 0x20).filter { $0.first != 0x5c }.lazy.compactMap { ItemCondition.unknownWord(of: $0) }
            .first
    }

    /// Whether a condition asks for items in the wrong place.
    var asksForPlacement: Bool { conditions.contains { $0.effort == .survey } }

    private mutating func read() {
        names.text = text
        conditions = []
        mistake = nil
        let whole = text
        let terms = whole.split(separator: 0x20)
        var rest: [UInt8] = []
        // Where the blanks between this term of the names and the next one begin; nil behind a condition.
        var end: Int?
        func add(_ term: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) {
            if let end { rest += whole[end..<term.startIndex] } else if !rest.isEmpty { rest.append(0x20) }
            rest += name
            end = term.endIndex
        }
        for term in terms {
            if term.first == 0x5c {
                add(term, term.dropFirst())
                continue
            }
            do throws(FilterMistake) {
                guard let condition = try ItemCondition(term) else {
                    add(term, term)
                    continue
                }
                conditions.append(condition)
            } catch {
                mistake = mistake ?? error
            }
            end = nil
        }
        // Without conditions the whole text is matched against names, blanks included.
        let isWhole = conditions.isEmpty && mistake == nil && !terms.contains { $0.first == 0x5c }
        if !isWhole { names.text = rest }
    }
}

extension ItemCondition {
    /// Reads a term.
    /// - Returns: nil if it does not begin with a key.
    /// - Throws: `FilterMistake` if the text after the key cannot be understood.
    init?(_ term: ArraySlice<UInt8>) throws(FilterMistake) {
        let isNegated = term.first == 0x21
        let text = String(decoding: isNegated ? term.dropFirst() : term, as: UTF8.self)
        guard let end = text.firstIndex(where: { ":<>=".contains($0) }),
            var comparison = Comparison.allCases.first(where: { text[end...].hasPrefix($0.rawValue) })
        else { return nil }
        let word = String(text[..<end])
        guard let key = Self.keys.first(where: { $0.names.contains(word) }) else {
            try Self.refuseMisspelling(word)
            return nil
        }
        var rest = text[end...].dropFirst(comparison.rawValue.count)
        // `changed:<7d` is what `changed<7d` is.
        if comparison == .has, let other = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
            comparison = other
            rest = rest.dropFirst(other.rawValue.count)
        }
        let value = String(rest)
        // Dates are written with a capital T; all else may have capitals as well.
        let subject = try key.read(comparison, value.contains("-") ? value : value.lowercased())
        let saysNo: Bool
        if case .right = subject { saysNo = value.lowercased().hasPrefix("n") } else { saysNo = false }
        self.init(subject: subject, isNegated: isNegated != saysNo)
    }

    /// Returns the word of a term that would be a condition if there were such a key; nil for any other term.
    fileprivate static func unknownWord(of term: ArraySlice<UInt8>) -> String? {
        let body = term.first == 0x21 ? term.dropFirst() : term
        guard let end = body.firstIndex(where: { ":<>=".utf8.contains($0) }), end + 1 < body.endIndex else {
            return nil
        }
        let word = body[..<end]
        guard word.count > 1, word.allSatisfy({ (0x61...0x7a).contains($0) }) else { return nil }
        let text = String(decoding: word, as: UTF8.self)
        return keys.contains { $0.names.contains(text) } ? nil : text
    }

    /// Refuses a word that is nearly a key. Others may be parts of names.
    /// - Throws: `FilterMistake` with the key that was probably meant.
    private static func refuseMisspelling(_ word: String) throws(FilterMistake) {
        let known = keys.flatMap(\.names).filter { $0.count > 1 }.map { Array($0.utf8) }
        guard word.count > 2, word == word.lowercased(),
            let near = NameLikeness.nearest(to: Array(word.utf8), among: known)
        else { return }
        let meant = String(decoding: near, as: UTF8.self)
        throw FilterMistake(
            text: "there is no condition \(word): did you mean \(meant)? A backslash before it looks for it in names")
    }
}
