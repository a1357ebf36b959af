/// Text that is safe to show: the only way for names and contents from outside to reach the screen.
///
/// Nothing in it can move the cursor, change the order of neighboring text, or take another width than `width` says.
/// Characters that cannot be shown are replaced by visible substitutes, so that different names look different:
///
/// | in the text | shown |
/// |---|---|
/// | C0 controls (newline, tab, ESC …), DEL | `␀` … `␟`, `␡` |
/// | C1 controls, line and paragraph separators, invisible or unassigned characters | `‹9B›`, `‹2028›` |
/// | tags | `‹E0041›` |
/// | controls of writing direction | `‹RLO›`, `‹LRM›` … |
/// | bytes that are not UTF-8 | `\xFF`, each |
/// | joiners and variation selectors | dropped where scripts and emoji use them, `‹ZWJ›`, `‹FE0F›` elsewhere |
/// | combining marks | over their base, at most two; over `◌` without a base |
/// | emoji joined by ZWJ, with skin tones | one after the other, without joiner and skin tone |
///
/// The joiners of emoji are dropped because ncurses and terminals disagree about the width of the joined picture; see
/// `CharacterWidth`.
package struct DisplayText: Hashable, Sendable {
    /// The contents of one or two cells, in the form of `Cell.text`.
    package struct Cluster: Hashable, Sendable {
        let bits: UInt64
        /// Whether the cluster takes two cells.
        package var isWide: Bool { bits >> 63 == 1 }
        /// The number of cells the cluster takes: 1 or 2.
        package var width: Int { isWide ? 2 : 1 }

        /// The contents, with a lowercase ASCII letter if case does not matter.
        fileprivate func folded(_ ignoresCase: Bool) -> UInt64 {
            ignoresCase && (0x41...0x5a).contains(bits) ? bits | 0x20 : bits
        }
    }

    /// The clusters of the text, from left to right.
    package let clusters: [Cluster]
    /// The number of cells the text takes.
    package let width: Int

    /// A text without characters.
    package static let empty = DisplayText(clusters: [], width: 0)

    init(clusters: [Cluster], width: Int) {
        self.clusters = clusters
        self.width = width
    }

    /// Creates a text from the bytes of a name or of contents, UTF-8 or not.
    ///
    /// - Parameter ascii: Whether non-ASCII characters become `?` of the same width, for locales that are not UTF-8.
    package init(bytes: some Collection<UInt8>, ascii: Bool = false) {
        let result = bytes.withContiguousStorageIfAvailable { DisplayText(buffer: $0, ascii: ascii) }
        self = result ?? Array(bytes).withUnsafeBufferPointer { DisplayText(buffer: $0, ascii: ascii) }
    }

    /// Creates a text from a string, the program's own or from outside.
    package init(_ string: String, ascii: Bool = false) {
        var string = string
        self = string.withUTF8 { DisplayText(buffer: $0, ascii: ascii) }
    }

    /// Creates a text from contiguous bytes.
    package init(buffer: UnsafeBufferPointer<UInt8>, ascii: Bool = false) {
        var sanitizer = Sanitizer(ascii: ascii)
        sanitizer.consume(buffer)
        self.init(clusters: sanitizer.clusters, width: sanitizer.width)
    }
}

extension DisplayText {
    /// The part of a text that is kept when there is not enough room.
    package enum Kept: Hashable, Sendable {
        /// `Docume…`
        case start
        /// `Doc…nts`
        case bothEnds
        /// `…cuments`
        case end
    }

    /// Returns the text cut to `columns`, with an ellipsis for the omitted part.
    ///
    /// - Parameter ellipsis: A character one cell wide, such as `Glyphs.ellipsis`.
    package func truncated(to columns: Int, keeping kept: Kept = .start, ellipsis: Unicode.Scalar = "…") -> DisplayText
    {
        if width <= columns { return self }
        guard columns > 0 else { return .empty }
        let room = columns - 1
        let mark = DisplayText(clusters: [Cluster(bits: UInt64(ellipsis.value))], width: 1)
        switch kept {
        case .start: return prefix(room) + mark
        case .end: return mark + suffix(room)
        case .bothEnds:
            let end = suffix(room / 2)
            return prefix(room - end.width) + mark + end
        }
    }

    /// Returns the longest beginning that fits in `columns`; a wide character is not cut in two.
    package func prefix(_ columns: Int) -> DisplayText {
        if width <= columns { return self }
        var taken = 0
        var count = 0
        for cluster in clusters {
            guard taken + cluster.width <= columns else { break }
            taken += cluster.width
            count += 1
        }
        return DisplayText(clusters: Array(clusters.prefix(count)), width: taken)
    }

    /// Returns the longest end that fits in `columns`; a wide character is not cut in two.
    package func suffix(_ columns: Int) -> DisplayText {
        if width <= columns { return self }
        var taken = 0
        var count = 0
        for cluster in clusters.reversed() {
            guard taken + cluster.width <= columns else { break }
            taken += cluster.width
            count += 1
        }
        return DisplayText(clusters: Array(clusters.suffix(count)), width: taken)
    }

    /// Returns the columns of each occurrence of another text.
    package func columns(of other: DisplayText, ignoringCase ignoresCase: Bool) -> [Range<Int>] {
        let wanted = other.clusters.map { $0.folded(ignoresCase) }
        guard let first = wanted.first, wanted.count <= clusters.count else { return [] }
        var found: [Range<Int>] = []
        var column = 0
        var skipped = 0
        for index in clusters.indices {
            defer { column += clusters[index].width }
            guard skipped == 0 else {
                skipped -= 1
                continue
            }
            guard clusters[index].folded(ignoresCase) == first, index + wanted.count <= clusters.count,
                zip(clusters[index...], wanted).allSatisfy({ $0.folded(ignoresCase) == $1 })
            else { continue }
            found.append(column..<column + other.width)
            skipped = wanted.count - 1
        }
        return found
    }

    /// Concatenates two texts.
    package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(clusters: left.clusters + right.clusters, width: left.width + right.width)
    }
}

extension DisplayText: CustomStringConvertible {
    /// The text as shown, for output other than the screen.
    package var description: String {
        var scalars = String.UnicodeScalarView()
        for cluster in clusters {
            let cell = Cell(text: cluster.bits, style: .plain)
            scalars.append(cell.base)
            if let mark = cell.firstMark { scalars.append(mark) }
            if let mark = cell.secondMark { scalars.append(mark) }
        }
        return String(scalars)
    }
}
