import ContainerModel
import ContainerStore
import FileSharing
import Screen

/// What a refusal offers instead: choosing it does it.
extension BrowserState {
    /// Follows the alternative that a refusal offers.
    /// - Parameters:
    ///   - operation: The refused operation; nil if a directory could not be listed.
    ///   - item: The item that was refused.
    ///   - isOnce: Whether a directory is listed as another actor this time only.
    mutating func follow(
        _ alternative: Alternative,
        insteadOf operation: FileOperation?,
        at item: ItemAddress,
        isOnce: Bool = false
    ) -> [BrowserEffect] {
        // Another container may have taken its place meanwhile.
        guard let side = side(showing: item.root) else {
            say("the container that it concerns is no longer shown", isError: true)
            return []
        }
        switch alternative {
        case .actor(let actor):
            if let operation {
                say(
                    "\(operation.title) as the \(actor.rawValue), this time only; \(keys.key("act-as")) changes the actor for good"
                )
                return beginOperation(operation, as: actor)
            }
            guard !isOnce else {
                say("listed once, as the \(actor.rawValue); \(keys.key("act-as")) changes the actor")
                return browse { $0.enter(item.path, on: side, ignoringRules: true, &$1) }
            }
            // The directory stays listed only as long as the actor does.
            let effects = browse { $0.act(as: actor, &$1) + $0.enter(item.path, on: side, &$1) }
            say("acting as the \(actor.rawValue) from now on; \(keys.key("act-as")) changes the actor")
            return effects
        case .unlock:
            panes.requester.state.lock = .unlocked
            return browse { $0.rulesChanged(&$1) } + (operation.map { beginOperation($0) } ?? [])
        case .place(let place), .copy(let place):
            // A copy or a move goes to the place in the container that it was to go to.
            let side = operation?.made.flatMap { self.side(showing: $0.root) } ?? side
            guard let container = container(on: side), let directory = directory(of: place, on: side) else {
                say(alternative.sentence(key: keys.key))
                return []
            }
            let entering = browse { $0.enter(directory, on: side, &$1) }
            guard let operation else { return entering }
            guard let moved = operation.relocated(to: ItemAddress(container.root, directory)) else {
                say("\(operation.title): \(alternative.sentence(key: keys.key))")
                return entering
            }
            return entering + beginOperation(moved)
        case .emptyDirectory:
            return beginOperation(.empty([item]))
        case .operation(.delete, let actor):
            guard let operation else { return [] }
            return beginOperation(.delete(operation.subjects), as: actor)
        case .operation, .infoKey, .otherName, .deliver, .exportAndImport, .export, .import:
            // Cannot be done from here with one key.
            say(alternative.sentence(key: keys.key))
            return []
        }
    }

    /// Returns the side that shows a container; nil if none does.
    private func side(showing root: Root) -> Side? {
        panes.side(showing: root).flatMap { hasContainer($0) ? $0 : nil }
    }

    /// Returns the directory of a place in a side's container; nil if it has none.
    private func directory(of place: Place, on side: Side) -> ContainerPath? {
        guard let container = container(on: side) else { return nil }
        let paths = RuleBook.standard.rule(of: place).paths.filter { $0.container == container.kind }
        return paths.first?.pattern.path(bundleIdentifier: container.app.identifier)
    }
}

extension Alternative {
    /// Returns the sentence that offers it, with the keys of the browser instead of the options of commands.
    /// - Parameter key: Returns the key of an action.
    func sentence(key: (String) -> String) -> String {
        switch self {
        case .actor(let actor): "do it once, as the \(actor.rawValue) (\(key("act-as")) changes who acts)"
        case .deliver: "hand a copy over through the system (\(key("deliver")))"
        case .exportAndImport:
            "export it to this computer, then import it (\(key("export")) and \(key("import")) in sharing mode, \(key("sharing")))"
        case .export: "export it to this computer (\(key("export")))"
        case .import: "import it from this computer (\(key("import")))"
        case .place, .copy, .operation, .infoKey, .emptyDirectory, .unlock, .otherName: sentence()
        }
    }
}

extension Wording {
    /// The wording of the browser.
    init(_ keys: KeyInput) { self.init(sources: keys.key("explain")) { $0.sentence(key: keys.key) } }
}
