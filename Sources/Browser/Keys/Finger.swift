import Screen

/// A key that means something elsewhere, in vim, yazi or mc, and nothing here: what to press instead.
struct Finger: Sendable {
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
    func answer(_ state: BrowserState) -> String {
        var text = ""
        for (index, part) in answer.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            let halves = index == 0 ? ["", part] : part.split(separator: "}", maxSplits: 1)
            text += (index == 0 ? "" : state.key(String(halves.first ?? ""))) + (halves.dropFirst().first ?? "")
        }
        return text
    }

    /// All that are known.
    static let all: [Finger] = [
        Finger([";"], "{shell} starts a shell, {open-with} opens with a program"),
        Finger([","], "{sort} sorts, {reverse} reverses the order"),
        Finger(["{", "}", "W"], "there are no tabs: {beside} shows another container, {sharing} this computer"),
        Finger(["Q", "^q"], "{quit} quits"),
        Finger(["I"], "{rename} renames"),
        Finger(["<", ">", "="], "{sort} sorts; the mouse moves the borders between panes"),
        Finger(["0", "^"], "{top} goes to the first row"),
        Finger(["$"], "{bottom} goes to the last row"),
        Finger(["#"], "{find} finds by name, {find-contents} in contents"),
        Finger(["&"], "{undo} undoes, {redo} redoes"),
        Finger(
            ["@"], "there are no macros: a number before a key repeats it, {select} selects many items", isPrefix: true),
        Finger(["\""], "there are no registers: {yank} copies, {paste} pastes", isPrefix: true),
        Finger(["(", ")", "_", "%"], "{help} shows the keys, {palette} finds commands by name"),
        Finger(["^g"], "the status line names the item, {explain} explains it"),
        Finger(["^k"], "{delete} moves to the trash"),
        Finger(["^s"], "{filter} filters, {find} finds by name, {find-contents} in contents; {clear} stops"),
        Finger(["^t"], "{select} selects, {tag} tags"),
        Finger(["^v"], "{select-range} selects a range, {page-down} moves a page down"),
        Finger(["^w"], "{next-pane} goes to the next pane, {previous-pane} to the one before", isPrefix: true),
        Finger(["^x"], "{help} shows the keys, {palette} finds commands by name", isPrefix: true),
        Finger(["^y"], "{up} and {page-up} move up"),
        Finger(["^]"], "{enter} enters, {forward} goes forward"),
        Finger(
            ["F2", "F11", "F12"], "{palette} finds commands by name, such as set preset = mc for the keys of mc"),
        Finger(["F15", "F17"], "{palette} finds commands by name, {help} shows the keys"),
        Finger(["F16"], "{new} makes a new file"),
        Finger(["F18"], "{rename} renames"),
        Finger(["M-?", "F19"], "{find} finds by name, {find-contents} in contents"),
        Finger(["M-c"], "{go-to-path} goes to a path"),
        Finger(["M-o", "M-i"], "{sharing} shows this computer, {beside} another container on the right"),
        Finger(["M-h", "M-y", "M-u"], "{back} goes back, {forward} forward, {recent} lists recent containers"),
        Finger(["M-."], "{hidden} shows hidden names"),
        Finger(["M-s"], "{filter} filters"),
        Finger(["M-5"], "{copy} copies"),
        Finger(["M-6"], "{move} moves"),
        Finger(["M-8"], "{delete} moves to the trash"),
        Finger(["M-0"], "{quit} quits"),
    ]

    /// Returns what is known of a key; nil for any other.
    static func named(_ key: Key) -> Finger? { all.first { $0.keys.contains { $0.keys == [key] } } }
}

extension BrowserState {
    /// Says that keys are not bound, and what to press instead.
    mutating func sayUnbound(_ sequence: [Key]) {
        let help = key(viewer == nil ? "help" : "viewer-help")
        let name = KeySequence(sequence).description + (sequence.first.flatMap { shiftedName(of: $0) } ?? "")
        guard viewer == nil, sequence.count == 1, let finger = sequence.first.flatMap({ Finger.named($0) }) else {
            say("\(name) is not bound here; \(help) shows the keys")
            return
        }
        ignoresNextKey = finger.isPrefix
        say("\(name) is not bound here: \(finger.answer(self))")
    }

    /// Function keys beyond the twelfth are usually typed with Shift.
    private func shiftedName(of key: Key) -> String? {
        guard case .function(let number) = key, (13...24).contains(number) else { return nil }
        return " (Shift-F\(number - 12))"
    }
}
