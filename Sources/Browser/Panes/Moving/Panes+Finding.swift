import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Previews
import Screen
import Search

/// The flat view: everything below a directory as one list, and what is found in it by name.
extension Panes {
    /// Lists everything below the directory and asks for a text to be found in the paths.
    mutating func startFinding(_ context: inout ComponentContext) -> [BrowserEffect] {
        if focus != .computer { focus = .listing }
        ranksMatches = true
        if let listing = self[side], listing.isFlat {
            var prompt = Prompt(
                filter: .findBelow, inUse: self[filterOf: side].text, entry: listing.currentName)
            prompt.keepReplaced()
            context.open(prompt)
            return []
        }
        let effects = showFlat(&context)
        if self[side]?.isFlat == true { context.open(Prompt(.findBelow)) }
        return effects
    }

    /// Lists everything below the directory.
    mutating func showFlat(_ context: inout ComponentContext) -> [BrowserEffect] {
        if focus != .computer { focus = .listing }
        guard let listing = self[side], listing.refusal == nil else { return [] }
        return enter(listing.path, on: side, reach: everythingBelow(on: side), &context)
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

    /// Lists the directory itself again, with the cursor on what the item under it is in. Whoever has neither looked for
    /// anything nor moved the cursor returns to the entry that was under it before.
    mutating func leaveFlatView(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let listing = self[side], listing.isFlat else { return [] }
        let isChosen = listing.hasChosen || listing.reach.question != nil || !self[filterOf: side].text.isEmpty
        let inside = isChosen ? listing.currentName.flatMap { ContainerPath(bytes: $0) } : nil
        let name = inside?.components.first { _ in true }
        return enter(listing.path, on: side, wanted: name.map { Array($0) }, &context)
    }

    /// Goes to the directory of an item that was found, with the cursor on it.
    mutating func goToFound(_ path: ContainerPath, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let name = path.lastComponent, let directory = path.parent else { return [] }
        return goToPlace(directory, entry: Array(name), on: side, &context)
    }

    /// Asks for the text to be found in files.
    mutating func startFindingContents(_ context: inout ComponentContext) -> [BrowserEffect] {
        if focus != .computer { focus = .listing }
        guard let listing = self[side], listing.refusal == nil else { return [] }
        let question = listing.reach.question
        let purpose = Prompt.Purpose.findContents(isExpression: question?.isExpression ?? false)
        context.open(Prompt(purpose, offering: Array((question?.text ?? "").utf8)))
        return []
    }

    /// Lists the files that contain a text.
    mutating func find(_ question: ContentsQuestion, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let listing = self[side] else { return [] }
        return enter(listing.path, on: side, reach: everythingBelow(on: side, containing: question), &context)
    }

    /// Shows the hits in a file that was found: the only one in the viewer, several in a panel.
    mutating func showHits(
        of path: ContainerPath, _ question: ContentsQuestion, _ context: inout ComponentContext
    ) -> BrowserEffect {
        let file = ItemAddress(root(of: side), path)
        destination = context.nextTicket()
        return .ask(ContentsHitsQuery(file, question), for: .destination(destination), about: file.root) {
            answer, state in
            guard let first = answer.hits.first else {
                state.say(answer.problems.first ?? "it does not contain the text any longer", isError: true)
                return []
            }
            guard answer.hits.count > 1 else { return state.view(first, in: file, question) }
            state.show(HitsPanel(answer, in: file, question))
            return []
        }
    }
}
