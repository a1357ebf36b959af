package import ContainerModel

/// What came of a question about a container.
package struct ContainerAnswer: Hashable, Sendable {
    /// For people, the sums first; not sanitized.
    package var lines: [String]
    /// What would put right what was found; nil where nothing has to move.
    package var move: AdvisedMove?

    /// An answer in lines, and what it advises.
    package init(_ lines: [String], move: AdvisedMove? = nil) {
        self.lines = lines
        self.move = move
    }
}

/// Items that had better stand in another directory of their container.
package struct AdvisedMove: Hashable, Sendable {
    /// The item, and what has to go with it: a database's log.
    package var items: [ContainerPath]
    /// Where to; it may have to be made.
    package var directory: ContainerPath

    /// A move into a directory.
    package init(_ items: [ContainerPath], into directory: ContainerPath) {
        self.items = items
        self.directory = directory
    }
}

extension Placement {
    /// What would put the item where it should stand; nil where it stands right, and where nobody knows the name of
    /// the directory.
    package var move: AdvisedMove? {
        guard isTargetNamed, let directory = target?.parent, let parent = path.parent, let name = path.lastComponent
        else { return nil }
        return AdvisedMove(([Array(name)] + companions).compactMap { parent.appending(name: $0) }, into: directory)
    }
}
