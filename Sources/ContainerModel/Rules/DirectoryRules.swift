/// The rules of one directory, looked up once for all entries of a long listing.
package struct DirectoryRules: Sendable {
    /// The location of the directory itself.
    package var location: Location { position.location }

    /// The protection class of the files in the container, unless their source records another one.
    package var containerProtection: ProtectionClass { context.app.containerProtection }

    /// The conditions of the directory's rules, and their results for most of its entries. Shared by all copies, since
    /// each row of a listing makes some.
    private final class Context: Sendable {
        let book: RuleBook
        let container: ContainerKind
        let actor: ActingParty
        let app: AppInfo
        let state: DeviceState
        let grantedToFiles: Rights
        let grantedToDirectories: Rights

        init(
            _ book: RuleBook, _ contents: Location, _ container: ContainerKind, _ actor: ActingParty, _ app: AppInfo,
            _ state: DeviceState
        ) {
            self.book = book
            self.container = container
            self.actor = actor
            self.app = app
            self.state = state
            grantedToFiles = book.grantedRights(at: contents, toDirectory: false, as: actor, app: app)
            grantedToDirectories = book.grantedRights(at: contents, toDirectory: true, as: actor, app: app)
        }
    }

    private let position: PlaceIndex.Position
    private let context: Context

    fileprivate init(
        _ book: RuleBook,
        _ position: PlaceIndex.Position,
        _ container: ContainerKind,
        _ actor: ActingParty,
        _ app: AppInfo,
        _ state: DeviceState
    ) {
        self.position = position
        context = Context(book, position.contents.location, container, actor, app, state)
    }

    /// Returns the rules of another directory of the container, for the same actor and state.
    package func directory(_ path: ContainerPath) -> DirectoryRules {
        context.book.directory(path, in: context.container, as: context.actor, app: context.app, state: context.state)
    }

    /// Returns the location of an entry.
    package func location(ofEntry name: Span<UInt8>, type: ItemType) -> Location {
        context.book.index.entry(named: name, type: type, of: position, bundleIdentifier: context.app.identifier)
            .location
    }

    /// Returns what becomes of the space that an item at a location takes.
    func storageClass(at location: Location, exclusion: Exclusion) -> StorageClass {
        context.book.storageClass(at: location, exclusion: exclusion)
    }

    /// Returns the badges of an entry.
    /// - Parameters:
    ///   - protection: The entry's protection class; nil for the container's own.
    ///   - permitted: The rights that mode, owner and access control list do not deny.
    package func badges(
        ofEntry name: Span<UInt8>,
        type: ItemType,
        exclusion: Exclusion = [],
        protection: ProtectionClass? = nil,
        permitted: Rights = .unrestricted
    ) -> Badges {
        let location = location(ofEntry: name, type: type)
        // The location decides everything, so any path will do.
        let protection = protection ?? (type == .file ? context.app.containerProtection : .unknown)
        let item = Item(
            .root, in: context.container, type: type, exclusion: exclusion, protection: protection, permitted: permitted
        )
        let granted = granted(at: location, type: type)
        return context.book.badges(
            of: item, at: location, granted: granted, as: context.actor, app: context.app, state: context.state)
    }

    private func granted(at location: Location, type: ItemType) -> Rights {
        guard location == position.contents.location else {
            return context.book.grantedRights(
                at: location, toDirectory: type == .directory, as: context.actor, app: context.app)
        }
        return type == .directory ? context.grantedToDirectories : context.grantedToFiles
    }
}

extension RuleBook {
    /// Returns the rules of a directory, for looking up its entries by name.
    package func directory(
        _ path: ContainerPath,
        in container: ContainerKind,
        as actor: ActingParty = .app,
        app: AppInfo = AppInfo(),
        state: DeviceState = DeviceState()
    ) -> DirectoryRules {
        let position = index.position(
            of: path.bytes.span,
            in: container,
            type: .directory,
            bundleIdentifier: app.identifier
        )
        return DirectoryRules(self, position, container, actor, app, state)
    }
}
