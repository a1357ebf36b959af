import Screen

/// A key that means something elsewhere, in vim, yazi or mc, and nothing here: what to press instead.
struct UnboundKeyHint: Sendable {
    /// The keys.
    let keys: [KeySequence]
    /// What to say; the names of actions in braces stand for their keys.
    let answer: String
    /// Whether another key follows elsewhere, which must not be performed here on its own.
    let isPrefix: Bool

    private init(_ keys: [KeySequence], _ answer: String, isPrefix: Bool = false) {
        self.keys = keys
        self.answer = answer
        self.isPrefix = isPrefix
    }

    /// Returns the answer with the keys that the user has.
    func answer(_ state: BrowserState) -> String { state.keys.namingKeys(in: answer) }

    /// All that are known.
    static let all: [UnboundKeyHint] = [
        UnboundKeyHint([";"], "{shell} starts a shell, {open-with} opens with a program"),
        UnboundKeyHint([","], "{sort} sorts, {reverse} reverses the order"),
        UnboundKeyHint(
            ["{", "}", "W"], "there are no tabs: {beside} shows another container, {sharing} this computer"),
        UnboundKeyHint(["Q", "^q"], "{quit} quits"),
        UnboundKeyHint(["I"], "{rename} renames"),
        UnboundKeyHint(["<", ">"], "{sort} sorts; the mouse moves the borders between panes"),
        UnboundKeyHint(["0", "^"], "{top} goes to the first row"),
        UnboundKeyHint(["$"], "{bottom} goes to the last row"),
        UnboundKeyHint(["#"], "{find} finds by name, {find-contents} in contents"),
        UnboundKeyHint(["&"], "{undo} undoes, {redo} redoes"),
        UnboundKeyHint(
            ["@"], "there are no macros: a number before a key repeats it, {select} selects many items", isPrefix: true),
        UnboundKeyHint(["\""], "there are no registers: {yank} copies, {paste} pastes", isPrefix: true),
        UnboundKeyHint(["(", ")", "_", "%"], "{help} shows the keys, {palette} finds commands by name"),
        UnboundKeyHint(["^g"], "the status line names the item, {explain} explains it"),
        UnboundKeyHint(["^k"], "{delete} moves to the trash"),
        UnboundKeyHint(["^s"], "{filter} filters, {find} finds by name, {find-contents} in contents; {clear} stops"),
        UnboundKeyHint(["^t"], "{select} selects, {tag} tags"),
        UnboundKeyHint(["^v"], "{select-range} selects a range, {page-down} moves a page down"),
        UnboundKeyHint(["^w"], "{next-pane} goes to the next pane, {previous-pane} to the one before", isPrefix: true),
        UnboundKeyHint(["^x"], "{help} shows the keys, {palette} finds commands by name", isPrefix: true),
        UnboundKeyHint(["^y"], "{up} and {page-up} move up"),
        UnboundKeyHint(
            ["^\\"],
            "{recent} lists recent containers, {go-to-mark} goes to a mark; pressed twice, it ends the program"),
        UnboundKeyHint(["^]"], "{enter} enters, {forward} goes forward"),
        UnboundKeyHint(
            ["F11", "F12"], "{palette} finds commands by name, such as set preset = mc for the keys of mc"),
        UnboundKeyHint(["F15", "F17"], "{palette} finds commands by name, {help} shows the keys"),
        UnboundKeyHint(["F16"], "{new} makes a new file"),
        UnboundKeyHint(["F18"], "{rename} renames"),
        UnboundKeyHint(["M-?", "F19"], "{find} finds by name, {find-contents} in contents"),
        UnboundKeyHint(["M-c"], "{go-to-path} goes to a path"),
        UnboundKeyHint(["M-o", "M-i"], "{sharing} shows this computer, {beside} another container on the right"),
        UnboundKeyHint(["M-h", "M-y", "M-u"], "{back} goes back, {forward} forward, {recent} lists recent containers"),
        UnboundKeyHint(["M-."], "{hidden} shows hidden names"),
        UnboundKeyHint(["M-s"], "{filter} filters"),
        UnboundKeyHint(["M-5"], "{copy} copies"),
        UnboundKeyHint(["M-6"], "{move} moves"),
        UnboundKeyHint(["M-8"], "{delete} moves to the trash"),
        UnboundKeyHint(["M-0"], "{quit} quits"),
    ]

    /// Returns what is known of a key; nil for any other.
    static func named(_ key: Key) -> UnboundKeyHint? { all.first { $0.keys.contains { $0.keys == [key] } } }
}

extension BrowserState {
    /// Says that keys are not bound, and what to press instead.
    mutating func sayUnbound(_ sequence: [Key]) {
        let help = keys.key(viewer == nil ? "help" : "viewer-help")
        let name = KeySequence(sequence).description + (sequence.first.flatMap { shiftedName(of: $0) } ?? "")
        guard viewer == nil, sequence.count == 1, let hint = sequence.first.flatMap({ UnboundKeyHint.named($0) })
        else {
            say("\(name) is not bound here; \(help) shows the keys")
            return
        }
        keys.ignoresNext = hint.isPrefix
        say("\(name) is not bound here: \(hint.answer(self))")
    }

    /// Function keys beyond the twelfth are usually typed with Shift.
    private func shiftedName(of key: Key) -> String? {
        guard case .function(let number) = key, (13...24).contains(number) else { return nil }
        return " (Shift-F\(number - 12))"
    }
}
