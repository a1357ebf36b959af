import Formats
import Search

/// The rows of the table of secrets with the anchors that lead to them, prepared once for all threads.
struct SecretIndex: Sendable {
    /// A row, and what is known of it without its expression.
    private struct Row: Sendable {
        let number: Int
        let isSharp: Bool
        let surroundings: SecretPattern.Surroundings
    }

    static let shared = SecretIndex()

    let patterns: [SecretPattern] = SecretPattern.all
    let expressions: [ContentsPattern?]
    /// The rows, those of each anchor beside each other.
    private let rows: [Row]
    /// The rows of each anchor, and its length.
    private let anchors: [(rows: Range<Int>, length: Int)]
    private let filter: AnchorFilter

    private init() {
        expressions = SecretPattern.all.map { $0.expression.isEmpty ? nil : Self.pattern($0.expression) }
        var owners: [String: [Row]] = [:]
        for (number, row) in SecretPattern.all.enumerated() {
            for anchor in row.anchors {
                owners[anchor, default: []].append(
                    Row(number: number, isSharp: row.isSharp, surroundings: row.surroundings))
            }
        }
        let texts = owners.keys.sorted()
        var (rows, anchors): ([Row], [(rows: Range<Int>, length: Int)]) = ([], [])
        for text in texts {
            let own = owners[text] ?? []
            anchors.append((rows.count..<rows.count + own.count, text.utf8.count))
            rows += own
        }
        (self.rows, self.anchors) = (rows, anchors)
        // The keys of services are written in one way; their anchors are no anchors of other rows.
        let others = Set(SecretPattern.others.flatMap(\.anchors))
        filter = AnchorFilter(texts, exact: Set(ServiceKey.all.flatMap(\.anchors)).subtracting(others))
    }

    /// Returns the expression of a row without what may not follow a key; nil if it says nothing of that.
    func openExpression(_ number: Int) -> ContentsPattern? {
        let expression = patterns[number].expression
        guard patterns[number].rule == .serviceKey, expression.hasSuffix("])"),
            let border = expression.ranges(of: "(?![").last
        else { return nil }
        return Self.pattern(String(expression[..<border.lowerBound]))
    }

    private static func pattern(_ expression: String) -> ContentsPattern? {
        try? ContentsPattern(#"\G(?:"# + expression + ")", isExpression: true, caseSensitivity: .respected)
    }

    /// The most places that are kept of some bytes; where there are more, each value in them is examined.
    private static let maxPlaces = 100_000

    /// Returns where rows may match, and where groups of digits are.
    func prospects(in bytes: UnsafeRawBufferPointer) -> ContentsProspects {
        var matches: [Int] = []
        forEachPlace(in: bytes, isSharp: false) { _, anchor in
            if matches.last != anchor.lowerBound { matches.append(anchor.lowerBound) }
            return matches.count <= Self.maxPlaces
        }
        // Of encoded texts and escapes, nothing is known before they are decoded.
        let plain = matches.count
        EncodedText.forEachRun(in: bytes) { run in
            matches.append(run.lowerBound)
            // In a binary property list, the length of a text may be a character of the run.
            matches.append(run.lowerBound + 1)
            return matches.count <= Self.maxPlaces
        }
        EncodedText.forEachEscape(in: bytes) { place in
            matches.append(place)
            return matches.count <= Self.maxPlaces
        }
        if matches.count > plain { matches.sort() }
        var numbers: [Int] = []
        CardNumber.forEach(in: bytes) { number in
            if CardNumber.isAnnounced(before: number.range.lowerBound, in: bytes) {
                numbers.append(number.range.lowerBound)
            }
        }
        let announced = numbers.count
        while numbers.count <= Self.maxPlaces,
            let place = bytes.firstDigitGroups(from: numbers.count > announced ? (numbers.last ?? 0) + 1 : 0)
        {
            numbers.append(place)
        }
        if announced > 0 { numbers.sort() }
        return ContentsProspects(
            in: bytes, matches: matches.count <= Self.maxPlaces ? matches : nil,
            numbers: numbers.count <= Self.maxPlaces ? numbers : nil)
    }

    /// Calls a closure for each place where a row may match, in the order of the places, until it returns false.
    /// - Parameters:
    ///   - start: The first place.
    ///   - isSharp: Whether only the forms count that are found in any bytes.
    func forEachPlace(
        in bytes: UnsafeRawBufferPointer, from start: Int = 0, isSharp: Bool,
        _ body: (_ row: Int, _ anchor: Range<Int>) -> Bool
    ) {
        rows.withUnsafeBufferPointer { rows in
            anchors.withUnsafeBufferPointer { anchors in
                filter.forEach(in: bytes, from: start) { number, offset in
                    let anchor = offset..<offset + anchors[number].length
                    for index in anchors[number].rows {
                        let row = rows[index]
                        guard row.isSharp || !isSharp, row.surroundings.areBeside(anchor, in: bytes) else { continue }
                        guard body(row.number, anchor) else { return false }
                    }
                    return true
                }
            }
        }
    }
}

extension SecretPattern.Surroundings {
    /// The most bytes of a user's name in a URL: 64 characters.
    private static let longestUser = 256

    /// Whether they may be beside an anchor. They surely are not if it returns false.
    func areBeside(_ anchor: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .any: return true
        case .user:
            var index = anchor.upperBound
            let end = min(bytes.count, index + Self.longestUser + 1)
            while index < end {
                switch bytes[index] {
                case 0x3a: return true
                case 0x09...0x0d, 0x20, 0x2f, 0x40, 0x22, 0x27, 0x3c, 0x3e, 0x5c, 0x3f, 0x23: return false
                default: index += 1
                }
            }
            return false
        }
    }
}
