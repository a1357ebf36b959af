import Jobs
import Screen

/// A box over the panes: help, a menu, a question.
///
/// Each panel is a type in a separate file, which defines its rows and its own keys. The box, scrolling, the cursor,
/// wrapping, typing to find a row, and the mouse are common to all panels.
protocol Panel: Sendable {
    /// The title in the box's upper edge.
    var title: String { get }
    /// Returns the contents of the box. Rows that can be chosen have an action.
    func rows(_ state: BrowserState) -> [PanelRow]
    /// Returns the keys that are specific to this panel. They are shown in the box's lower edge, before the key that
    /// closes it; a panel without any shows the keys that move and choose instead.
    func hints(_ state: BrowserState) -> [KeyHint]
    /// Returns the actions of this panel alone. Their keys come before those that all panels share.
    func actions(_ state: BrowserState) -> [Action]
    /// Handles a key that stands for a choice in this panel.
    /// - Parameter choice: The index, among the rows that can be chosen, of the one under the cursor.
    /// - Returns: nil if the key has its common meaning.
    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]?
    /// Handles a change of the text typed to find a row.
    func searched(in state: inout BrowserState) -> [BrowserEffect]
    /// Handles the key that closes the panel, while something can be stopped instead.
    /// - Returns: nil if the panel is to be closed.
    func interrupted(in state: inout BrowserState) -> [BrowserEffect]?
    /// Returns the hint of the key that closes the panel: "closes", or "stops" while it stops something instead.
    func closingTitle(_ state: BrowserState) -> String
    /// Handles the closing of the panel without a choice. It is off the screen already.
    func dismissed(in state: inout BrowserState) -> [BrowserEffect]

    /// Returns the index, among the rows that can be chosen, of the one under the cursor at first.
    func firstChoice(_ state: BrowserState) -> Int
    /// Whether the choice has consequences. If so, every key but Enter and Esc only moves the focus, unless undo brings
    /// back what it does.
    var isQuestion: Bool { get }
    /// Returns whether undo brings back what the answer Yes to a question does, so that its key gives that answer.
    func isReversible(_ state: BrowserState) -> Bool
    /// The operation that the panel is about: the panel is closed when that no longer exists.
    var ticket: Ticket? { get }
    /// Returns the items that the panel is about, for the status line; nil if they are those under the cursor.
    func subject(_ state: BrowserState) -> DisplayText?
    /// The text typed to find a row; nil if the panel has no search.
    var search: PanelSearch? { get set }
    /// The maximum number of columns of wrapped text.
    var textColumns: Int { get }
    /// Whether the box keeps its upper edge and its width while its rows change, as they do while the user types.
    var isPinned: Bool { get }
    /// Whether rows about the row under the cursor are unfolded below it.
    var unfoldsCurrent: Bool { get }
}

extension Panel {
    func hints(_ state: BrowserState) -> [KeyHint] { [] }

    func actions(_ state: BrowserState) -> [Action] { [] }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? { nil }

    func searched(in state: inout BrowserState) -> [BrowserEffect] { [] }

    func interrupted(in state: inout BrowserState) -> [BrowserEffect]? { nil }

    func closingTitle(_ state: BrowserState) -> String { "closes" }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        // Without a container there is nothing to show but the choice of one.
        if state.container == nil { state.offerContainers() }
        return []
    }

    func firstChoice(_ state: BrowserState) -> Int { 0 }

    var isQuestion: Bool { false }

    func isReversible(_ state: BrowserState) -> Bool { false }

    var ticket: Ticket? { nil }

    func subject(_ state: BrowserState) -> DisplayText? { nil }

    var search: PanelSearch? {
        get { nil }
        set {}
    }

    var textColumns: Int { 96 }

    var isPinned: Bool { false }

    var unfoldsCurrent: Bool { false }

    /// Returns the title of a panel in which rows are found: with a hint until the search begins, and then with the text.
    func searchTitle(_ name: String, hint: String = "/ finds") -> String {
        guard let search, search.isActive else { return "\(name) (\(hint))" }
        return "\(name): \(search.shownText)"
    }
}

/// A row of a panel.
struct PanelRow: Sendable {
    /// The action of a row.
    typealias Choice = @Sendable (inout BrowserState) -> [BrowserEffect]

    /// A part of the text in colours of its own: a bar, a tag.
    struct Paint: Sendable {
        /// How the part looks in the row under the cursor.
        enum UnderCursor: Sendable {
            /// Like the rest of the row.
            case highlighted
            /// With the colour behind its text instead of in it.
            case reversed
            /// As in any other row.
            case kept
        }

        /// The columns of the text.
        let columns: Range<Int>
        /// The colours; a default background is that of the panel.
        let style: Style
        var underCursor = UnderCursor.highlighted
    }

    /// What an answer to a question says, for the keys that move the focus to it.
    enum Answer: Hashable, Sendable {
        case yes
        case no
    }

    /// Keys, or other symbols, in a column of their own at the left edge, which all rows with keys share; empty for a
    /// row that begins at the edge.
    var keys: [DisplayText] = []
    /// The colors of the keys.
    var keyRole = Role.key
    var text: DisplayText
    /// A note at the right edge.
    var note = ""
    /// The role of the note: keys, or something else about the row.
    var noteRole = Role.key
    var isHeading = false
    /// The parts of the text that have colours of their own.
    var paints: [Paint] = []
    /// The columns of the text that are marked as found.
    var marks: [Int] = []
    /// Whether text too long for a line is wrapped; if not, it is truncated.
    var isWrapped = false
    /// Whether a text too long for a line loses its middle instead of its end.
    var keepsEnd = false
    /// The columns at the beginning of such a text that stay whole, as far as there is room: the rest is cut.
    var wholeColumns = 0
    /// Whether the note gets only the room that the text leaves, instead of up to half of the line.
    var isNoteMinor = false
    /// The action for Enter or a click on the row; nil if it cannot be chosen.
    var choose: Choice?
    /// What the row says as an answer to a question; nil if that is neither Yes nor No.
    var answer: Answer?
    /// What lines say instead of the text: its columns, uncut, without the blanks between them and without bars. Lines
    /// leave out a row with none. nil if the text has no columns.
    var linearTexts: [DisplayText]?
    /// What lines say instead of a note with a bar; nil if the note has none.
    var linearNote: String?
    /// What tells the row from the others of the panel, whatever it says; nil if it is what it says.
    var identity: RowIdentity?

    /// Creates a row that cannot be chosen.
    init(_ text: DisplayText, note: String = "", isHeading: Bool = false) {
        self.text = text
        self.note = note
        self.isHeading = isHeading
    }

    /// Creates a row with keys at the left edge that cannot be chosen.
    init(keys: [DisplayText], _ text: DisplayText, keyRole: Role = .key) {
        self.keys = keys
        self.keyRole = keyRole
        self.text = text
    }

    /// Creates a row that can be chosen.
    init(_ text: DisplayText, note: String = "", choose: @escaping Choice) {
        self.text = text
        self.note = note
        self.choose = choose
    }

    /// Creates a row that cannot be chosen, with a note that is not a key.
    init(_ text: DisplayText, fact: String) {
        self.init(text, note: fact)
        noteRole = .panelNote
    }

    /// Creates a row that can be chosen, with a note that is not a key.
    init(_ text: DisplayText, fact: String, choose: @escaping Choice) {
        self.init(text, note: fact, choose: choose)
        noteRole = .panelNote
    }

    /// Returns a row whose text takes as many lines as needed.
    static func wrapped(_ text: DisplayText, isHeading: Bool = false) -> PanelRow {
        var row = PanelRow(text, isHeading: isHeading)
        row.isWrapped = true
        return row
    }
}

/// Text typed in a panel to find a row.
struct PanelSearch: Hashable, Sendable {
    private(set) var text = ""
    /// Whether letters are added to the text. If not, `/` begins the search.
    var isActive: Bool
    /// Whether the search began with a key, and can be left without leaving the panel.
    let isOptional: Bool

    init(isActive: Bool) {
        self.isActive = isActive
        isOptional = !isActive
    }

    /// The part of the text that is drawn, which is more than any screen can show.
    var shownText: Substring { text.prefix(2_048) }

    /// Adds text, as far as there is room. What is there stays.
    mutating func insert(_ string: String) {
        let room = max(0, Prompt.longest - text.utf8.count)
        let characters = Prompt.withoutControls(string)
        text += characters.utf8.count <= room ? characters : String(characters.prefix(room / 4))
    }

    /// Removes the last character.
    mutating func removeLast() { text = String(text.dropLast()) }

    /// Removes the last word, with the blanks after it.
    mutating func removeLastWord() {
        while text.last == " " { text.removeLast() }
        while let last = text.last, last != " " { text.removeLast() }
    }

    /// Removes everything.
    mutating func removeAll() { text = "" }

    /// Returns the items with a text that contains the typed text, ignoring case.
    func matches<Item>(of items: [Item], _ texts: (Item) -> [String]) -> [Item] {
        guard !text.isEmpty else { return items }
        // No name or path is longer, and searching for a pasted file would take long.
        guard text.utf8.count <= Self.longestWanted else { return [] }
        let wanted = text.lowercased()
        return items.filter { item in texts(item).contains { $0.lowercased().contains(wanted) } }
    }

    private static let longestWanted = 16_384
}
