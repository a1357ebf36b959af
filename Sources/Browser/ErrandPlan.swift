package import ContainerModel

/// What an errand would do, looked at before anything is touched, and what has to be asked.
package struct ErrandPlan: Sendable {
    /// A name that is taken.
    package struct Conflict: Hashable, Sendable {
        /// Where, as the person knows it: bytes, not safe for a terminal.
        package var target: [UInt8]
        package var kind: ItemKind
        /// What would come.
        package var newKind: ItemKind
        /// Bytes of what is there, and of what would come.
        package var size: UInt64
        package var newSize: UInt64
        /// When what is there last changed.
        package var modified: LocalTime
        /// The name that the new one would get where both are kept.
        package var otherName: [UInt8]?
        /// Whether a rule lets what is there go.
        package var isReplaceable: Bool
        /// Whether a directory would take the place of something else, or something else that of a directory: that is
        /// asked about by itself, whatever was decided for all.
        package var changesKind: Bool

        /// What stands in the way of one item.
        package init(
            target: [UInt8], kind: ItemKind, newKind: ItemKind = .file, size: UInt64, newSize: UInt64,
            modified: LocalTime, otherName: [UInt8]?, isReplaceable: Bool = true, changesKind: Bool = false
        ) {
            self.target = target
            self.kind = kind
            self.newKind = newKind
            self.size = size
            self.newSize = newSize
            self.modified = modified
            self.otherName = otherName
            self.isReplaceable = isReplaceable
            self.changesKind = changesKind
        }

        /// Whether a decision about all that are left is meant for this one, too.
        func isCovered(by decision: Decision) -> Bool { decision != .replace || !changesKind }
    }

    /// What is done about a name that is taken.
    package enum Decision: Hashable, Sendable, CaseIterable {
        case skip
        case keepBoth
        /// The old one goes to the trash.
        case replace
    }

    /// Top items.
    package var items: Int
    package var files: Int
    package var directories: Int
    package var links: Int
    /// Logical bytes.
    package var bytes: UInt64
    package var conflicts: [Conflict]
    /// What will not be done, and what to know before: sentences for people, not sanitized.
    package var warnings: [String]
    /// Whether the person has to say yes, beside deciding about conflicts.
    package var asks: Bool
    /// The answer that says yes, where that means more than to do what the person wanted. Not sanitized.
    package var yes: String?

    /// A plan as it is told to the person.
    package init(
        items: Int,
        files: Int = 0,
        directories: Int = 0,
        links: Int = 0,
        bytes: UInt64 = 0,
        conflicts: [Conflict] = [],
        warnings: [String] = [],
        asks: Bool = false,
        yes: String? = nil
    ) {
        self.items = items
        self.files = files
        self.directories = directories
        self.links = links
        self.bytes = bytes
        self.conflicts = conflicts
        self.warnings = warnings
        self.asks = asks
        self.yes = yes
    }
}

/// How an errand ended.
package struct ErrandOutcome: Sendable {
    /// In how far it was done.
    package enum State: Hashable, Sendable {
        case done
        /// Some of it was not: the lines say what.
        case partly
        /// What was finished before stays.
        case cancelled
        case failed
    }

    package var state: State
    /// One line for the status line: "3 files, 12 MB". Not sanitized.
    package var summary: String
    /// What else there is to say, failures above all: sentences for people, not sanitized.
    package var lines: [String]
    /// What is ready to be opened in the editor now.
    package var opens: ItemAddress?
    /// Whether `u` takes it back.
    package var isUndoable: Bool

    /// What is told when it has ended.
    package init(_ state: State, _ summary: String, lines: [String] = [], isUndoable: Bool = false) {
        self.state = state
        self.summary = summary
        self.lines = lines
        self.isUndoable = isUndoable
    }
}
