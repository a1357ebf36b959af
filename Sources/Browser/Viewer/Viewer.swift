import ContainerModel
import Documents
import Jobs
import Previews
import Screen

/// The viewer: a file on the whole screen, and the values inside it that were opened one in the other.
struct Viewer: Sendable {
    /// The file, or a value inside it, with the place in it.
    struct Level: Sendable {
        var subject: ViewQuery.Subject
        /// The type of the contents; empty until the first page arrives.
        var title = ""
        var remarks: [String] = []
        var page = PreviewPage()
        /// The index of the first visible line in the page.
        var top = 0
        /// The index of the line under the cursor, where there is one.
        var cursor = 0
        var folds: Set<OutlinePath> = []
        var wraps = true
        /// The number of columns skipped on the left.
        var skipped = 0
        /// Whether a page has arrived.
        var isRead = false
        /// Why nothing has been read; nil if something has, or if it is being read.
        var failure: String?
        /// What the latest search found.
        var match: PreviewMatch?
        /// The forms in which it looks different; empty until they are known.
        var forms: [ShownForm] = []
        /// The item under the cursor where items stand beside each other.
        var tile = 0
        /// The column of a table that is sorted by.
        var column = 0
        /// The widths of the columns seen so far.
        var widths: [Int] = []

        /// What is said above the contents.
        var heading: String { isRead ? title : failure ?? "reading" }

        /// The line under the cursor; without a cursor, the first visible one.
        var current: PageLine? {
            let index = page.hasCursor ? cursor : top
            return page.lines.indices.contains(index) ? page.lines[index] : nil
        }
    }

    /// What happens when a page arrives.
    enum Landing: Hashable, Sendable {
        /// The first line comes to the top, and the cursor to it.
        case first
        /// The last line comes to the bottom, and the cursor to it.
        case last
        /// The lines at these positions are at the top and under the cursor.
        case keeping(top: UInt64, cursor: UInt64)
        /// The line at this position is on the screen, with some lines above it, and the cursor is on it.
        case showing(UInt64)
    }

    /// The file and the values opened in it, the innermost last; never empty.
    var levels: [Level]
    /// The latest request for a page; answers to others are dropped.
    var ticket = Ticket.none
    /// The text looked for last.
    var search: TextSearch?
    /// Whether the latest request is a search that has not ended.
    var isSearching = false
    /// The order before the latest request, if that is to sort the rows and has not ended.
    var sortedBefore: TableOrder??
    /// Whether it is to be closed.
    var isClosed = false

    init(_ subject: ViewQuery.Subject) { levels = [Level(subject: subject)] }

    /// Creates a viewer of a value in a file, with a level for each value around it to go back to.
    init(_ file: ItemAddress, at steps: [[UInt8]]) {
        self.init(ViewQuery.Subject(file))
        levels += steps.indices.map { Level(subject: ViewQuery.Subject(file, steps: Array(steps[...$0]))) }
    }

    /// The level on the screen.
    var level: Level {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// Handles the failure of the latest request. A page that was read before remains.
    mutating func fail(_ reason: String) {
        isSearching = false
        if !level.isRead { level.failure = reason }
    }
}

extension Viewer.Level {
    /// Takes a page and moves to the wanted place in it.
    /// - Parameter rows: The number of visible lines.
    mutating func takePage(_ answer: ViewQuery.Answer, _ landing: Viewer.Landing, rows: Int) {
        title = answer.title
        remarks = answer.remarks
        page = answer.page
        forms = answer.forms ?? forms
        widths = answer.page.table?.lastingWidths ?? []
        isRead = true
        failure = nil
        switch landing {
        case .first:
            top = 0
            cursor = 0
        case .last:
            top = max(0, page.lines.count - rows)
            cursor = max(0, page.lines.count - 1)
        case .keeping(let first, let chosen):
            top = index(at: first)
            cursor = index(at: chosen)
        case .showing(let line):
            cursor = index(at: line)
            top = max(0, cursor - rows / 3)
        }
        scroll(rows: rows)
    }

    /// The index of the line at a position, or of the last one before it.
    private func index(at position: UInt64) -> Int {
        max(0, (page.lines.firstIndex { $0.position > position } ?? page.lines.count) - 1)
    }

    /// Moves the cursor, or scrolls where there is none, as far as the page reaches.
    mutating func move(by distance: Int, rows: Int) {
        let last = max(0, page.lines.count - 1)
        if page.hasCursor {
            cursor = min(max(0, cursor.addingReportingOverflow(distance).partialValue), last)
        } else {
            top = min(max(0, top.addingReportingOverflow(distance).partialValue), last)
        }
        scroll(rows: rows)
    }

    /// Keeps the cursor on the screen, and the screen full.
    mutating func scroll(rows: Int) {
        let last = max(0, page.lines.count - rows)
        if page.hasCursor {
            cursor = min(max(0, cursor), max(0, page.lines.count - 1))
            if cursor < top { top = cursor }
            if cursor >= top + rows { top = cursor - rows + 1 }
        }
        top = max(0, page.isComplete ? min(top, last) : top)
    }
}
