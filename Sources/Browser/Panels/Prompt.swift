import ContainerModel
import ContainerStore
import Encryption
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Search

/// A line of text being entered in the status line.
struct Prompt: Sendable {
    enum Purpose: Hashable, Sendable {
        /// Shows the entries whose names contain the text, while it is entered.
        case filter
        /// Shows the items below the directory whose paths match the text, while it is entered.
        case findBelow
        /// A text to be found in what files below the directory hold.
        case findContents(isExpression: Bool)
        /// A path in the container, or of this computer if its pane has the focus.
        case goTo
        /// What a filter says, to select what it would show, or to deselect it.
        case select(Bool)
        /// A text to be found in the viewer.
        case find
        /// A path of this computer, of a file with what the viewer shows.
        case saveTo
        /// A line, an offset or a percentage in the viewer.
        case goToInViewer
        /// Conditions for the rows of a table in the viewer.
        case filterRows
        case rename(ItemAddress)
        /// The name of a new file, or of a directory if it ends in a slash.
        case new
        case newDirectory
        /// A path of this computer.
        case importFrom
        /// A path of this computer, of a container to open.
        case open
        /// A path of this computer, of a container to show on the right.
        case secondContainer
        /// A path of this computer, of what an item is compared with.
        case compareWith(ComparedSubject)
        /// The name of a time point of a container.
        case timePointName(Root)
        /// A note about a time point of a container, whose name was entered before.
        case timePointNote(Root, name: [UInt8])
        /// A directory of this computer.
        case exportTo(ItemSet)
        /// A directory of the container, or the new name of a single item.
        case transfer(ItemSet, isMove: Bool)
        /// The bundle identifier of an app.
        case sender
        /// A command line that opens items.
        case openWith(ItemSet)
        /// A path of this computer.
        case deliver(DeliverySender)
        /// The passphrase of the encrypted backup that a path leads to or into. It is never shown.
        case passphrase(HostPath)
    }

    var purpose: Purpose
    /// Whether the text filters the listing.
    var isFilter: Bool { purpose == .filter || purpose == .findBelow }
    /// The entry that was under the cursor before a filter was entered, to return to if it is cancelled; nil once the
    /// user has moved the cursor.
    var entry: [UInt8]?
    /// The filter that was in use before, to return to if the new one is cancelled.
    private(set) var before: [UInt8] = []
    /// Whether cancelling returns to the listing of before, instead of leaving what was found.
    private(set) var returns = false
    /// The text; of a passphrase, an asterisk for each scalar.
    var text: [Character]
    /// The number of characters before the caret.
    var caret: Int
    /// The part that the next character replaces.
    var replaced: Range<Int>?
    /// Whether a passphrase has lost a part that was too much for it.
    var isCut = false
    /// The passphrase itself; nil for other purposes.
    let secret: PassphraseEntry?
    /// The path of the backup that the passphrase is for, as shown; empty for other purposes.
    private var passphraseOwner = ""
    /// The request for the names that continue the path; `none` if no answer is awaited.
    var completion = Ticket.none
    /// The names that continue the path, to be shown above the prompt until the next key. Sanitized.
    var continuations: String?
    /// The index among the paths entered before of the one that was recalled; nil for the user's own text.
    var recalled: Int?
    /// The text before a path was recalled.
    var draft: [UInt8] = []

    init(_ purpose: Purpose, text: [UInt8] = []) {
        self.purpose = purpose
        self.text = RawByte.characters(text)
        caret = self.text.count
        secret = nil
    }

    /// Creates a prompt with bytes that were entered before; the first character replaces them.
    init(_ purpose: Purpose, offering bytes: [UInt8]) {
        self.init(purpose, text: bytes)
        if caret > 0 { replaced = 0..<caret }
    }

    /// Creates a prompt for a passphrase; nil if there is no memory to keep it in.
    /// - Parameter isASCII: Whether the terminal shows only ASCII.
    init?(passphraseOf path: HostPath, isASCII: Bool) {
        guard let secret = PassphraseEntry() else { return nil }
        purpose = .passphrase(path)
        text = []
        caret = 0
        self.secret = secret
        passphraseOwner = Self.shownName(of: path, isASCII: isASCII)
    }

    /// Creates a prompt for a filter, with the one that is in use; the first character replaces it.
    init(filter purpose: Purpose, inUse text: [UInt8], entry: [UInt8]?) {
        self.init(purpose, text: text)
        self.entry = entry
        before = text
        returns = true
        if caret > 0 { replaced = 0..<caret }
    }

    /// Creates a prompt with the text that was entered last; the first character replaces it.
    init(_ purpose: Purpose, again text: String) {
        self.init(purpose, text: Array(text.utf8))
        replaced = 0..<caret
    }

    /// Creates a prompt for renaming; the first character replaces the name without its extension.
    init(_ purpose: Purpose, name: [UInt8]) {
        self.init(purpose, text: name)
        let dot = text.lastIndex(of: ".").flatMap { $0 > 0 ? $0 : nil }
        caret = dot ?? text.count
        replaced = 0..<caret
    }

    /// Whether the text is not shown.
    var isSecret: Bool { if case .passphrase = purpose { true } else { false } }

    /// Returns the text on both sides of the caret, no more than the screen can show.
    func visible(columns: Int) -> (before: String, after: String) {
        // Some characters have no width.
        let maximum = 4 * max(1, columns)
        return (RawByte.shown(text[..<caret].suffix(maximum)), RawByte.shown(text[caret...].prefix(maximum)))
    }

    /// The passphrase as it is now; nil for other purposes, and if there is no memory.
    var passphrase: Passphrase? { secret?.finish() }

    /// The text as bytes.
    var bytes: [UInt8] { RawByte.bytes(text) }

    /// The text before the caret as bytes.
    var bytesBeforeCaret: [UInt8] { RawByte.bytes(text[..<caret]) }

    /// The name that is entered for an item, as bytes. Whoever types a whole name over its stem means the extension that
    /// was left behind the caret once.
    /// - Parameter old: The item's name before.
    func name(renaming old: ArraySlice<UInt8>) -> [UInt8] {
        let kept = RawByte.bytes(text[caret...])
        let typed = bytesBeforeCaret
        let isDoubled =
            kept.count > 1 && kept.first == 0x2e && typed.count > kept.count && typed.suffix(kept.count) == kept[...]
        // A name that had it twice before keeps both.
        return isDoubled && !old.suffix(2 * kept.count).elementsEqual(kept + kept) ? typed : bytes
    }

    var label: String {
        switch purpose {
        case .filter: "filter: "
        case .findBelow: "find: "
        case .findContents(let isExpression):
            isExpression ? "find in contents, regular expression: " : "find in contents: "
        case .goTo: "go to: "
        case .select(let isSelected): isSelected ? "select: " : "deselect: "
        case .find: "search: "
        case .saveTo: "save to (file on this computer): "
        case .goToInViewer: "go to (line, 0x offset, %): "
        case .filterRows: "rows where (COLUMN=VALUE): "
        case .rename: "rename to: "
        case .new: "new (directory/ or file): "
        case .newDirectory: "new directory: "
        case .importFrom: "import (path on this computer): "
        case .open: "open (path on this computer): "
        case .secondContainer: "container (path on this computer): "
        case .timePointName: "name of the time point (empty: the app and the time): "
        case .timePointNote: "note about the time point (may be empty): "
        case .compareWith: "compare with (path on this computer, or @NAME): "
        case .exportTo: "export to (directory on this computer): "
        case .transfer(_, let isMove): isMove ? "move to: " : "copy to: "
        case .openWith: "open with (% stands for the path): "
        case .sender: "bundle identifier of the app: "
        case .deliver: "deliver (path on this computer): "
        case .passphrase: "passphrase of \(passphraseOwner): "
        }
    }

    /// Returns the end of a path that leaves room in a prompt for what is entered.
    private static func shownName(of path: HostPath, isASCII: Bool) -> String {
        let name = DisplayText(bytes: path.bytes, ascii: isASCII)
            .truncated(to: maxPathColumns, keeping: .end, ellipsis: "~")
        // The label has as many columns as characters.
        return name.width == name.description.count
            ? name.description : shownName(of: path, isASCII: true)
    }

    private static let maxPathColumns = 32
}
