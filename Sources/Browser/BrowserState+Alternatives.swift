import ContainerModel
import ContainerStore
import FileSharing
import Screen

/// What a refusal offers instead: choosing it does it.
extension BrowserState {
    /// Follows the alternative that a refusal offers.
    /// - Parameters:
    ///   - operation: The refused operation; nil if a directory could not be listed.
    ///   - path: The item that was refused.
    mutating func follow(
        _ alternative: Alternative,
        insteadOf operation: FileOperation?,
        at path: ContainerPath
    ) -> [BrowserEffect] {
        let side = side(of: operation)
        switch alternative {
        case .actor(let actor):
            if let operation {
                say(
                    "\(operation.title) as the \(actor.rawValue), this time only; \(key("act-as")) changes the actor for good"
                )
                return begin(operation, as: actor)
            }
            // The directory stays listed only as long as the actor does.
            let effects = act(as: actor) + enter(path, on: side)
            say("acting as the \(actor.rawValue) from now on; \(key("act-as")) changes the actor")
            return effects
        case .unlock:
            device.lock = .unlocked
            return rulesChanged() + (operation.map { begin($0) } ?? [])
        case .place(let place), .copy(let place):
            guard let container = container(on: side), let directory = directory(of: place, on: side) else {
                say(alternative.sentence(key: key))
                return []
            }
            guard let operation else { return enter(directory, on: side) }
            guard let moved = operation.relocated(to: ItemAddress(container.root, directory)) else {
                say("\(operation.title): \(alternative.sentence(key: key))")
                return enter(directory, on: side)
            }
            return enter(directory, on: side) + begin(moved)
        case .emptyDirectory:
            return begin(.empty([ItemAddress(root(of: side), path)]))
        case .operation(.delete, let actor):
            guard let operation else { return [] }
            return begin(.delete(operation.subjects), as: actor)
        case .operation, .infoKey, .otherName, .deliver, .exportAndImport, .export, .import:
            // Cannot be done from here with one key.
            say(alternative.sentence(key: key))
            return []
        }
    }

    /// Returns the side that shows the container which an operation would have changed; without one, the side with the
    /// focus.
    private func side(of operation: FileOperation?) -> Side {
        let root = operation?.made?.root ?? operation?.subjects.first?.root
        return Side.allCases.first { container(on: $0) != nil && self.root(of: $0) == root } ?? ruledSide
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
        case .actor(let actor): "do it as the \(actor.rawValue) (\(key("act-as")) changes who acts)"
        case .deliver: "hand a copy over through the system (\(key("deliver")))"
        case .exportAndImport:
            "export it to this computer, then import it (\(key("export")) and \(key("import")) in sharing mode, \(key("sharing")))"
        case .export: "export it to this computer (\(key("export")))"
        case .import: "import it from this computer (\(key("import")))"
        case .place, .copy, .operation, .infoKey, .emptyDirectory, .unlock, .otherName: sentence()
        }
    }
}
