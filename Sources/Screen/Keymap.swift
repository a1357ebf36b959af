/// The user's keys, for the actions whose keys differ from the table of actions.
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

    /// The input expected in a context.
    package enum Input: Hashable, Sendable {
        /// Keys, several of them one after another for some actions, and numbers before them.
        case sequences
        /// One key at a time.
        case singleKeys
        /// Text: characters are not keys.
        case text
    }

    /// Actions whose keys are looked up together, so that no key may belong to two of them.
    package struct Context: Hashable, Sendable {
        /// The context's name.
        package let name: String
        /// The actions.
        package let rows: [Row]
        /// The names of the actions that lead out. One of them keeps a key, whatever the user unbinds; none if other
        /// actions lead out.
        package let exits: [String]
        /// The input expected in the context.
        package let input: Input

        /// Creates a context.
        package init(name: String, rows: [Row], exits: [String], input: Input = .sequences) {
            self.input = input
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
