/// An item involved in an operation, as rules refer to it.
package enum Subject: String, CaseIterable, Codable, Sendable {
    /// The item that is read, changed, deleted or moved.
    case item
    /// The directory that receives something new: where a file is created or renamed, or moved or copied to.
    case receiver
    /// The item as it is afterwards: the created item, or the moved one under its new path.
    case result
}

/// A row of the table of operations: what an operation needs (container-rules.md, "What an operation needs").
package struct OperationRule: Hashable, Sendable {
    /// A required right, and the subject that must have it.
    package struct Requirement: Hashable, Sendable {
        /// One of R, W and D.
        package var right: Rights
        /// The subject that must have the right.
        package var subject: Subject

        static func item(_ right: Rights) -> Requirement { Requirement(right: right, subject: .item) }
        static func receiver(_ right: Rights) -> Requirement { Requirement(right: right, subject: .receiver) }
    }

    /// Where an operation creates an item.
    package enum Making: Hashable, Sendable {
        case nothing
        /// At the item's own path, with this type whatever the item's given type.
        case item(ItemType)
        /// In the item's directory, under a name that may not be known yet.
        case sibling
        /// At a destination, which may not be known yet.
        case destination
    }

    /// The key of the row.
    package var operation: Operation
    /// The verb displayed.
    package var title: String
    /// The rights that the app needs, all of them.
    package var needs: [Requirement]
    /// The keys that the app must declare for the device's user; nil if file sharing has no such operation.
    package var userNeeds: [SharingKey]?
    /// Where the operation creates an item.
    package var makes: Making = .nothing
    /// Whether only the system does this.
    package var isSystemOnly = false
    /// Whether the file's contents have to be decrypted.
    package var opensContents = false
}

extension OperationRule {
    /// All rows.
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
