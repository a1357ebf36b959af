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
    /// What is asked of the names.
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

    /// Whether a condition asks for items in the wrong place.
    var asksForPlacement: Bool { conditions.contains { $0.effort == .survey } }

    private mutating func read() {
        names.text = text
        conditions = []
        mistake = nil
        let terms = text.split(separator: 0x20)
        var rest: [ArraySlice<UInt8>] = []
        for term in terms {
            if term.first == 0x5c {
                rest.append(term.dropFirst())
                continue
            }
            do throws(FilterMistake) {
                guard let condition = try ItemCondition(term) else {
                    rest.append(term)
                    continue
                }
                conditions.append(condition)
            } catch {
                mistake = mistake ?? error
            }
        }
        // Without conditions the text is that of the names, blanks included.
        guard rest.count < terms.count || terms.contains(where: { $0.first == 0x5c }) else { return }
        names.text = Array(rest.joined(separator: [0x20]))
    }
}

extension ItemCondition {
    /// Reads a term.
    /// - Returns: nil if it does not begin with a key.
    /// - Throws: `FilterMistake` if what follows the key cannot be understood.
    init?(_ term: ArraySlice<UInt8>) throws(FilterMistake) {
        let isNegated = term.first == 0x21
        let text = String(decoding: isNegated ? term.dropFirst() : term, as: UTF8.self)
        guard let end = text.firstIndex(where: { ":<>=".contains($0) }),
            let key = Self.keys.first(where: { $0.names.contains(String(text[..<end])) }),
            let comparison = Comparison.allCases.first(where: { text[end...].hasPrefix($0.rawValue) })
        else { return nil }
        let value = String(text[end...].dropFirst(comparison.rawValue.count))
        // Dates are written with a capital T; all else may have capitals as well.
        let subject = try key.read(comparison, value.contains("-") ? value : value.lowercased())
        let saysNo: Bool
        if case .right = subject { saysNo = value.lowercased().hasPrefix("n") } else { saysNo = false }
        self.init(subject: subject, isNegated: isNegated != saysNo)
    }
}
