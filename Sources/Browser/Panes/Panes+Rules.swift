import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Search

/// What the rules permit in the containers of both sides, for the actor and the device state.
extension Panes {
    /// Returns the item under the cursor; nil on this computer, after saying that it has no rules.
    func ruledItem(_ context: inout ComponentContext) -> ItemAddress? {
        guard hasContainer(side) else {
            context.say(
                "this computer's files have no rules; \(context.keys.key("next-pane")) goes to the container",
                isError: true)
            return nil
        }
        return currentItem
    }

    /// The container that questions about a whole container concern: the one on the right if the focus is there.
    var ruledRoot: Root { root(of: ruledSide) }

    /// The side with the focus, or the one on the left if that shows this computer.
    var ruledSide: Side { !hasContainer(side) ? .container : side }

    /// Changes the actor that the rules are applied to.
    mutating func act(as actor: ActingParty, _ context: inout ComponentContext) -> [BrowserEffect] {
        requester.actor = actor
        for side in Side.allCases { self[side]?.ignoresRules = false }
        return rulesChanged(&context)
    }

    /// Updates the badges for the actor and device state, and reloads if the directory is refused now or no longer
    /// refused.
    mutating func rulesChanged(_ context: inout ComponentContext) -> [BrowserEffect] {
        places.show(only: visiblePlaces)
        places.scroll(visibleRows: context.paneRows)
        return rulesChanged(on: .container, &context) + rulesChanged(on: .computer, &context)
    }

    private mutating func rulesChanged(on side: Side, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let container = container(on: side), let listing = self[side] else { return [] }
        let refusal = listing.ignoresRules ? nil : refusal(toList: listing.path, on: side)
        guard (refusal == nil) == (listing.refusal == nil), !listing.isFlat else { return reload(side, &context) }
        self[side]?.refusal = refusal
        let rules = container.rules(in: listing.path, as: requester.actor, state: requester.state)
        self[side]?.rules = rules
        let conditions = self[filterOf: side].conditions
        return order.key == .badges || conditions.contains(where: \.dependsOnRules) ? rearrange(side, &context) : []
    }

    /// The directories of the container that the actor sees; nil for all of them. The user sees what file sharing shows.
    private var visiblePlaces: Set<ContainerPath>? {
        guard requester.actor == .user, let container else { return nil }
        return Set(RuleBook.standard.standardDirectories(in: container.kind).filter { refusal(toList: $0) == nil })
    }

    /// Whether the actor does not see a directory, so that its size is not shown either.
    func isHidden(_ path: ContainerPath) -> Bool { requester.actor == .user && refusal(toList: path) != nil }

    /// Returns the rules' refusal to list a directory, or nil if listing is permitted.
    func refusal(toList path: ContainerPath, on side: Side = .container) -> Verdict? {
        guard let container = container(on: side) else { return nil }
        let item = Item(path, in: container.kind, type: .directory)
        let verdict = RuleBook.standard.verdict(
            for: .list, on: item, as: requester.actor, app: container.app, state: requester.state)
        return verdict.isRefused ? verdict : nil
    }

    /// Returns what is said of a file that the actor may not read.
    func unreadableText(_ keys: KeyInput) -> String {
        "the \(requester.actor.rawValue) may not read it; \(keys.key("act-as")) changes the actor"
    }
}
