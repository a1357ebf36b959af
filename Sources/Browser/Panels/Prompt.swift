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
        case beside
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
    private(set) var text: [Character]
    /// The number of characters before the caret.
    private(set) var caret: Int
    /// The part that the next character replaces.
    private(set) var replaced: Range<Int>?
    /// Whether a passphrase has lost a part that was too much for it.
    private(set) var isCut = false
    /// The passphrase itself; nil for other purposes.
    private let secret: PassphraseEntry?
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
        let most = 4 * max(1, columns)
        return (RawByte.shown(text[..<caret].suffix(most)), RawByte.shown(text[caret...].prefix(most)))
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
        case .beside: "container (path on this computer): "
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
            .truncated(to: mostPathColumns, keeping: .end, ellipsis: "~")
        // The label has as many columns as characters.
        return name.width == name.description.count
            ? name.description : shownName(of: path, isASCII: true)
    }

    private static let mostPathColumns = 32

    /// The greatest number of characters of a prompt, far more than of any path or name: several pastes do not add up.
    static let longest = 1 << 20

    /// Inserts text at the caret, without its control characters, as far as there is room. What is there stays.
    mutating func insert(_ string: String) {
        removeReplaced()
        continuations = nil
        guard secret == nil else { return insertSecret(string) }
        let characters = Self.withoutControls(string).filter { RawByte.byte(of: $0) == nil }
            .prefix(max(0, Self.longest - text.count))
        text.insert(contentsOf: characters, at: caret)
        caret += characters.count
    }

    /// Inserts a part of a name at the caret, as it is, as far as there is room.
    mutating func insert(name bytes: [UInt8]) {
        replaced = nil
        let characters = RawByte.characters(bytes).prefix(max(0, Self.longest - text.count))
        text.insert(contentsOf: characters, at: caret)
        caret += characters.count
    }

    /// Puts other bytes in the place of the text.
    mutating func replace(with bytes: [UInt8]) {
        replaced = nil
        text = RawByte.characters(bytes)
        caret = text.count
    }

    private mutating func insertSecret(_ string: String) {
        for scalar in string.unicodeScalars where !Self.isControl(scalar) {
            guard secret?.insert(scalar, at: caret) == true else {
                isCut = true
                return
            }
            text.insert("*", at: caret)
            caret += 1
        }
    }

    /// Returns a string without its control characters.
    static func withoutControls(_ string: String) -> String {
        string.filter { character in
            if let ascii = character.asciiValue { return ascii >= 0x20 && ascii != 0x7f }
            return !character.unicodeScalars.contains { isControl($0) }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }

    private mutating func removeReplaced() {
        guard let range = replaced else { return }
        remove(range)
        replaced = nil
    }

    /// Removes a part of the text, and puts the caret in its place.
    private mutating func remove(_ range: Range<Int>) {
        text.removeSubrange(range)
        secret?.remove(range)
        if text.isEmpty { isCut = false }
        caret = range.lowerBound
    }

    /// A change of the text or of the caret's place.
    enum Edit: Hashable, Sendable {
        case left
        case right
        case start
        case end
        case backspace
        case delete
        case deleteToStart
        case deleteWord

        /// Whether only the caret moves.
        var isMovement: Bool {
            switch self {
            case .left, .right, .start, .end: true
            case .backspace, .delete, .deleteToStart, .deleteWord: false
            }
        }
    }

    /// Keeps the part that the next character would have replaced.
    mutating func keepReplaced() { replaced = nil }

    /// Edits the text.
    mutating func edit(_ edit: Edit) {
        if replaced != nil {
            guard edit != .backspace, edit != .delete else { return removeReplaced() }
            replaced = nil
        }
        switch edit {
        case .backspace:
            guard caret > 0 else { return }
            remove(caret - 1..<caret)
        case .delete: if caret < text.count { remove(caret..<caret + 1) }
        case .left: caret = max(0, caret - 1)
        case .right: caret = min(text.count, caret + 1)
        case .start: caret = 0
        case .end: caret = text.count
        case .deleteToStart: remove(0..<caret)
        case .deleteWord:
            var kept = caret
            while kept > 0, text[kept - 1] == " " || text[kept - 1] == "/" { kept -= 1 }
            while kept > 0, text[kept - 1] != " ", text[kept - 1] != "/" { kept -= 1 }
            remove(kept..<caret)
        }
    }
}

extension BrowserState {
    mutating func pressInPrompt(_ key: Key) -> [BrowserEffect] {
        panels.prompt?.continuations = nil
        if let action = keys.action(of: key, in: Action.prompt) { return action.perform(&self) }
        guard case .character(let scalar) = key else {
            panels.prompt?.keepReplaced()
            return []
        }
        panels.prompt?.insert(String(Character(scalar)))
        return promptChanged()
    }

    /// Does what the prompt is for.
    mutating func acceptPrompt() -> [BrowserEffect] {
        guard let finished = panels.prompt else { return [] }
        // The prompt stays open beside its mistake.
        guard !finished.isFilter || panes[filterOf: panes.side].mistake == nil else { return [] }
        panels.prompt = nil
        noteEntered(finished)
        if finished.isFilter {
            panes.filteredSide = panes.side
            if !finished.bytes.isEmpty { panes.lastFilter = finished.bytes }
        }
        return finish(finished)
    }

    /// Says what is wrong with the text of a prompt, which stays to be corrected.
    mutating func correct(_ prompt: Prompt, _ mistake: String) -> [BrowserEffect] {
        self.panels.prompt = prompt
        say(mistake, isError: true)
        return []
    }

    /// Closes the prompt and undoes its filter.
    mutating func cancelPrompt() -> [BrowserEffect] {
        guard let cancelled = panels.prompt else { return [] }
        panels.prompt = nil
        if cancelled.isSecret { return giveUpUnlocking() }
        if cancelled.purpose == .findBelow, !cancelled.returns { return leaveFlatView() }
        let isUnchanged =
            panes[filterOf: panes.side].text == cancelled.before && panes[panes.side]?.currentName == cancelled.entry
        guard cancelled.isFilter, !isUnchanged else { return [] }
        panes[filterOf: panes.side].text = cancelled.before
        panes[panes.side]?.returning = cancelled.entry
        return rearrange(panes.side)
    }

    /// Updates the filter while it is entered.
    mutating func promptChanged() -> [BrowserEffect] {
        guard let prompt = panels.prompt, prompt.isFilter, prompt.bytes != panes[filterOf: panes.side].text else {
            return []
        }
        panes[filterOf: panes.side].text = prompt.bytes
        return rearrange(panes.side)
    }

    /// Returns the part inside the container of a path copied from elsewhere: of this computer, or in the package
    /// around it.
    func pathInContainer(_ bytes: [UInt8], of container: ContainerDescription) -> [UInt8] {
        let prefixes = [container.hostPath.bytes] + (container.source == .xcappdata ? [Array("AppData".utf8)] : [])
        for prefix in prefixes where bytes.starts(with: prefix) {
            let rest = bytes.dropFirst(prefix.count)
            if rest.isEmpty || rest.first == 0x2f { return Array(rest) }
        }
        return bytes
    }

    private mutating func finish(_ prompt: Prompt) -> [BrowserEffect] {
        switch prompt.purpose {
        case .goTo: return goTo(prompt)
        case .select(let isSelected): return select(isSelected, matching: prompt.bytes)
        case .find: return find(String(prompt.text))
        case .open: return open(typed: prompt.bytes)
        case .beside: return findBeside(prompt.bytes)
        case .timePointName(let root): return askForNote(root, prompt)
        case .timePointNote(let root, let name): return keep(root, as: name, note: prompt.bytes)
        case .compareWith(let subject): return prompt.text.isEmpty ? [] : compare(subject, withPath: prompt.bytes)
        case .findContents(let isExpression): return findContents(prompt, isExpression: isExpression)
        case .passphrase(let path): return unlock(path, with: prompt)
        case .openWith(let items): return open(items, with: String(prompt.text))
        case .saveTo: return saveViewed(to: prompt.bytes)
        case .goToInViewer: return prompt.text.isEmpty ? [] : goInViewer(to: String(prompt.text))
        case .filterRows: return filterInViewer(by: String(prompt.text))
        default: return finishOperation(prompt)
        }
    }

    /// Goes to the path of a prompt; the prompt opens again with a path that cannot be one.
    mutating func goTo(_ prompt: Prompt) -> [BrowserEffect] {
        guard !prompt.text.isEmpty else { return [] }
        guard let container = container(on: panes.side) else { return [locateOnComputer(prompt.bytes)] }
        if let path = pathUp(prompt.bytes) { return [locate(path, on: panes.side)] }
        guard let path = ContainerPath(bytes: pathInContainer(prompt.bytes, of: container)) else {
            return correct(prompt, "a path in the container cannot contain ..")
        }
        // A path is relative to the container's root, unless its first component exists in the present directory.
        if prompt.bytes.first != 0x2f, let listing = panes[panes.side], isHere(path, on: panes.side) {
            return [locate(listing.path.appending(path), on: panes.side)]
        }
        return [locate(path, on: panes.side)]
    }

    /// Returns where a path that begins with `..` leads from the present directory, at most up to the container's root;
    /// nil for any other path.
    private func pathUp(_ bytes: [UInt8]) -> ContainerPath? {
        let parts = bytes.split(separator: 0x2f)
        let ups = parts.prefix { $0.elementsEqual("..".utf8) }.count
        guard ups > 0, bytes.first != 0x2f, let listing = panes[panes.side] else { return nil }
        let start = (0..<ups).reduce(listing.path) { path, _ in path.parent ?? .root }
        guard parts.count > ups else { return start }
        return ContainerPath(bytes: Array(parts[ups...].joined(separator: [0x2f]))).map { start.appending($0) }
    }
}
