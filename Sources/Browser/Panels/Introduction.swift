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
    static let words = Rights.columns.map { $0.right.word.prefix(1).uppercased() + $0.right.word.dropFirst() }
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

extension BrowserState {
    /// Explains the badges in the status line, since the program runs for the first time. What has been explained in
    /// another container is not explained again.
    package mutating func introduce() { panels.introduction = panels.introduction ?? Introduction() }

    /// The words about badges in the status line; nil if there are none to show.
    var introductionText: String? { isIntroducing ? panels.introduction?.words(for: currentFlags) : nil }

    /// Whether the status line explains badges that have not been explained.
    private var isIntroducing: Bool {
        panels.introduction != nil && container != nil && viewer == nil && panels.isEmpty && panels.message == nil
    }

    /// The words about badges in the status line, the longest first: one of them has room on every screen.
    var introductionTexts: [String] {
        guard let text = introductionText else { return [] }
        return text == Introduction.letters ? [text, Introduction.words] : [text]
    }

    /// Advances the explanation of badges after a key.
    mutating func advanceIntroduction() {
        guard isIntroducing else { return }
        let flags = currentFlags
        guard panels.introduction?.words(for: flags) != nil else { return }
        panels.introduction?.advance(past: flags)
    }

    /// The flags of the item under the cursor.
    private var currentFlags: [BadgeFlag] {
        // Those of its row, which are found sooner than an explanation.
        if panes.focus != .places, let listing = panes[panes.side], let entry = listing.current,
            let badges = listing.badges(of: entry)
        {
            let path = panes.known.seals.isEmpty ? nil : listing.path(of: entry)
            let seal = path.flatMap { panes.known.sealStatus(of: $0, in: listing.root) }
            return screen.glyphs.flags(badges, changed: screen.isChangedLately(listing.facts[entry]), seal: seal)
        }
        guard let container = container(on: panes.side), let subject = panes.subject else { return [] }
        let badges = Explanation.badges(of: subject, in: container, as: requester.actor, state: requester.state)
        return screen.glyphs.flags(
            badges, changed: screen.isChangedLately(subject.facts),
            seal: panes.known.sealStatus(of: subject.path, in: container.root))
    }
}
