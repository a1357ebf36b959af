import ContainerModel
package import ContainerStore
import Jobs
import Screen

/// The progress of opening a container, which takes long for one in a large archive.
struct OpeningPanel: Panel {
    private let name: [UInt8]
    /// The progress; nil until it is reported.
    var progress: Progress?
    let title = "Opening"
    let textColumns = 60

    init(_ path: HostPath) { name = Array(path.name) }

    /// - Parameter name: The name to show.
    init(named name: [UInt8]) { self.name = name }

    func rows(_ state: BrowserState) -> [PanelRow] {
        [PanelRow(state.screen.display(name)), PanelRow(DisplayText(words))]
    }

    private var words: String {
        guard let progress else { return "reading" }
        if progress.stage == .unlocking {
            return "unlocking: \(min(100, progress.bytesDone * 100 / max(1, progress.bytesTotal)))%"
        }
        let items = Pluralized.items(Int(clamping: progress.filesDone))
        guard progress.bytesTotal > 0 else { return "reading: \(items) so far" }
        // The items are read after everything has been unpacked.
        guard progress.filesDone == 0 else { return "unpacked, reading: \(items) so far" }
        return "unpacking: \(min(100, progress.bytesDone * 100 / progress.bytesTotal))%"
    }

    func hints(_ state: BrowserState) -> [KeyHint] { [KeyHint("^c", "cancels")] }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        // Enter, which chose the container, may still be held down.
        key == .enter ? [] : nil
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        state.opening.isSwitching = false
        if state.container == nil {
            guard state.hasCandidates else { return [.cancel(.opening), .quit] }
            state.offerContainers()
        }
        state.say("cancelled; nothing was opened")
        return [.cancel(.opening)]
    }
}

extension BrowserState {
    /// Shows that a container is being opened, until it is or the user cancels.
    package mutating func showOpening(_ path: HostPath) {
        opening.tried = path
        open(OpeningPanel(path))
    }

    /// Shows that the app of a device is being opened, by its address.
    package mutating func showOpening(address: [UInt8]) { open(OpeningPanel(named: address)) }

    /// Opens another container, at an item if the path leads to one. Operations are finished first.
    mutating func open(_ path: HostPath) -> [BrowserEffect] {
        open(path, OpeningPanel(path), by: .opening(.container(path)))
    }

    /// Opens the container at a path that the user typed.
    mutating func open(typed written: [UInt8]) -> [BrowserEffect] {
        written.isEmpty ? [] : open(nil, OpeningPanel(named: written), by: .opening(.typed(written)))
    }

    /// Makes and opens the demonstration.
    mutating func openDemonstration() -> [BrowserEffect] {
        open(nil, OpeningPanel(named: Array("The demonstration".utf8)), by: .opening(.demonstration))
    }

    /// Shows that a container is being opened, unless operations are at work.
    /// - Parameter path: The path, if it is known.
    private mutating func open(_ path: HostPath?, _ panel: OpeningPanel, by effect: BrowserEffect) -> [BrowserEffect] {
        guard tasks.areOperationsOver else {
            say(
                "another container can be opened once all operations have finished; \(keys.key("tasks")) lists them",
                isError: true)
            return []
        }
        opening.tried = path
        open(panel)
        return [effect]
    }

    /// Whether there is something to choose from if a container cannot be opened.
    package var hasCandidates: Bool { opening.hasCandidates }

    /// Offers the containers to choose from: those that were found at a path, or else the start screen.
    mutating func offerContainers() {
        if opening.candidates.isEmpty, opening.beginsWithChoice {
            open(StartPanel())
        } else {
            open(ContainersPanel(opening.candidates))
        }
    }

    mutating func showProgress(ofOpening progress: Progress) {
        guard var content = panels.current?.content as? OpeningPanel else { return }
        content.progress = progress
        panels.current?.content = content
    }

    /// Shows why a container could not be opened.
    mutating func fail(opening reason: String) {
        if panels.isOpening { panels.current = nil }
        opening.isSwitching = false
        say(reason, isError: true)
        if container == nil, panels.current == nil, hasCandidates { offerContainers() }
    }
}
