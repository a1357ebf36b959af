/// Something the person can have done by a key, in the palette, and reads of in help: one table serves them all.
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

    /// Stable: what a keymap file would call it.
    package let name: String
    /// A few words in the imperative.
    package let title: String
    package let group: Group
    package let keys: [KeySequence]
    /// The keys, as they are written on the screen.
    let keyNames: String
    let perform: @Sendable (inout BrowserState) -> [BrowserEffect]

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
        self.perform = perform
    }

    /// Every action there is.
    package static let all: [Action] = movement + places + selection + files + sharing + rules + view + program
}
