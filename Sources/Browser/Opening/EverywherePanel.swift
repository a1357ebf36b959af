import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Screen
import Search

/// Finding by name in all containers of a device or folder, while one types.
struct EverywherePanel: Panel {
    /// What has been read by now.
    var names = ContainerNames()
    /// What matches the text, as far as that is known.
    var found: MatchingNamesQuery.Answer?
    /// Whether the text has changed since.
    var isStale = false
    /// Whether the best match is gone to once it is known.
    var choosesBest = false
    var search: PanelSearch? = PanelSearch(isActive: true)

    var title: String { "Find in all containers: \(search?.shownText ?? "")" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let pattern = search.flatMap { FuzzyPattern(Array($0.text.utf8)) }
        let items = (found?.best ?? []).compactMap { index in
            names.item(index).map { (index: index, part: $0.part, path: $0.path) }
        }
        var heading = PanelRow(state.screen.text(summary), isHeading: true)
        if items.isEmpty, found == nil || isStale { heading.choose = { $0.chooseBest() } }
        return [heading]
            + items.map { index, part, path in
                let bytes = Array(names.entries.name(Int(index)))
                var row = PanelRow(state.screen.display(bytes)) { state in state.go(to: path, in: part) }
                row.keepsEnd = true
                if path.isHidden { (row.note, row.noteRole) = ("hidden", .dimmed) }
                row.marks = pattern?.places(in: bytes).map { state.screen.display(bytes.prefix($0)).width } ?? []
                return row
            }
    }

    /// How much is searched, and how much of it was found.
    private var summary: String {
        let extent =
            "\(Pluralized.items(names.entries.count)) in \(Pluralized.containers(names.parts.count))"
            + (names.isComplete ? "" : ", reading…")
            + (names.unreadable > 0 ? ", \(names.unreadable) unreadable" : "")
        guard let found, search?.text.isEmpty == false else { return extent }
        return (found.count == 0 ? "nothing found" : "\(ByteCount.grouped(UInt64(found.count))) found") + " among "
            + extent
    }

    func searched(in state: inout BrowserState) -> [BrowserEffect] {
        state.everywhere?.isStale = true
        state.everywhere?.choosesBest = false
        return state.matchEverywhere()
    }
}

/// Finding by name in all containers.
extension BrowserState {
    /// Asks for a text, and reads the names meanwhile.
    mutating func findEverywhere() -> [BrowserEffect] {
        open(EverywherePanel())
        guard let ticket = panels.current?.ticket else { return [] }
        return [
            .ask(ContainerNamesQuery(in: opening.candidates.map(\.hostPath)), for: .panel(ticket)) { names, state in
                state.everywhere?.names = names
                return state.matchEverywhere()
            }
        ]
    }

    /// Looks for the text among the names that were read.
    fileprivate mutating func matchEverywhere() -> [BrowserEffect] {
        guard let text = everywhere?.search?.text, let names = everywhere?.names else { return [] }
        panes.destination = nextTicket()
        let query = MatchingNamesQuery(text, in: names)
        return [
            .ask(query, for: .destination(panes.destination)) { found, state in
                state.everywhere?.found = found
                state.everywhere?.isStale = false
                guard state.everywhere?.choosesBest == true, let best = found.best.first.flatMap({ names.item($0) })
                else { return [] }
                return state.go(to: best.path, in: best.part)
            }
        ]
    }

    /// Goes to the best match of the text as soon as it is known.
    fileprivate mutating func chooseBest() -> [BrowserEffect] {
        if everywhere?.search?.text.isEmpty == false { everywhere?.choosesBest = true }
        return []
    }

    /// Goes to an item, in another container if need be.
    fileprivate mutating func go(to path: ContainerPath, in part: ContainerNames.Part) -> [BrowserEffect] {
        guard everywhere?.isStale != true else { return chooseBest() }
        guard part.hostPath != container?.hostPath else {
            panels.current = nil
            panes.focus = .listing
            return [browse { $0.locate(path, &$1) }]
        }
        return HostPath(part.hostPath.bytes + [ContainerPath.slash] + path.bytes).map { open($0) } ?? []
    }

    fileprivate var everywhere: EverywherePanel? {
        get { panels.current?.content as? EverywherePanel }
        set { newValue.map { panels.current?.content = $0 } }
    }
}
