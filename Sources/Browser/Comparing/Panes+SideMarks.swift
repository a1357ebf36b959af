import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Screen
import Search

/// What differs between two containers side by side.
struct ComparedSides: Sendable {
    let roots: Set<Root>
    /// nil until they have been compared.
    var marks: SideMarks?
}

/// The marks of what differs, while two containers are side by side.
extension Panes {
    /// Marks what differs again, or says why nothing can be marked.
    mutating func markSidesAgain(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard secondContainer != nil, isSharing else {
            context.say("\(context.keys.key("beside")) shows another container first", isError: true)
            return []
        }
        context.say("comparing both sides; \(context.keys.key("tasks")) shows the progress")
        return markSides(isAsked: true, &context)
    }

    /// Marks what differs if both containers are of one app: of two apps, hardly anything is the same.
    mutating func markSidesOfOneApp(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let container, let secondContainer, container.kind == secondContainer.kind,
            container.app.identifier != nil, container.app.identifier == secondContainer.app.identifier
        else { return [] }
        return markSides(&context)
    }

    /// Has a worker compare both sides. The container on the right has the state before.
    /// - Parameter isAsked: Whether the user waits for it.
    mutating func markSides(isAsked: Bool = false, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let container, let secondContainer, container.root != secondContainer.root else {
            return []
        }
        let roots: Set = [container.root, secondContainer.root]
        if known.sides?.roots != roots { known.sides = ComparedSides(roots: roots) }
        return [
            .browse(SideMarksQuery(before: secondContainer.root, after: container.root), for: .background) {
                marks, panes, context in
                guard panes.known.sides?.roots == roots else { return [] }
                panes.known.sides?.marks = marks
                if let problem = marks.problem {
                    context.say(problem, isError: true)
                } else if isAsked {
                    context.say(
                        marks.count == 0
                            ? "nothing differs" : "\(Pluralized.some(marks.count, "item differs", "items differ"))")
                }
                return []
            }
        ]
    }

    /// Whether items of a listing can have marks of what differs on the other side.
    func hasSideMarks(_ listing: Listing) -> Bool {
        guard let sides = known.sides, sides.marks != nil, isSharing, let container,
            let secondContainer
        else { return false }
        return sides.roots == [container.root, secondContainer.root] && sides.roots.contains(listing.root)
    }

    private func mark(of entry: UInt32, _ listing: Listing) -> SideMarks.Mark? {
        guard hasSideMarks(listing), let path = listing.path(of: entry) else { return nil }
        return known.sides?.marks?.mark(of: path, isBefore: listing.side == .computer)
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

    /// Returns the name of the side that a directory is compared with, and the path there if it is another one. Not
    /// sanitized.
    func name(ofOrigin origin: ItemAddress) -> String {
        let path = String(decoding: origin.path.bytes, as: UTF8.self)
        guard origin.root.isContainer else { return String(decoding: origin.hostPath, as: UTF8.self) }
        let known = [container, secondContainer].compactMap(\.self).first { $0.root == origin.root }
        let spelling = TimePointPath.spelling(of: origin.root.hostPath).map { String(decoding: $0, as: UTF8.self) }
        let names = origin.root.hostPath.split(separator: ContainerPath.slash).suffix(2)
        // In every package, the container has the same name.
        let last = (names.last.map { $0.elementsEqual("AppData".utf8) } == true ? names.first : names.last) ?? []
        let name = spelling ?? known?.title ?? String(decoding: last, as: UTF8.self)
        return path.isEmpty ? name : "\(name): \(path)"
    }
}

extension ItemChange {
    /// What is said of the change behind the name of its item. Not sanitized.
    var shownSummary: String {
        switch change {
        case .added: "only here"
        case .removed: "only there"
        case .changed, .moved: summary
        }
    }
}
