/// Which of the items that an operation touches a rule looks at.
package enum Subject: String, CaseIterable, Codable, Sendable {
    /// What is read, changed, deleted, moved.
    case item
    /// The directory that gets something new: the one that a file is created or renamed in, moved or copied to.
    case receiver
    /// What is there afterwards: the created item, the moved one under its new path.
    case result
}

/// One row of the table of operations: what an operation needs (container-rules.md, "What an operation needs").
package struct OperationRule: Hashable, Sendable {
    /// A right that has to be there, and where it is asked.
    package struct Requirement: Hashable, Sendable {
        /// One of R, W and D.
        package var right: Rights
        /// Where it is asked.
        package var subject: Subject

        static func item(_ right: Rights) -> Requirement { Requirement(right: right, subject: .item) }
        static func receiver(_ right: Rights) -> Requirement { Requirement(right: right, subject: .receiver) }
    }

    /// Where what an operation makes will stand.
    package enum Making: Hashable, Sendable {
        case nothing
        /// At the item's own path, and of this type whatever the item was said to be.
        case item(ItemType)
        /// In the item's directory, under a name that may not be known yet.
        case sibling
        /// At a destination, which may not be known yet.
        case destination
    }

    /// The key of the row.
    package var operation: Operation
    /// The verb that people read.
    package var title: String
    /// What the app needs. All of it.
    package var needs: [Requirement]
    /// What the device's user needs the app to declare; nil where file sharing has no such thing.
    package var userNeeds: [SharingKey]?
    /// What is there afterwards that was not.
    package var makes: Making = .nothing
    /// Whether only the system does this.
    package var isSystemOnly = false
    /// Whether a file's contents have to be decrypted for it.
    package var opensContents = false
}

extension OperationRule {
    /// Every row.
    package static let all: [OperationRule] = [
        OperationRule(operation: .list, title: "list", needs: [.item(.read)], userNeeds: [.fileSharing]),
        OperationRule(
            operation: .read, title: "read", needs: [.item(.read)], userNeeds: [.fileSharing], opensContents: true
        ),
        OperationRule(
            operation: .createFile,
            title: "create a file",
            needs: [.receiver(.write)],
            userNeeds: [.fileSharing],
            makes: .item(.file)
        ),
        OperationRule(
            operation: .createDirectory,
            title: "create a directory",
            needs: [.receiver(.write)],
            userNeeds: [.fileSharing, .openingInPlace],
            makes: .item(.directory)
        ),
        OperationRule(
            operation: .modify,
            title: "modify",
            needs: [.item(.write)],
            userNeeds: [.fileSharing, .openingInPlace],
            opensContents: true
        ),
        OperationRule(operation: .setAttributes, title: "change attributes", needs: [.item(.write)]),
        OperationRule(operation: .setExclusion, title: "exclude from backup", needs: [.item(.write)]),
        OperationRule(operation: .delete, title: "delete", needs: [.item(.delete)], userNeeds: [.fileSharing]),
        OperationRule(
            operation: .rename,
            title: "rename",
            needs: [.item(.delete), .receiver(.write)],
            userNeeds: [.fileSharing, .openingInPlace],
            makes: .sibling
        ),
        OperationRule(
            operation: .move,
            title: "move",
            needs: [.item(.delete), .receiver(.write)],
            userNeeds: [.fileSharing, .openingInPlace],
            makes: .destination
        ),
        OperationRule(
            operation: .copy,
            title: "copy",
            needs: [.item(.read), .receiver(.write)],
            userNeeds: [.fileSharing],
            makes: .destination,
            opensContents: true
        ),
        OperationRule(operation: .deliver, title: "deliver", needs: [], isSystemOnly: true),
        OperationRule(operation: .purge, title: "purge", needs: [], isSystemOnly: true),
        OperationRule(operation: .snapshot, title: "take a snapshot", needs: [], isSystemOnly: true),
    ]
}
