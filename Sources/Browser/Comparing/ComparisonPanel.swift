import ContainerModel
import ContainerStore
import FileTree
import Screen
import TimePoints

extension Prompt.Purpose {
    /// A path of this computer, of what an item is compared with.
    static func compareWith(_ subject: ComparedSubject) -> Prompt.Purpose {
        Prompt.Purpose("compare", "compare with (path on this computer, or @NAME): ", path: .hostItem) {
            $1.compare(subject, withPath: $0.bytes)
        }
    }
}

/// The choice of what an item is compared with: the other side, a time point, another container.
struct ComparisonPanel: Panel {
    private let subject: ComparedSubject
    var search: PanelSearch? = PanelSearch(isActive: false)

    init(_ subject: ComparedSubject) { self.subject = subject }

    /// What it can be compared with.
    private struct ComparisonOption: Sendable {
        var title: String
        var details: [String] = []
        var identity: RowIdentity?
        var perform: @Sendable (inout BrowserState) -> [BrowserEffect]
    }

    /// Offers what the item under the cursor can be compared with.
    static func show(in state: inout BrowserState) -> [BrowserEffect] {
        guard let subject = ComparedSubject(state) else {
            state.say("only files and directories can be compared", isError: true)
            return []
        }
        return show(about: subject, in: &state)
    }

    static func show(about subject: ComparedSubject, in state: inout BrowserState) -> [BrowserEffect] {
        guard state.container != nil else { return [] }
        state.open(ComparisonPanel(subject))
        return [.memory(.readRecent), TimePointsPanel.read()]
    }

    var title: String {
        let name = DisplayText(bytes: subject.item.path.isRoot ? Array("Container".utf8) : Array(subject.item.name))
        return searchTitle("Compare \(name) with", hint: "/ finds by name")
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let offers = offers(state)
        let found = search?.matches(of: offers) { [$0.title] + $0.details } ?? offers
        let rows = found.map { offer in
            let texts = ([offer.title] + offer.details).map { state.screen.display($0.utf8) }
            return PanelRow.Parts(texts, identity: offer.identity) { state in
                state.panels.current = nil
                return offer.perform(&state)
            }
        }
        return PanelRow.aligned(rows, state.screen)
    }

    private func offers(_ state: BrowserState) -> [ComparisonOption] {
        let other = otherSide(state).map { [$0] } ?? []
        let path = ComparisonOption(
            title: "Another path…", details: ["of a container, a directory or an archive, or @NAME"]
        ) { [subject] state in
            state.panels.prompt = Prompt(.compareWith(subject))
            return []
        }
        // Those that are read when the panel is open already are at the end, and do not move the row under the cursor.
        return other + related(state) + [path] + timePoints(state) + recent(state)
    }

    /// The item of the other pane.
    private func otherSide(_ state: BrowserState) -> ComparisonOption? {
        guard state.panes.isSharing, let there = state.panes[subject.side.other] else { return nil }
        let isRuled = state.hasContainer(subject.side) && state.hasContainer(subject.side.other)
        // Two containers have the same places; a directory of this computer is that on the screen.
        let item =
            isRuled
            ? ItemAddress(there.root, subject.item.path)
            : subject.isDirectory ? there.location : there.location.entry(subject.item.name) ?? there.location
        guard item != subject.item else { return nil }
        let name = subject.side == .container ? "on the right" : "on the left"
        return ComparisonOption(title: "The other pane", details: ["\(name): \(state.name(ofOrigin: item))"]) {
            [subject] state in state.compare(subject, with: item)
        }
    }

    private func related(_ state: BrowserState) -> [ComparisonOption] {
        let shown = state.root(of: subject.side).hostPath
        return (state.container?.related ?? []).filter { $0.hostPath.bytes != shown }.map { container in
            offer(container.hostPath.bytes, container.title, container.details)
        }
    }

    /// The time points, those of this container first and the latest of them at the top.
    private func timePoints(_ state: BrowserState) -> [ComparisonOption] {
        guard let container = state.container(on: subject.side) else { return [] }
        return TimePointsPanel.points(of: container, state).map { point in
            let when = point.header.map { LocalTime(secondsSince1970: $0.time).short(seenFrom: state.screen.now) }
            return offer(point.hostPath, "@\(point.name)", [when ?? "", point.header?.note ?? ""])
        }
    }

    private func recent(_ state: BrowserState) -> [ComparisonOption] {
        let shown = Set(
            [state.container, state.panes.secondContainer].compactMap { $0?.hostPath.bytes }
                + (state.container?.related ?? []).map(\.hostPath.bytes))
        return (state.opening.recent ?? []).filter { $0.exists && !shown.contains($0.hostPath) }.map { recent in
            offer(recent.hostPath, recent.name, [String(decoding: recent.hostPath, as: UTF8.self)])
        }
    }

    private func offer(_ path: [UInt8], _ title: String, _ details: [String]) -> ComparisonOption {
        ComparisonOption(title: title, details: details, identity: .name(path)) { [subject] state in
            state.compare(subject, withPath: path)
        }
    }
}

extension ComparedSubject {
    /// Creates the item under the cursor; in an empty listing its directory. nil if it is neither a file nor a directory.
    fileprivate init?(_ state: BrowserState) {
        let panes = state.panes
        if panes.focus == .places, let path = panes.places.currentPath {
            self.init(state.containerItem(path), isDirectory: true, on: .container)
            return
        }
        guard let listing = panes[panes.side] else { return nil }
        // A list of differences is compared as a whole.
        guard listing.reach.origin == nil, let entry = listing.current, let item = listing.item(of: entry) else {
            self.init(listing.location, isDirectory: true, on: listing.side)
            return
        }
        let kind = listing.kind(of: entry)
        guard kind == .directory || kind == .file else { return nil }
        self.init(item, isDirectory: kind == .directory, on: listing.side)
    }
}
