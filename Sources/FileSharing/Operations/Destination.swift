package import ContainerModel
import ContainerStore
import FileTree
import Jobs
import Transactions

/// The destination of items, as specified by the user.
package enum Destination: Hashable, Sendable {
    /// A directory on screen: items go into it under their own names, and copies into their own directory under the
    /// next free names.
    case directory(ItemAddress)
    /// A path as typed; its meaning depends on what exists there.
    /// - Parameters:
    ///   - isDirectory: Whether the path ends in a slash, or has to be a directory for another reason.
    ///   - isNewName: Whether the user has said that it is the item's new name, despite similar names.
    case path(ItemAddress, isDirectory: Bool = false, isNewName: Bool = false)
    /// The new name of a single item, as answered by the user.
    case name(ItemAddress)
    /// A directory to create, as answered by the user.
    case newDirectory(ItemAddress)
    /// The root of a container into whose places directories with their names are merged.
    /// - Parameter others: The directory that all other items go into.
    case places(ItemAddress, others: ItemAddress)

    /// The address of the destination.
    package var item: ItemAddress {
        switch self {
        case .directory(let item), .path(let item, _, _), .name(let item), .newDirectory(let item),
            .places(let item, _):
            item
        }
    }
}

/// A question about a destination that does not exist, or about items that have the names of a container's places.
package struct DestinationQuestion: Hashable, Sendable {
    /// The address as given.
    package let item: ItemAddress
    /// A similar name that exists, or that the rules have there.
    package let suggestion: ItemAddress?
    /// Whether it can be the new name of the item.
    package let canBeName: Bool
    /// Whether it can be created as a directory: its parent exists.
    package let canBeDirectory: Bool
    /// Whether the suggestion has to be a directory, too.
    let isDirectory: Bool
    /// The places of the container that directories have the names of; empty for a destination that does not exist.
    package var places: [ItemAddress] = []
    /// The directory that the items go into otherwise; nil if they cannot go anywhere else.
    package var inside: ItemAddress?

    /// What the user means.
    package enum Answer: Hashable, Sendable {
        /// The suggested name.
        case suggestion
        /// The item's new name.
        case name
        /// A directory to create.
        case directory
        /// The places, into which the directories are merged.
        case places
        /// The directory that the items go into as they are.
        case inside
    }

    /// The answers that are available.
    package var answers: [Answer] {
        [.suggestion, .name, .directory, .places, .inside].filter { destination($0) != nil }
    }

    /// Returns the destination for an answer; nil for an answer that was not available.
    package func destination(_ answer: Answer) -> Destination? {
        switch answer {
        // Examined again, because the suggestion need not exist.
        case .suggestion: suggestion.map { .path($0, isDirectory: isDirectory) }
        case .name: canBeName ? .name(item) : nil
        case .directory: canBeDirectory ? .newDirectory(item) : nil
        case .places: places.isEmpty ? nil : .places(item, others: inside ?? item)
        case .inside: inside.map { .directory($0) }
        }
    }
}

/// The meaning of a destination.
enum DestinationMeaning {
    /// A directory that exists, or a standard directory that is created on demand.
    case directory(ItemAddress)
    /// The name of a single item: no item has it, or one that is not a directory.
    case name(ItemAddress)
    /// Nothing exists there, and the user has to be asked.
    case unclear(DestinationQuestion)

    /// Determines the meaning from what exists at a path and next to it.
    ///
    /// - Parameters:
    ///   - sources: The items to transfer.
    ///   - open: The open roots.
    ///   - isDirectory: Whether it has to be a directory.
    ///   - isNewName: Whether the user has said that it is a new name, despite similar names.
    /// - Throws: `FileTreeError` if the path cannot be examined: only "no such file" counts as missing.
    init(
        _ item: ItemAddress,
        for sources: [ItemAddress],
        in open: OpenRoots,
        isDirectory: Bool,
        isNewName: Bool = false,
        rules: RuleBook = .standard
    ) throws(FileTreeError) {
        if let kind = try open.kindIfPresent(item) {
            self = kind == .directory ? .directory(item) : .name(item)
            return
        }
        guard !open.isStandardDirectory(item, by: rules) else {
            self = .directory(item)
            return
        }
        let isParentThere = try open.kindIfPresent(item.parent) == .directory
        let canBeName =
            sources.count == 1 && !isDirectory && (isParentThere || open.isStandardDirectory(item.parent, by: rules))
        // A destination that repeats the item's own name is a name.
        let isOwnName = sources.first?.name.elementsEqual(item.name) == true
        let suggestion =
            canBeName && (isNewName || isOwnName) ? nil : try open.nearlyNamed(item, except: sources, rules)
        if canBeName, suggestion == nil {
            self = .name(item)
        } else {
            self = .unclear(
                DestinationQuestion(
                    item: item, suggestion: suggestion, canBeName: canBeName,
                    canBeDirectory: isParentThere && (isDirectory || sources.count != 1), isDirectory: isDirectory))
        }
    }
}
