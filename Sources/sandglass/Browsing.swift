import ArgumentParser
import Browser
import Configuration
import ContainerModel
import ContainerStore
import CSystem
import Disk
import Screen
import Session
import Terminal

/// What can be said on the command line about how the browser looks and begins.
struct BrowsingOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "A theme's name, or the path of a theme file. `sandglass themes` lists them.")
    var theme: String?

    @Flag(name: .shortAndLong, help: "Show names that begin with a dot.")
    var all = false

    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false
}

/// Opens a path and browses it until the person quits.
///
/// - Parameter kind: takes the directory at the path as such a container, whatever it looks like.
/// - Throws: `ExitCode` for an end by a signal; `ContainerStoreError`, `TerminalError`.
func browse(_ path: String, as kind: ContainerKind? = nil, _ options: BrowsingOptions? = nil) throws {
    sandglass_tune_allocator()
    sandglass_raise_descriptor_limit()
    var problems: [String] = []
    let settings = collecting(&problems) { () throws(ConfigurationError) in try Settings.load() } ?? Settings()
    let state = BrowserState(
        order: EntryOrder(key: settings.sort.order),
        showsHidden: settings.hidden || options?.all == true
    )
    let session = try Session(state: state)
    session.begin(with: try ContainerStore.open(Array(path.utf8), as: kind))
    let terminal = try Terminal(TerminalOptions(mouse: settings.mouse && options?.noMouse != true))
    defer { terminal.close() }
    let loader = ThemeLoader()
    let usual = ThemeLoader.defaultName(colorCount: terminal.colorDepth.count)
    let wanted = collecting(&problems) { () throws(ConfigurationError) in
        try loader.load(options?.theme ?? settings.theme ?? usual)
    }
    let theme =
        wanted ?? collecting(&problems) { () throws(ConfigurationError) in try loader.load(usual) } ?? .colorless
    let status = session.run(on: terminal, theme: theme, problem: problems.first)
    terminal.close()
    for problem in problems { writeError("sandglass: \(problem)") }
    if status != 0 { throw ExitCode(status) }
}

/// What `load` gives, or nil and the problem kept: a mistake in a file of settings stops nobody from browsing.
private func collecting<Value>(
    _ problems: inout [String],
    _ load: () throws(ConfigurationError) -> Value
) -> Value? {
    do throws(ConfigurationError) {
        return try load()
    } catch {
        problems.append(DisplayText(error.description).description)
        return nil
    }
}

extension Settings.SortKey {
    fileprivate var order: SortKey {
        switch self {
        case .name: .name
        case .size: .size
        case .time: .time
        case .kind: .kind
        }
    }
}
