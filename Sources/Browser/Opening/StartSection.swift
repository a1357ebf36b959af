import ContainerModel
import ContainerStore
import FileTree
import Screen

/// A section of the start screen.
struct StartSection: Sendable {
    let title: String
    /// Returns what can be chosen in it.
    let entries: @Sendable (BrowserState) -> [StartEntry]
    /// Returns a line below the entries; nil leaves out the line, and a section without entries.
    var remark: @Sendable (BrowserState) -> String? = { _ in nil }

    /// The remark while the search goes on.
    static let searching = "Searching…"
    private static let cutShort = "The search was cut short."
    private static let nothingCutShort = "Nothing found; the search was cut short."

    /// Returns all sections, from top to bottom: what is in this directory comes first, if anything is.
    static func ordered(_ state: BrowserState) -> [StartSection] {
        let others = [recent, devices, elsewhere, commands]
        return state.opening.nearby.here.isEmpty ? [recent, devices, here, elsewhere, commands] : [here] + others
    }

    private static let recent = StartSection(title: "Recent containers", entries: { $0.recentEntries })
    private static let devices = StartSection(
        title: "Devices", entries: { $0.entries(of: $0.opening.connected) },
        remark: { $0.opening.connected.isEmpty ? "None on a cable; see `sandglass help devices`." : nil })
    private static let here = StartSection(
        title: "In and below this directory", entries: { $0.hereEntries },
        remark: { state in
            let nearby = state.opening.nearby
            guard nearby.here.isEmpty else { return nearby.isHereCutOff ? cutShort : nil }
            guard nearby.isComplete else { return searching }
            return nearby.isHereCutOff ? nothingCutShort : "Nothing found."
        })
    private static let elsewhere = StartSection(
        title: "Simulators and backups of this user", entries: { $0.entries(of: $0.opening.nearby.elsewhere) },
        remark: { state in
            let nearby = state.opening.nearby
            guard nearby.isElsewhereCutOff else { return nil }
            return nearby.elsewhere.isEmpty ? nothingCutShort : cutShort
        })
    private static let commands = StartSection(title: "Something else", entries: { _ in StartEntry.commands })
}

/// A row of the start screen that can be chosen.
struct StartEntry: Sendable {
    /// Distinguishes the entry from the others.
    enum Identity: Hashable, Sendable {
        case container([UInt8])
        case typedPath
        case demonstration
    }

    let id: Identity
    let name: String
    /// What kind of container it is.
    var kind = ""
    /// The path on this computer, as bytes.
    var path: [UInt8] = []
    /// When it was last open; empty if it was not.
    var opened = ""
    /// A sentence in the place of the other columns.
    var note = ""
    /// The container, if the entry stands for one that was open before.
    var recent: ContainerMemoryStore.Recent?
    let choose: PanelRow.Choice

    /// Returns the texts that it can be found by.
    var searched: [String] { [name, kind, String(decoding: path, as: UTF8.self), note] }

    /// What can be opened without having been found.
    static let commands: [StartEntry] = [
        StartEntry(
            id: .typedPath, name: "Type a path…", note: "of a container, a backup, an .ipa or another archive"
        ) { state in
            state.panels.prompt = Prompt(.open)
            return []
        },
        StartEntry(
            id: .demonstration, name: "The demonstration",
            note: "a sample app; removed on exit"
        ) { $0.openDemonstration() },
    ]
}

extension StartEntry {
    /// Returns where the path begins to differ from the one of others that is most like it; nil if there is no other.
    func difference(from others: [[UInt8]]) -> Int? {
        others.filter { $0 != path }.map { other in zip(path, other).prefix { $0 == $1 }.count }.max()
    }
}

extension BrowserState {
    /// The containers that were open before, without those in and below this directory, which are listed there.
    fileprivate var recentEntries: [StartEntry] {
        let here = opening.nearby.here.map(\.hostPath.bytes)
        return (opening.recent ?? []).filter { recent in !here.contains { Self.isSame($0, recent) } }.map { recent in
            entry(
                of: recent, kind: recent.exists ? recent.kind?.title ?? "" : "gone",
                path: ReservedPath.shown(recent.hostPath))
        }
    }

    /// The containers in and below this directory, those of data first, since they are what most people look for.
    fileprivate var hereEntries: [StartEntry] {
        let found = opening.nearby.here
        let ofData = found.filter { $0.kind == .data }
        return (ofData + found.filter { $0.kind != .data }).map { candidate in
            let recent = opening.recent?.first { Self.isSame(candidate.hostPath.bytes, $0) }
            let found = entry(of: candidate)
            return recent.map { entry(of: $0, kind: found.kind, path: found.path) } ?? found
        }
    }

    /// Returns the containers that were found, without those that were open before.
    fileprivate func entries(of found: [ContainerCandidate]) -> [StartEntry] {
        let recent = opening.recent ?? []
        return found.filter { candidate in !recent.contains { Self.isSame(candidate.hostPath.bytes, $0) } }
            .map { entry(of: $0) }
    }

    private func entry(of candidate: ContainerCandidate) -> StartEntry {
        StartEntry(
            id: .container(candidate.hostPath.bytes), name: candidate.title, kind: candidate.kindTitle,
            path: ReservedPath.shown(candidate.hostPath.bytes)
        ) { $0.open(candidate.hostPath) }
    }

    private func entry(of recent: ContainerMemoryStore.Recent, kind: String, path: [UInt8]) -> StartEntry {
        StartEntry(
            id: .container(recent.hostPath), name: recent.name, kind: kind, path: path, opened: openedText(recent),
            recent: recent
        ) { recent.open(in: &$0) }
    }

    /// Returns whether a path is that of a container that was open before. A package stands for the container in it.
    private static func isSame(_ path: [UInt8], _ recent: ContainerMemoryStore.Recent) -> Bool {
        recent.hostPath == path || recent.hostPath.starts(with: path) && recent.hostPath == path + "/AppData".utf8
    }

    private func openedText(_ recent: ContainerMemoryStore.Recent) -> String {
        String(LocalTime(secondsSince1970: recent.visited).short(seenFrom: screen.now).drop { $0 == " " })
    }
}
