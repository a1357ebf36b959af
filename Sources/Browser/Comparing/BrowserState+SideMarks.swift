import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Screen

/// What differs between two containers side by side.
struct ComparedSides: Sendable {
    let roots: Set<Root>
    /// nil until they have been compared.
    var marks: SideMarks?
}

/// The marks of what differs, while two containers are side by side.
extension BrowserState {
    /// Marks what differs again, or says why nothing can be marked.
    mutating func markSidesAgain() -> [BrowserEffect] {
        guard panes.secondContainer != nil, panes.isSharing else {
            say("\(keys.key("beside")) shows another container first", isError: true)
            return []
        }
        say("comparing both sides; \(keys.key("tasks")) shows the progress")
        return markSides(isAsked: true)
    }

    /// Marks what differs if both containers are of one app: of two apps, hardly anything is the same.
    mutating func markSidesOfOneApp() -> [BrowserEffect] {
        guard let container, let secondContainer = panes.secondContainer, container.kind == secondContainer.kind,
            container.app.identifier != nil, container.app.identifier == secondContainer.app.identifier
        else { return [] }
        return markSides()
    }

    /// Has a worker compare both sides. The container on the right has the state before.
    /// - Parameter isAsked: Whether the user waits for it.
    mutating func markSides(isAsked: Bool = false) -> [BrowserEffect] {
        guard let container, let secondContainer = panes.secondContainer, container.root != secondContainer.root else {
            return []
        }
        let roots: Set = [container.root, secondContainer.root]
        if findings.sides?.roots != roots { findings.sides = ComparedSides(roots: roots) }
        return [
            .ask(SideMarksQuery(before: secondContainer.root, after: container.root), for: .background) {
                marks, state in
                guard state.findings.sides?.roots == roots else { return [] }
                state.findings.sides?.marks = marks
                if let problem = marks.problem {
                    state.say(problem, isError: true)
                } else if isAsked {
                    state.say(
                        marks.count == 0
                            ? "nothing differs" : "\(Pluralized.some(marks.count, "item differs", "items differ"))")
                }
                return []
            }
        ]
    }

    /// Whether items of a listing can have marks of what differs on the other side.
    func hasSideMarks(_ listing: Listing) -> Bool {
        guard let sides = findings.sides, sides.marks != nil, panes.isSharing, let container,
            let secondContainer = panes.secondContainer
        else { return false }
        return sides.roots == [container.root, secondContainer.root] && sides.roots.contains(listing.root)
    }

    private func mark(of entry: UInt32, _ listing: Listing) -> SideMarks.Mark? {
        guard hasSideMarks(listing), let path = listing.path(of: entry) else { return nil }
        return findings.sides?.marks?.mark(of: path, isBefore: listing.side == .computer)
    }

    /// Returns the mark of an entry; nil if the other side has the same.
    func sideMark(of entry: UInt32, _ listing: Listing) -> ChangeMark? { mark(of: entry, listing)?.shown }

    /// Returns the mark of an entry in words; nil if the other side has the same.
    func sideMarkWords(of entry: UInt32, _ listing: Listing) -> String? {
        switch mark(of: entry, listing) {
        case .onlyHere: "only here"
        case .moved: "elsewhere on the other side"
        case .changed: "differs"
        case nil: nil
        }
    }
}
