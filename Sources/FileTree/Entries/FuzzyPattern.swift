import Formats

/// Text whose characters are found in a name in their order, with others in between: `apsup` is found in
/// `Library/Application Support`.
///
/// Terms separated by blanks are found independently of each other, and all of them have to be. Small ASCII letters also
/// match capitals; a term with a capital matches exactly. A term with a `*` is a pattern for the last component.
/// Composed characters match decomposed ones: APFS and HFS+ take names that differ in composition alone for the same
/// name.
package struct FuzzyPattern: Hashable, Sendable {
    struct Term: Hashable, Sendable {
        let bytes: [UInt8]
        /// Whether the case of ASCII letters does not matter; `bytes` are small letters then.
        let ignoresCase: Bool
        /// The pattern that the last component has to match as a whole; nil for characters to be found.
        let glob: NameGlob?
    }

    let terms: [Term]

    /// The maximum length in bytes: no path is longer.
    package static let longest = 4_096

    /// - Returns: nil for nothing but blanks, and for more than `longest` bytes.
    package init?(_ text: some Collection<UInt8>) {
        guard text.count <= Self.longest else { return nil }
        terms = CanonicalDecomposition.bytes(of: text).split(separator: UInt8(ascii: " ")).map { bytes in
            Term(
                bytes: Array(bytes), ignoresCase: !bytes.contains { $0 &- 0x41 < 26 }, glob: NameGlob(bytes))
        }
        guard !terms.isEmpty else { return nil }
    }

    /// Returns how well a name matches; nil if it does not. Higher is better.
    package func score(_ name: some Collection<UInt8>) -> Int? {
        var matcher = FuzzyMatcher(self)
        return Array(name).withUnsafeBufferPointer { matcher.score($0) }
    }

    /// Returns the indices of the bytes of a name that the pattern's bytes are found at, in ascending order; empty if
    /// the name does not match. Beyond ASCII they are where the characters begin.
    package func places(in name: some Collection<UInt8>) -> [Int] {
        var matcher = FuzzyMatcher(self)
        return Array(name).withUnsafeBufferPointer { matcher.places(in: $0) }
    }
}

/// Matches names with a pattern one after another, with memory that is allocated once.
///
/// Of all ways to find a term, the one with the highest score counts: each byte found is worth `match`; a byte at the
/// beginning of a component, word or hump gets a bonus, which is doubled for the first byte of the term, and each byte
/// skipped in between costs something. The weights are fzf's, which people know.
struct FuzzyMatcher {
    private enum Weight {
        static let match = 16
        static let firstGap = -3
        static let nextGap = -1
        /// Beginning of a component.
        static let component = 9
        /// After any character but letters and digits, and such a character itself.
        static let word = 8
        /// A capital after a small letter, or the first of several digits.
        static let hump = 7
        static let consecutive = 4
        static let unreachable = -1_000_000
    }

    /// The class of a byte with regard to beginnings of words; a blank is a symbol.
    private enum Kind: UInt8 {
        case delimiter
        case symbol
        case small
        case capital
        case digit

        var isWord: Bool { rawValue >= Kind.small.rawValue }
    }

    /// The best score that ends at a byte of the name.
    private struct Cell {
        var score = Weight.unreachable
        /// The number of consecutive bytes found that end here.
        var run = 0
    }

    private let pattern: FuzzyPattern
    /// The row of the previous byte of the term, and the row of this one.
    private var above: [Cell] = []
    private var cells: [Cell] = []

    init(_ pattern: FuzzyPattern) { self.pattern = pattern }

    /// Returns whether a name matches.
    func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        CanonicalDecomposition.withBytes(of: name) { name in
            pattern.terms.allSatisfy { $0.glob?.matchesDecomposed(name) ?? (Self.window(of: $0, in: name) != nil) }
        }
    }

    /// Returns how well a name matches; nil if it does not.
    mutating func score(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        CanonicalDecomposition.withBytes(of: name) { scoreDecomposed($0) }
    }

    private mutating func scoreDecomposed(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        var sum = 0
        for term in pattern.terms {
            if let glob = term.glob {
                guard glob.matchesDecomposed(name) else { return nil }
                continue
            }
            guard let window = Self.window(of: term, in: name) else { return nil }
            sum += best(of: term, in: name, window) { _, _ in }
        }
        return sum
    }

    /// Returns the indices of the bytes found, in ascending order; empty if the name does not match.
    mutating func places(in name: UnsafeBufferPointer<UInt8>) -> [Int] {
        let decomposed = CanonicalDecomposition(name)
        let places = decomposed.bytes.withUnsafeBufferPointer { placesDecomposed(in: $0) }
        return Set(places.map { decomposed.origins[$0] }).sorted()
    }

    private mutating func placesDecomposed(in name: UnsafeBufferPointer<UInt8>) -> [Int] {
        var places: Set<Int> = []
        for term in pattern.terms where term.glob == nil {
            guard let window = Self.window(of: term, in: name) else { return [] }
            var rows: [[Cell]] = []
            _ = best(of: term, in: name, window) { _, cells in rows.append(Array(cells)) }
            places.formUnion(Self.trace(rows, window))
        }
        return places.sorted()
    }

    /// Returns the part of a name from the first place where the term can begin to the last where it can end; nil if the
    /// term is not found.
    private static func window(of term: FuzzyPattern.Term, in name: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var next = 0
        var first = 0
        for (index, byte) in name.enumerated() where folded(byte, term) == term.bytes[next] {
            if next == 0 { first = index }
            next += 1
            guard next == term.bytes.count else { continue }
            var end = name.count
            while folded(name[end - 1], term) != term.bytes[next - 1] { end -= 1 }
            return first..<end
        }
        return nil
    }

    /// Returns the highest score of a term that is in the name.
    /// - Parameters:
    ///   - window: The part of the name that the term is found in.
    ///   - row: Receives the cells of the window for each byte of the term.
    private mutating func best(
        of term: FuzzyPattern.Term,
        in name: UnsafeBufferPointer<UInt8>,
        _ window: Range<Int>,
        row: (Int, ArraySlice<Cell>) -> Void
    ) -> Int {
        let count = window.count
        if cells.count < count {
            cells = [Cell](repeating: Cell(), count: count)
            above = cells
        }
        for (place, wanted) in term.bytes.enumerated() {
            swap(&above, &cells)
            var isInGap = false
            for index in 0..<count {
                let before = index > 0 ? cells[index - 1].score : Weight.unreachable
                let passed = max(before + (isInGap ? Weight.nextGap : Weight.firstGap), Weight.unreachable)
                var found = Cell()
                if index >= place, Self.folded(name[window.lowerBound + index], term) == wanted {
                    let diagonal = place == 0 ? Cell(score: 0) : above[index - 1]
                    if diagonal.score > Weight.unreachable / 2 {
                        found = Self.extended(diagonal, by: window.lowerBound + index, in: name, isFirst: place == 0)
                    }
                }
                isInGap = passed >= found.score
                cells[index] = isInGap ? Cell(score: passed) : found
            }
            row(place, cells[..<count])
        }
        return cells[..<count].reduce(Weight.unreachable) { max($0, $1.score) }
    }

    /// Returns the cell for a byte found directly after what another cell stands for.
    private static func extended(
        _ cell: Cell, by index: Int, in name: UnsafeBufferPointer<UInt8>, isFirst: Bool
    ) -> Cell {
        var run = cell.run + 1
        var bonus = bonus(at: index, in: name)
        if run > 1 {
            // The bonus of its beginning counts for all of a run, unless a better beginning is here.
            let beginning = Self.bonus(at: index - run + 1, in: name)
            if bonus >= Weight.word, bonus > beginning {
                run = 1
            } else {
                bonus = max(bonus, Weight.consecutive, beginning)
            }
        }
        return Cell(score: cell.score + Weight.match + (isFirst ? 2 * bonus : bonus), run: run)
    }

    /// Returns the places of the best way through the rows, from its end on.
    private static func trace(_ rows: [[Cell]], _ window: Range<Int>) -> [Int] {
        guard let last = rows.last, let end = last.indices.max(by: { last[$0].score < last[$1].score }) else {
            return []
        }
        var places: [Int] = []
        var index = end
        for cells in rows.reversed() {
            while index > 0, cells[index].run == 0 { index -= 1 }
            places.append(window.lowerBound + index)
            index = max(0, index - 1)
        }
        return places
    }

    private static func bonus(at index: Int, in name: UnsafeBufferPointer<UInt8>) -> Int {
        let this = kind(name[index])
        let before = index > 0 ? kind(name[index - 1]) : .delimiter
        guard this.isWord else { return Weight.word }
        switch before {
        case .delimiter: return Weight.component
        case .symbol: return Weight.word
        case .small where this == .capital: return Weight.hump
        case .small, .capital: return this == .digit ? Weight.hump : 0
        case .digit: return 0
        }
    }

    @inline(__always)
    private static func folded(_ byte: UInt8, _ term: FuzzyPattern.Term) -> UInt8 {
        term.ignoresCase ? byte.asciiLowercased : byte
    }

    @inline(__always)
    private static func kind(_ byte: UInt8) -> Kind {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "|"): .delimiter
        case 0x61...0x7a: .small
        case 0x41...0x5a: .capital
        case 0x30...0x39: .digit
        // Parts of letters beyond ASCII are letters without case.
        case 0x80...: .small
        default: .symbol
        }
    }
}
