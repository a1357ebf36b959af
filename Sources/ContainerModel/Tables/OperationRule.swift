/// An item involved in an operation, as rules refer to it.
package enum Subject: String, CaseIterable, Codable, Sendable {
    /// The item that is read, changed, deleted or moved.
    case item
    /// The directory that receives something new: where a file is created or renamed, or moved or copied to.
    case receiver
    /// The item as it is afterwards: the created item, or the moved one under its new path.
    case result
}

/// A row of the table of operations: the requirements of an operation (container-rules.md, "What an operation needs").
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
    /// The verb phrase before the object of the operation: "delete", "create files in"; the title if nil.
    package var phrase: String?
    /// The rights that the app needs, all of them.
    package var needs: [Requirement]
    /// The keys that the app must declare for the device's user; nil if file sharing has no such operation.
    package var userNeeds: [SharingKey]?
    /// Where the operation creates an item.
    package var makes: Making = .nothing
    /// Whether only the system does this.
    package var isSystemOnly = false
    /// For an operation of the system: what others can do that comes close.
    package var byHand: Operation?
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
            phrase: "create files in",
            needs: [.receiver(.write)],
            userNeeds: [.fileSharing],
            makes: .item(.file)
        ),
        OperationRule(
            operation: .createDirectory,
            title: "create a directory",
            phrase: "create directories in",
            needs: [.receiver(.write)],
            userNeeds: [.fileSharing, .openingInPlace],
            makes: .item(.directory)
        ),
        OperationRule(
            operation: .modify,
            title: "modify",
            phrase: "change",
            needs: [.item(.write)],
            userNeeds: [.fileSharing, .openingInPlace],
            opensContents: true
        ),
        OperationRule(
            operation: .setAttributes, title: "change attributes", phrase: "change attributes of",
            needs: [.item(.write)]),
        OperationRule(
            operation: .setExclusion, title: "exclude from backup", phrase: "set the exclusion attribute of",
            needs: [.item(.write)]),
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
        OperationRule(operation: .deliver, title: "deliver", needs: [], isSystemOnly: true, byHand: .createFile),
        OperationRule(operation: .purge, title: "purge", needs: [], isSystemOnly: true, byHand: .delete),
        OperationRule(
            operation: .snapshot, title: "take a snapshot", needs: [], isSystemOnly: true, byHand: .createFile),
    ]
}

extension OperationRule {
    /// Whether it does more than look at an item.
    package var changesSomething: Bool { isSystemOnly || needs.contains { $0.right != .read } }

    /// The verb before an item.
    var verb: String { phrase ?? title }

    /// The verb before the directory that receives an item.
    var receiverVerb: String {
        switch makes {
        case .item, .nothing: verb
        case .sibling: "rename items in"
        case .destination: "\(verb) items into"
        }
    }
}

extension Operation {
    /// The verb for the system's operation, before a place: "delivers documents to".
    var systemVerb: String {
        switch self {
        case .deliver: "delivers documents to"
        case .purge: "purges"
        default: "keeps its snapshots in"
        }
    }
}
