import ContainerModel
package import Screen

/// An action that a key or the palette performs and that help describes; one table serves all three, the keymap file
/// and `sandglass keys`.
package struct Action: Sendable {
    /// A heading in help.
    package enum Group: String, Sendable, CaseIterable {
        case movement = "Moving"
        case places = "Places"
        case selection = "Selecting"
        case files = "Files"
        case sharing = "To and from this computer"
        case rules = "The rules"
        case view = "What is shown"
        case program = "The program"
    }

    /// The action's stable name, by which a keymap file and `sandglass run` call it.
    package let name: String
    /// A short title in the imperative.
    package let title: String
    /// Two or three words for the grid of keys that can follow a pressed one.
    private(set) var brief: String
    /// The heading under which help lists the action.
    package let group: Group
    /// The key sequences that perform the action unless a preset or the user's keymap gives it others.
    package let keys: [KeySequence]
    /// Whether the action can do nothing but change something, so that read-only mode refuses it before it asks.
    private(set) var isChange = false
    /// Whether the action writes files outside of the container, or starts a program that may.
    private(set) var reachesOutside = false
    /// Whether the action asks for a name or a confirmation before it changes anything.
    private(set) var asksFirst = false
    /// Whether the action does nothing but move the cursor of the pane that has the focus.
    private(set) var onlyMovesCursor = false
    /// The place in the container that the action goes to; nil for any other action.
    private(set) var place: ContainerPath?
    /// Words by which people look for the action, and which are neither in its title nor its name: those of vim, of
    /// shells and other file managers, and of what it is about.
    private(set) var words: [String] = []
    private let body: @Sendable (inout BrowserState) -> [BrowserEffect]
    /// Performs the action with the number typed before its key; nil if a number has no meaning for it.
    private(set) var performCounted: (@Sendable (inout BrowserState, Int) -> [BrowserEffect])?

    init(
        _ name: String,
        _ title: String,
        _ group: Group,
        keys: [KeySequence],
        perform: @escaping @Sendable (inout BrowserState) -> [BrowserEffect]
    ) {
        self.name = name
        self.title = title
        brief = title
        self.group = group
        self.keys = keys
        body = perform
    }

    /// Creates an action of the panes alone.
    init(
        inPanes name: String, _ title: String, _ group: Group, keys: [KeySequence],
        perform: @escaping @Sendable (inout Panes, inout ComponentContext) -> [BrowserEffect]
    ) {
        self.init(name, title, group, keys: keys) { $0.browse(perform) }
    }

    /// Performs the action, unless read-only mode refuses it.
    func perform(_ state: inout BrowserState) -> [BrowserEffect] {
        isChange && state.options.isReadOnly ? state.refuseChange() : body(&state)
    }

    /// Returns the action as one that can do nothing but change something.
    /// - Parameter asksFirst: Whether it asks for a name or a confirmation before it does.
    func changing(asksFirst: Bool = false) -> Action {
        var action = self
        action.isChange = true
        action.asksFirst = asksFirst
        return action
    }

    /// Returns the action as one that writes files outside of the container, or starts a program that may.
    func reachingOutside() -> Action {
        var action = self
        action.reachesOutside = true
        return action
    }

    /// Returns the action as one that does nothing but move the cursor of the pane that has the focus.
    func onlyMovingCursor() -> Action {
        var action = self
        action.onlyMovesCursor = true
        return action
    }

    /// Returns the action with fewer words for the grid of keys than its title has.
    func briefly(_ words: String) -> Action {
        var action = self
        action.brief = words
        return action
    }

    /// Returns the action as one that goes to a place in the container.
    func leading(to place: ContainerPath) -> Action {
        var action = self
        action.place = place
        return action
    }

    /// Returns the action as one that people also look for by other words, in small letters.
    func alsoCalled(_ words: String...) -> Action {
        var action = self
        action.words = words
        return action
    }

    /// The beginning of a word means the word if it has as many characters; a shorter one could be that of many.
    static let minCharacters = 3

    /// Returns the action with a meaning for a number typed before its key.
    func counted(_ perform: @escaping @Sendable (inout BrowserState, Int) -> [BrowserEffect]) -> Action {
        var action = self
        action.performCounted = perform
        return action
    }

    /// Returns an action of the panes alone with a meaning for a number typed before its key.
    func countedInPanes(
        _ perform: @escaping @Sendable (inout Panes, inout ComponentContext, Int) -> [BrowserEffect]
    ) -> Action {
        counted { state, count in state.browse { perform(&$0, &$1, count) } }
    }

    /// All actions.
    package static let all: [Action] =
        movement + finding + comparing + scrolling + places + selection + files + sharing + outside + rules + view
        + program
}
