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

    /// All sections, from top to bottom.
    static let all: [StartSection] = [
        StartSection(title: "Recent containers", entries: { $0.recentEntries }),
        StartSection(
            title: "Devices", entries: { $0.entries(of: $0.opening.connected) },
            remark: { $0.opening.connected.isEmpty ? "None on a cable; see `sandglass help devices`." : nil }),
        StartSection(
            title: "In and below this directory", entries: { $0.entries(of: $0.opening.nearby.here) },
            remark: { state in
                let nearby = state.opening.nearby
                guard nearby.here.isEmpty else { return nearby.isHereCutOff ? Self.cutShort : nil }
                guard nearby.isComplete else { return Self.searching }
                return nearby.isHereCutOff ? Self.nothingCutShort : "Nothing found."
            }),
        StartSection(
            title: "Simulators and backups of this user", entries: { $0.entries(of: $0.opening.nearby.elsewhere) },
            remark: { state in
                let nearby = state.opening.nearby
                guard nearby.isElsewhereCutOff else { return nil }
                return nearby.elsewhere.isEmpty ? Self.nothingCutShort : Self.cutShort
            }),
        StartSection(title: "Something else", entries: { _ in StartEntry.commands }),
    ]
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

extension BrowserState {
    fileprivate var recentEntries: [StartEntry] {
        (opening.recent ?? []).map { recent in
            let opened = LocalTime(secondsSince1970: recent.visited).short(seenFrom: screen.now)
            return StartEntry(
                id: .container(recent.hostPath), name: recent.name,
                kind: recent.exists ? recent.kind?.title ?? "" : "gone", path: ReservedPath.shown(recent.hostPath),
                opened: String(opened.drop { $0 == " " }), recent: recent
            ) { recent.open(in: &$0) }
        }
    }

    /// Returns the containers that were found, without those that were open before.
    fileprivate func entries(of found: [ContainerCandidate]) -> [StartEntry] {
        let known = Set((opening.recent ?? []).map(\.hostPath))
        return found.filter { candidate in
            let path = candidate.hostPath.bytes
            // A package stands for the container in it.
            return !known.contains(path) && !known.contains(path + "/AppData".utf8)
        }.map { candidate in
            StartEntry(
                id: .container(candidate.hostPath.bytes), name: candidate.title, kind: candidate.kindTitle,
                path: ReservedPath.shown(candidate.hostPath.bytes)
            ) { $0.open(candidate.hostPath) }
        }
    }
}
