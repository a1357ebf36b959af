import ArgumentParser
import Browser
import Configuration
import ContainerModel
import ContainerStore
import Disk
import Jobs
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

    @OptionGroup(title: "When it is suspended") var snapshots: SnapshotOptions
}

/// Opens a path and browses it until the person quits.
///
/// - Parameter kind: takes the directory at the path as such a container, whatever it looks like.
/// - Throws: `ExitCode` for an end by a signal; `ContainerStoreError`, `TerminalError`.
func browse(_ path: String, as kind: ContainerKind? = nil, _ options: BrowsingOptions? = nil) throws {
    Allocator.tuneForWorkers()
    DescriptorLimit.raise()
    var problems: [String] = []
    let settings = collecting(&problems) { () throws(ConfigurationError) in try Settings.load() } ?? Settings()
    // A worker compiles the rules and reads the theme while this thread looks for the container and takes the
    // terminal: the first picture waits for all of it.
    let pool = WorkerPool(threads: 3)
    pool.submit { _ = RuleBook.standard }
    let wanted = options?.theme ?? settings.theme
    let early = Deferred(on: pool) { loadedTheme(called: wanted ?? ThemeLoader.defaultName) }
    let state = BrowserState(
        order: EntryOrder(key: settings.sort.order),
        showsHidden: settings.hidden || options?.all == true
    )
    let session = try Session(state: state, pool: pool, policy: SnapshotOptions.policy(options?.snapshots))
    session.begin(with: try ContainerStore.open(argumentBytes(path), as: kind))
    let terminal = try Terminal(TerminalOptions(mouse: settings.mouse && options?.noMouse != true))
    defer { terminal.close() }
    let theme = chosenTheme(early, wanted: wanted, colorCount: terminal.colorDepth.count, &problems)
    let status = session.run(on: terminal, theme: theme, problem: problems.first)
    terminal.close()
    session.finish()
    for problem in problems { writeError("sandglass: \(problem)") }
    if status != 0 { throw ExitCode(status) }
}

private func loadedTheme(called name: String) -> Result<Theme, ConfigurationError> {
    do throws(ConfigurationError) {
        return .success(try ThemeLoader().load(name))
    } catch {
        return .failure(error)
    }
}

/// The theme that was asked for, or the one that suits a terminal of so many colours.
private func chosenTheme(
    _ early: Deferred<Result<Theme, ConfigurationError>>,
    wanted: String?,
    colorCount: Int,
    _ problems: inout [String]
) -> Theme {
    let usual = ThemeLoader.defaultName(colorCount: colorCount)
    if wanted != nil || usual == ThemeLoader.defaultName, let result = early.wait() {
        if let theme = collecting(&problems, result.get) { return theme }
    }
    return collecting(&problems, loadedTheme(called: usual).get) ?? .colorless
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
