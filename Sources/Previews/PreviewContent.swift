package import Documents
package import Formats
import Screen

/// The contents of a preview, laid out in lines one page at a time: text, a hex dump, an outline.
///
/// Each line has a position: an offset in a text, otherwise the number of the row. Positions increase from line to
/// line.
package protocol PreviewContent: Sendable {
    /// Returns the lines of a page.
    func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage

    /// Returns the nearest place where a text occurs; nil if there is none, or if the work was cancelled.
    /// - Parameter request: How the contents are laid out; the anchor does not matter.
    /// - Throws: `DocumentFailure` if the contents cannot be read.
    func find(
        _ search: TextSearch,
        _ start: SearchStart,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch?

    /// Returns the place that the user named, or the last one if there are fewer lines; nil if there are none.
    /// - Throws: `DocumentFailure` if the contents cannot be read, or have no such places.
    func match(
        for target: PreviewTarget,
        in request: PageRequest,
        within limits: DocumentLimits
    ) throws(DocumentFailure) -> PreviewMatch?

    /// Returns the columns of a line that show bytes of the contents; none for contents that are not shown as bytes.
    /// - Parameter bytes: The offsets of the bytes.
    func columns(of bytes: Range<UInt64>, in line: PageLine, _ fit: PreviewViewport) -> [Range<Int>]
}

/// Which part of the contents to lay out, and how.
package struct PageRequest: Hashable, Sendable {
    /// Where the page begins or ends.
    package enum Anchor: Hashable, Sendable {
        /// The page begins with the line at this position, or with that around it.
        case from(UInt64)
        /// The page ends with the line before this position.
        case before(UInt64)
        /// The page ends with the last line.
        case end
    }

    /// The space available; `rows` is the number of lines wanted.
    package var fit: PreviewViewport
    /// Where the page is.
    package var anchor: Anchor
    /// Whether lines that are too long continue in the next row.
    package var wraps: Bool
    /// The number of columns skipped on the left; of a table, the number of its columns.
    package var skipped: Int
    /// The number of rows on the screen, where a picture should fit; nil where it may be higher.
    package var screenRows: Int?
    /// Whether every node of an outline is unfolded that is not among `folds`.
    package var unfoldsAll = false
    /// Whether a value of an outline that has no room beside its name continues in the next row, at the same position.
    package var continuesValues = false
    /// Whether the page of a table says how many rows there are, which have to be counted for that. Otherwise the rows
    /// are not read beyond the page.
    package var countsRows = true
    /// The least widths of the columns of a table, so that they do not change from page to page.
    package var widths: [Int] = []
    /// The nodes of an outline that are not folded as they were at first, or unfolded.
    package var folds: Set<OutlinePath>

    /// Creates a request; without further arguments for the first page.
    package init(
        _ fit: PreviewViewport,
        _ anchor: Anchor = .from(0),
        wraps: Bool = true,
        skipped: Int = 0,
        folds: Set<OutlinePath> = []
    ) {
        self.fit = fit
        self.anchor = anchor
        self.wraps = wraps
        self.skipped = skipped
        self.folds = folds
    }

    /// The wanted rows of contents whose positions are numbers of rows; nil for the last ones.
    var range: Range<Int>? {
        switch anchor {
        case .from(let position):
            let first = Int(clamping: position)
            return first..<first.addingReportingOverflow(fit.rows).partialValue.clamped(from: first)
        case .before(let position):
            let end = Int(clamping: position)
            return max(0, end - fit.rows)..<end
        case .end: return nil
        }
    }
}

extension Int {
    fileprivate func clamped(from first: Int) -> Int { self < first ? .max : self }
}

/// A page of a preview's contents.
package struct PreviewPage: Sendable {
    /// The lines.
    package var lines: [PageLine] = []
    /// Whether nothing follows the lines.
    package var isComplete = true
    /// The number of positions, if it is known: rows, or bytes of a text.
    package var total: UInt64?
    /// Whether one line at a time is chosen by a cursor.
    package var hasCursor = false
    /// Where items are in the lines, of which a cursor chooses one; nil for other contents.
    package var tiles: TileLayout?
    /// A line above the others that stays: the titles of columns.
    package var header: PreviewLine?
    /// Where the columns of a table are; nil for other contents.
    package var table: TableLayout?
    /// The reason why the contents cannot be read from here on, which the last line says too; nil if they can.
    package private(set) var failure: String?

    /// Creates an empty page.
    package init() {}

    /// Ends the page with a line that says why the contents cannot be read from there on.
    mutating func fail(_ reason: String, at position: UInt64, ascii: Bool) {
        failure = reason
        let text = DisplayText("cannot be read: \(reason)", ascii: ascii)
        lines.append(PageLine(PreviewLine(text, .warning), at: position))
    }
}

/// A line of a page.
package struct PageLine: Hashable, Sendable {
    /// A node of an outline that can be folded.
    package struct Fold: Hashable, Sendable {
        /// The way to the node.
        package let path: OutlinePath
        /// Whether its children are hidden.
        package let isFolded: Bool
    }

    /// What a line of a comparison opens.
    package struct Opening: Hashable, Sendable {
        /// The way to the value; empty for the file itself. Not sanitized.
        package let steps: [[UInt8]]
        /// Whether it is on the first side only.
        package let isBefore: Bool
        /// The place in it; nil for the beginning.
        package let target: PreviewTarget?
        /// How it is shown.
        package let form: DocumentForm

        package init(
            steps: [[UInt8]], isBefore: Bool = false, target: PreviewTarget? = nil, form: DocumentForm = .decoded
        ) {
            self.steps = steps
            self.isBefore = isBefore
            self.target = target
            self.form = form
        }
    }

    /// The value of a tree that a line stands for, as it is changed.
    package struct Place: Hashable, Sendable {
        /// What tells the values in a collection apart.
        package enum Collection: Hashable, Sendable {
            case keys
            case indices
        }

        /// What the value is.
        package enum Value: Hashable, Sendable {
            /// A value of a type, as it is written; nil for one that is too long for a line.
            case scalar(NewValue.Kind, written: [UInt8]?)
            /// A number of JSON, as it is written.
            case number([UInt8])
            case null
            case collection(Collection)
            /// A reference, which is not changed.
            case reference
        }

        /// The way to the value; empty for the whole.
        package let steps: [[UInt8]]
        /// What the value is.
        package let value: Value
        /// The collection that it is in.
        package let parent: Collection

        package init(steps: [[UInt8]], value: Value, parent: Collection) {
            (self.steps, self.value, self.parent) = (steps, value, parent)
        }
    }

    /// The text.
    package let line: PreviewLine
    /// The position of the line.
    package let position: UInt64
    /// The node that the line stands for, if it can be folded.
    package let fold: Fold?
    /// The way to the value that the line stands for, if that can be opened.
    package let steps: [[UInt8]]?
    /// The value that the line stands for, to be copied; nil for the text of the line.
    package let value: [UInt8]?
    /// What the line of a comparison opens; nil for any other line.
    package let opening: Opening?
    /// The value of a tree that the line stands for; nil for any other line.
    package let place: Place?

    package init(
        _ line: PreviewLine,
        at position: UInt64,
        fold: Fold? = nil,
        steps: [[UInt8]]? = nil,
        value: [UInt8]? = nil,
        opening: Opening? = nil,
        place: Place? = nil
    ) {
        self.line = line
        self.position = position
        self.fold = fold
        self.steps = steps
        self.value = value
        self.opening = opening
        self.place = place
    }
}

/// The contents of a file that has nothing to show.
package struct NoContent: PreviewContent {
    package init() {}

    package func page(_ request: PageRequest, within limits: DocumentLimits) -> PreviewPage { PreviewPage() }
}
