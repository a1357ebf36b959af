package import ContainerModel
package import FileTree

/// A single change to one item; a directory stands for its whole tree.
package enum Change: Hashable, Sendable {
    /// Copies an item. The target is the address of the copy itself, not of its directory.
    case copy(ItemAddress, to: ItemAddress)
    /// Renames an item or moves it to another directory, possibly on another file system.
    case move(ItemAddress, to: ItemAddress)
    /// Moves an item to the home trash.
    case trash(ItemAddress)
    /// Creates an empty directory.
    case makeDirectory(ItemAddress)
    /// Creates a file with the given contents.
    case writeFile(ItemAddress, [UInt8])
    /// Sets an extended attribute, by its name on the host; a nil value removes it.
    case setAttribute(ItemAddress, name: String, value: [UInt8]?)
    /// Gives a directory, which may be a root, other permissions and, once everything else is done, another time.
    case setStatus(ItemAddress, DirectoryStatus)

    /// The existing item that the change applies to; nil if the change creates one.
    package var source: ItemAddress? {
        switch self {
        case .copy(let source, _), .move(let source, _), .trash(let source), .setAttribute(let source, _, _),
            .setStatus(let source, _):
            source
        case .makeDirectory, .writeFile: nil
        }
    }

    /// The address that receives an item; nil if the change gives no item a name.
    package var target: ItemAddress? {
        switch self {
        case .copy(_, let target), .move(_, let target), .makeDirectory(let target), .writeFile(let target, _): target
        case .trash, .setAttribute, .setStatus: nil
        }
    }

    /// The item that the change is about: the existing one or, failing that, the one to be created.
    package var item: ItemAddress {
        switch self {
        case .copy(let source, _), .move(let source, _), .trash(let source), .setAttribute(let source, _, _),
            .setStatus(let source, _):
            source
        case .makeDirectory(let target), .writeFile(let target, _): target
        }
    }

    /// The addresses that the change takes items from or gives to items.
    var locations: [ItemAddress] {
        switch self {
        case .copy(let from, let to), .move(let from, let to): [from, to]
        case .trash(let at), .makeDirectory(let at), .writeFile(let at, _), .setAttribute(let at, _, _),
            .setStatus(let at, _):
            [at]
        }
    }

    /// Returns the same change with another target; a change without a target is returned unchanged.
    package func retargeted(to target: ItemAddress) -> Change {
        switch self {
        case .copy(let source, _): .copy(source, to: target)
        case .move(let source, _): .move(source, to: target)
        case .makeDirectory: .makeDirectory(target)
        case .writeFile(_, let contents): .writeFile(target, contents)
        case .trash, .setAttribute, .setStatus: self
        }
    }
}

/// The metadata of a directory that changes when its entries do, or that they need.
package struct DirectoryStatus: Hashable, Sendable {
    /// Who may use it, and whose it is.
    package let permissions: DirectoryPermissions
    /// When its entries were last changed; nil leaves that as it is. An undo brings the earlier time back if everything was
    /// done as a whole, and if the directory has not been changed since.
    package let modified: Moment?

    /// A time of the file system.
    package struct Moment: Hashable, Sendable {
        /// Seconds since 1970.
        package let seconds: Int64
        /// The nanoseconds within the second.
        package let nanoseconds: UInt32

        /// Creates the time with the given parts.
        package init(seconds: Int64, nanoseconds: UInt32) {
            self.seconds = seconds
            self.nanoseconds = nanoseconds
        }
    }

    /// Creates the metadata.
    package init(permissions: DirectoryPermissions, modified: Moment?) {
        self.permissions = permissions
        self.modified = modified
    }
}

/// The permissions of a directory, and its owner if that is to change, too.
package struct DirectoryPermissions: Hashable, Sendable {
    /// The numbers of a user and a group.
    package struct Owner: Hashable, Sendable {
        let user: UInt32
        let group: UInt32
    }

    /// Permission bits and the three special bits.
    package let mode: UInt16
    /// The owner; nil if it does not matter.
    package let owner: Owner?

    /// Creates permissions without an owner.
    package init(mode: UInt16) { (self.mode, owner) = (mode, nil) }

    /// Creates the permissions of an item.
    /// - Parameter hasOwner: Whether its owner matters.
    package init(_ status: ItemStatus, hasOwner: Bool) {
        mode = status.permissions
        owner = hasOwner ? Owner(user: status.user, group: status.group) : nil
    }

    init(mode: UInt16, owner: Owner?) { (self.mode, self.owner) = (mode, owner) }

    /// Returns whether each part is one of two others': the change from one to the other takes two calls.
    func isBetween(_ one: DirectoryPermissions, _ other: DirectoryPermissions) -> Bool {
        [one.mode, other.mode].contains(mode) && [one.owner, other.owner].contains(owner)
    }
}

/// How to resolve a conflict when the target's name is already taken.
package enum ConflictPolicy: String, Hashable, Sendable, CaseIterable, Encodable {
    /// Leaves the decision to the caller: a plan with such a conflict is not carried out.
    case ask
    /// Skips the item.
    case skip
    /// Gives the new item another name, `name 2.ext`.
    case keepBoth
    /// Moves the existing item to the trash.
    case replace
}

/// The treatment of the remaining changes when one fails.
package enum ErrorPolicy: String, Hashable, Sendable, CaseIterable, Encodable {
    /// Carries out the remaining changes.
    case goOn
    /// Rolls back everything done so far.
    case rollBack
}
