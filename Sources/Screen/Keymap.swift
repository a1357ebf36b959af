/// The user's keys: those of the actions whose keys differ from the table of actions.
package struct Keymap: Hashable, Sendable {
    /// The keys by the name of the action; an empty list for an action without any.
    package var keys: [String: [KeySequence]]

    /// Creates a keymap.
    package init(_ keys: [String: [KeySequence]] = [:]) { self.keys = keys }
}

/// The table of actions as a keymap sees it.
package struct KeyTable: Sendable {
    /// An action that keys can be bound to.
    package struct Row: Hashable, Sendable {
        /// The action's name.
        package let name: String
        /// The keys that it has unless a preset or the user gives it others.
        package let keys: [KeySequence]

        /// Creates a row.
        package init(name: String, keys: [KeySequence]) {
            self.name = name
            self.keys = keys
        }
    }

    /// Actions whose keys are looked up together, so that no key may belong to two of them.
    package struct Context: Hashable, Sendable {
        /// The context's name.
        package let name: String
        /// The actions.
        package let rows: [Row]
        /// The names of the actions that lead out. One of them keeps a key, whatever the user unbinds.
        package let exits: [String]

        /// Creates a context.
        package init(name: String, rows: [Row], exits: [String]) {
            self.name = name
            self.rows = rows
            self.exits = exits
        }
    }

    /// The contexts.
    package let contexts: [Context]
    /// The keymaps to choose from, by name. The first one is the default.
    package let presets: [(name: String, keymap: Keymap)]

    /// Creates a table.
    package init(contexts: [Context], presets: [(name: String, keymap: Keymap)]) {
        self.contexts = contexts
        self.presets = presets
    }
}
