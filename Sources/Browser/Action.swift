/// An action that a key or the palette performs and that help describes; one table serves all three.
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

    /// The action's stable name, suitable for a keymap file.
    package let name: String
    /// A short title in the imperative.
    package let title: String
    /// The heading under which help lists the action.
    package let group: Group
    /// The key sequences bound to the action.
    package let keys: [KeySequence]
    /// The keys as shown on screen.
    let keyNames: String
    /// Whether the action can do nothing but change something, so that read-only mode refuses it before it asks.
    private(set) var isChange = false
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
        self.group = group
        self.keys = keys
        keyNames = keys.map(\.description).joined(separator: "  ")
        body = perform
    }

    /// Performs the action, unless read-only mode refuses it.
    func perform(_ state: inout BrowserState) -> [BrowserEffect] {
        isChange && state.isReadOnly ? state.refuseChange() : body(&state)
    }

    /// Returns the action as one that can do nothing but change something.
    func changing() -> Action {
        var action = self
        action.isChange = true
        return action
    }

    /// Returns the action with a meaning for a number typed before its key.
    func counted(_ perform: @escaping @Sendable (inout BrowserState, Int) -> [BrowserEffect]) -> Action {
        var action = self
        action.performCounted = perform
        return action
    }

    /// All actions.
    package static let all: [Action] =
        movement + finding + places + selection + files + sharing + rules + view + program
}
