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
    var purpose: Purpose
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
    /// How the text may begin, shown as long as there is none. Not sanitized.
    var beginning: [UInt8] = []
    /// Whether the text was proposed and is untouched: whoever types its beginning means to write it anew.
    var isProposed = false
    /// Whether a passphrase has lost a part that was too much for it.
    var isCut = false
    /// The passphrase itself; nil for other purposes.
    let secret: PassphraseEntry?
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

    /// Creates a prompt with a text to go on from: nothing of it has to be typed again, but it may be.
    init(_ purpose: Purpose, proposing bytes: [UInt8]) {
        self.init(purpose, text: bytes)
        isProposed = caret > 0
    }

    /// Creates an empty prompt.
    /// - Parameter beginning: How the text may begin, shown as long as there is none: it is entered by going to its end.
    init(_ purpose: Purpose, beginning: String) {
        self.init(purpose)
        self.beginning = Array(beginning.utf8)
    }

    /// Creates a prompt for a passphrase; nil if there is no memory to keep it in.
    init?(passphraseOf path: HostPath) {
        guard let secret = PassphraseEntry() else { return nil }
        purpose = .passphrase(path)
        text = []
        caret = 0
        self.secret = secret
    }

    /// Creates a prompt for a filter, with the one that is in use; the first character replaces it.
    init(filter purpose: Purpose, inUse text: [UInt8], entry: [UInt8]?) {
        self.init(purpose, offering: text)
        self.entry = entry
        before = text
        returns = true
    }

    /// Creates a prompt for renaming; the first character replaces the name without its extension.
    init(_ purpose: Purpose, name: [UInt8]) {
        self.init(purpose, text: name)
        let dot = text.lastIndex(of: ".").flatMap { $0 > 0 ? $0 : nil }
        caret = dot ?? text.count
        replaced = 0..<caret
    }

    /// Whether the text is not shown.
    var isSecret: Bool { secret != nil }

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

    var label: String { purpose.label }
}
