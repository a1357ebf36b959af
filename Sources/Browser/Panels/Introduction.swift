import ContainerModel
import ContainerStore
import FileSharing
import Inspection
import Screen

/// What the status line says on the first run of the program about the badges: the four letters until a key is pressed,
/// and then each flag while the cursor is on the first item that has it.
struct Introduction: Sendable {
    /// The letters of the badges with their words.
    static let letters = Rights.columns.map { "\($0.letter) \($0.right.word)" }.joined(separator: "  ")

    /// The words alone, whose initials are the letters, for the narrowest screens.
    static let words = Rights.columns.map { $0.right.word.capitalizedFirst }
        .joined(separator: " ")

    /// Whether the letters have been shown until a key was pressed.
    private(set) var isPastLetters = false
    /// The flags that have been shown until a key was pressed.
    private var explained: Set<Unicode.Scalar> = []

    /// Returns the words to show while the cursor is on an item with these flags; nil if all is explained.
    /// - Parameter flags: Not asked for in the first frame, since finding them takes a tenth of its time.
    func words(for flags: @autoclosure () -> [BadgeFlag]) -> String? {
        guard isPastLetters else { return Self.letters }
        let new = flags().filter { !explained.contains($0.glyph) }
        return new.isEmpty ? nil : new.map { "\(Character($0.glyph)) \($0.meaning)" }.joined(separator: "  ")
    }

    /// Advances after a key, which was pressed while the cursor was on an item with these flags.
    mutating func advance(past flags: [BadgeFlag]) {
        if isPastLetters { explained.formUnion(flags.map(\.glyph)) }
        isPastLetters = true
    }
}

extension Introduction {
    /// Returns the words about badges in the status line, the longest first: one of them has room on every screen. None if
    /// there are none to show.
    static func texts(_ state: BrowserState) -> [String] {
        guard isShown(state), let text = state.panels.introduction?.words(for: flags(state)) else { return [] }
        return text == letters ? [text, words] : [text]
    }

    /// Advances the explanation of badges after a key.
    static func advance(in state: inout BrowserState) {
        guard isShown(state) else { return }
        let flags = Self.flags(state)
        guard state.panels.introduction?.words(for: flags) != nil else { return }
        state.panels.introduction?.advance(past: flags)
    }

    /// Whether the status line explains badges that have not been explained.
    private static func isShown(_ state: BrowserState) -> Bool {
        state.panels.introduction != nil && state.container != nil && state.viewer == nil && state.panels.isEmpty
            && state.panels.message == nil
    }

    /// The flags of the item under the cursor.
    private static func flags(_ state: BrowserState) -> [BadgeFlag] {
        let (panes, glyphs) = (state.panes, state.screen.glyphs)
        // Those of its row, which are found sooner than an explanation.
        if panes.focus != .places, let listing = panes[panes.side], let entry = listing.current,
            let badges = listing.badges(of: entry)
        {
            return glyphs.flags(
                badges, changed: state.screen.isChangedLately(listing.facts[entry]),
                seal: panes.known.sealStatus(of: entry, listing))
        }
        guard let container = state.container(on: panes.side), let subject = panes.subject else { return [] }
        let badges = Explanation.badges(
            of: subject, in: container, as: state.requester.actor, state: state.requester.state)
        return glyphs.flags(
            badges, changed: state.screen.isChangedLately(subject.facts),
            seal: panes.known.sealStatus(of: subject.path, in: container.root))
    }
}
