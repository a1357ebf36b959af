import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Previews
import Screen
import Search

extension Action {
    static let finding: [Action] = [
        Action("find", "Find by name, in everything below", .movement, keys: ["f"]) { $0.startFinding() }.alsoCalled(
            "fd", "locate", "fuzzy"),
        Action("find-everywhere", "Find by name, in all containers of the device or folder", .movement, keys: ["g f"]) {
            $0.findEverywhere()
        }.briefly("Find everywhere").alsoCalled("global"),
        Action("find-contents", "Find a text in what files below hold", .movement, keys: ["F"]) { state in
            state.startFindingContents()
        }.alsoCalled("grep", "rg", "search", "secret", "password", "token"),
        Action("flat", "List everything below as one list, or the directory again", .view, keys: ["|"]) { state in
            guard state.panes[state.panes.side]?.isFlat == true else { return state.showFlat() }
            return state.leaveFlatView()
        }.alsoCalled("recursive"),
    ]
}

/// The flat view: everything below a directory as one list, and what is found in it by name.
extension BrowserState {
    /// Lists everything below the directory and asks for a text to be found in the paths.
    fileprivate mutating func startFinding() -> [BrowserEffect] {
        if panes.focus != .computer { panes.focus = .listing }
        let effects = panes[panes.side]?.isFlat == true ? [] : showFlat()
        guard panes[panes.side]?.isFlat == true else { return effects }
        panes.ranksMatches = true
        panels.prompt = Prompt(.findBelow, text: panes[filterOf: panes.side].text)
        return effects
    }

    /// Lists everything below the directory.
    fileprivate mutating func showFlat() -> [BrowserEffect] {
        if panes.focus != .computer { panes.focus = .listing }
        guard let listing = panes[panes.side], listing.refusal == nil else { return [] }
        return enter(listing.path, on: panes.side, reach: everythingBelow(on: panes.side))
    }

    /// Everything below a directory, except for what the rules do not let the actor list.
    /// - Parameter question: What the files have to contain; nil for everything.
    func everythingBelow(on side: Side, containing question: ContentsQuestion? = nil) -> ListingReach {
        let closed = closedDirectories(on: side)
        return question.map { .containing($0, closed: closed) } ?? .descendants(closed: closed)
    }

    /// The directories that the rules do not let the actor list.
    func closedDirectories(on side: Side) -> [ContainerPath] {
        let standard = container(on: side).map { RuleBook.standard.standardDirectories(in: $0.kind) } ?? []
        return standard.filter { refusal(toList: $0, on: side) != nil }
    }

    /// Returns the same part of a directory as the actor may list it now.
    func renewed(_ reach: ListingReach, on side: Side) -> ListingReach {
        switch reach {
        case .entries: .entries
        case .descendants: everythingBelow(on: side)
        case .containing(let question, _): everythingBelow(on: side, containing: question)
        case .differing(let origin, _): .differing(from: origin, closed: closedDirectories(on: side))
        }
    }

    /// Lists the directory itself again, with the cursor on what the item under it is in.
    mutating func leaveFlatView() -> [BrowserEffect] {
        guard let listing = panes[panes.side], listing.isFlat else { return [] }
        let inside = listing.currentName.flatMap { ContainerPath(bytes: $0) }
        let name = inside?.components.first { _ in true }
        return enter(listing.path, on: panes.side, wanted: name.map { Array($0) })
    }

    /// Goes to the directory of an item that was found, with the cursor on it.
    mutating func goToFound(_ path: ContainerPath) -> [BrowserEffect] {
        guard let name = path.lastComponent, let directory = path.parent else { return [] }
        guard panes.side == .container else { return enter(directory, on: panes.side, wanted: Array(name)) }
        return goToPlace(directory, entry: Array(name))
    }
}
