package import ContainerModel
import ContainerStore
import FileTree
import Jobs
import Transactions

/// Where items are to get to, as the person said it.
package enum Destination: Hashable, Sendable {
    /// A directory that the person sees: items come into it under their own names, and copies beside themselves under
    /// the next free ones.
    case directory(ItemAddress)
    /// A path that the person wrote. What it means depends on what is there.
    /// - Parameters:
    ///   - isDirectory: whether the path ends in a slash, or has to be a directory for another reason.
    ///   - isNewName: whether the person said that it is the item's new name, whatever is beside it.
    case path(ItemAddress, isDirectory: Bool = false, isNewName: Bool = false)
    /// The new name of a single item: what the person answered.
    case name(ItemAddress)
    /// A directory that is not there and is to be made: what the person answered.
    case newDirectory(ItemAddress)

    /// What was named.
    package var item: ItemAddress {
        switch self {
        case .directory(let item), .path(let item, _, _), .name(let item), .newDirectory(let item): item
        }
    }
}

/// What has to be asked about a destination at which nothing is.
package struct DestinationQuestion: Hashable, Sendable {
    /// What was named.
    package let item: ItemAddress
    /// What is there, or might be, under nearly the same name.
    package let suggestion: ItemAddress?
    /// Whether it could be the new name of the item.
    package let canBeName: Bool
    /// Whether it could be made as a directory: the one around it is there.
    package let canBeDirectory: Bool
    /// Whether what is suggested has to be a directory, too.
    let isDirectory: Bool

    /// What the person means.
    package enum Answer: Hashable, Sendable {
        /// What has nearly the same name.
        case suggestion
        /// It is the item's new name.
        case name
        /// It is a directory, and is to be made.
        case directory
    }

    /// The destination that an answer means; nil for an answer that was not to be chosen.
    package func destination(_ answer: Answer) -> Destination? {
        switch answer {
        // It is looked at again: that it is there is not certain.
        case .suggestion: suggestion.map { .path($0, isDirectory: isDirectory) }
        case .name: canBeName ? .name(item) : nil
        case .directory: canBeDirectory ? .newDirectory(item) : nil
        }
    }
}

/// What a destination turns out to be.
enum DestinationMeaning {
    /// It is there, or it is one of the places that are made when something comes to them.
    case directory(ItemAddress)
    /// A single item gets this name: something that is no directory has it already, or nothing has.
    case name(ItemAddress)
    /// Nothing is there, and what was meant has to be asked.
    case unclear(DestinationQuestion)

    /// Looks at what is at a path, and at what is beside it.
    ///
    /// - Parameters:
    ///   - sources: what is to get there.
    ///   - open: what is known of the roots.
    ///   - isDirectory: whether it has to be a directory.
    ///   - isNewName: whether the person said that it is one, whatever is beside it.
    /// - Throws: `FileTreeError` where nobody can tell what is there: only "no such file" means that nothing is.
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
        // Whoever repeats the item's own name means a name.
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
