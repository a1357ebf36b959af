import Jobs
import Screen

/// A box over the panes: help, a menu, a question.
///
/// Each panel is a type in a file of its own. It says what it shows and what its own keys do. The box, scrolling, the
/// cursor, wrapping, text that is typed to find a row, and the mouse are the same for all panels.
protocol Panel: Sendable {
    /// Written into the box's upper edge.
    var title: String { get }
    /// What the box shows. Rows that can be chosen say what choosing them does.
    func rows(_ state: BrowserState) -> [PanelRow]
    /// The keys that mean something in this panel only. They stand in the box's lower edge, before the one that closes
    /// it; a panel that has none says there which keys move and choose.
    func hints(_ state: BrowserState) -> [KeyHint]
    /// What a key does that means something in this panel only.
    /// - Parameter choice: which of the rows that can be chosen is under the cursor.
    /// - Returns: nil where the key means what it means in every panel.
    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]?
    /// What follows when the panel is closed without a choice. It is off the screen already.
    func dismissed(in state: inout BrowserState) -> [BrowserEffect]

    /// Which of the rows that can be chosen is under the cursor at first.
    func firstChoice(_ state: BrowserState) -> Int
    /// Whether something hangs on what is chosen. Then every key but Enter and Esc only moves the focus.
    var isQuestion: Bool { get }
    /// The operation that the panel is about: it is closed when that is no more.
    var ticket: Ticket? { get }
    /// Text that is typed to find a row; nil in panels without.
    var search: PanelSearch? { get set }
    /// Text is wrapped to this many columns where the screen has them.
    var textColumns: Int { get }
}

extension Panel {
    func hints(_ state: BrowserState) -> [KeyHint] { [] }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? { nil }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        // Without a container there is nothing else to show than the choice.
        if state.container == nil { state.open(ContainersPanel(state.candidates)) }
        return []
    }

    func firstChoice(_ state: BrowserState) -> Int { 0 }

    var isQuestion: Bool { false }

    var ticket: Ticket? { nil }

    var search: PanelSearch? {
        get { nil }
        set {}
    }

    var textColumns: Int { 96 }
}

/// A row of a panel.
struct PanelRow: Sendable {
    /// What choosing a row does.
    typealias Choice = @Sendable (inout BrowserState) -> [BrowserEffect]

    var text: DisplayText
    /// At the right edge.
    var note = ""
    var isHeading = false
    /// Whether the text goes on in the next line where it is too long for one; else its end is left out.
    var isWrapped = false
    /// What Enter or a click on the row does; nil where it is only there to be read.
    var choose: Choice?

    /// A row that is there to be read.
    init(_ text: DisplayText, note: String = "", isHeading: Bool = false) {
        self.text = text
        self.note = note
        self.isHeading = isHeading
    }

    /// A row that can be chosen.
    init(_ text: DisplayText, note: String = "", choose: @escaping Choice) {
        self.text = text
        self.note = note
        self.choose = choose
    }

    /// Text of any length, in as many lines as it takes.
    static func wrapped(_ text: DisplayText, isHeading: Bool = false) -> PanelRow {
        var row = PanelRow(text, isHeading: isHeading)
        row.isWrapped = true
        return row
    }
}

/// Text that is typed in a panel to find a row.
struct PanelSearch: Hashable, Sendable {
    private(set) var text = ""
    /// Whether letters are text. Where they are not yet, `/` makes them so.
    var isActive: Bool

    /// More than any screen shows of what was typed, and no more than that is drawn.
    var shownText: Substring { text.prefix(2_048) }

    /// Adds text, many characters at a time.
    mutating func insert(_ string: String) { text += Prompt.withoutControls(string) }

    /// Takes the last character away.
    mutating func removeLast() { text = String(text.dropLast()) }

    /// The items that have what was typed in one of their texts; upper and lower case are the same.
    func matches<Item>(of items: [Item], _ texts: (Item) -> [String]) -> [Item] {
        guard !text.isEmpty else { return items }
        // No name or path is as long as that, and to look for it takes long where a whole file was pasted.
        guard text.utf8.count <= Self.longestWanted else { return [] }
        let wanted = text.lowercased()
        return items.filter { item in texts(item).contains { $0.lowercased().contains(wanted) } }
    }

    private static let longestWanted = 16_384
}
