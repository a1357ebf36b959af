import AppLifecycle
import ArgumentParser
import Browser
import CStart
import Configuration
import ContainerModel
import ContainerStore
import FileTree
import Jobs
import Screen
import Session
import System
import Terminal

/// Options for the look and the start of the browser.
struct BrowsingOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: """
            A theme's name (see `sandglass themes`), the path of a theme file, or auto to follow the terminal's \
            background.
            """,
        completion: Completions.themesAndAuto)
    var theme: String?

    @Flag(name: .shortAndLong, help: "Show names that begin with a dot.")
    var all = false

    @Flag(help: "Disable mouse reporting.")
    var noMouse = false

    @Option(help: "Cover the screen after this time without a key: 90s, 5m, 1h. Off by default.")
    var coverAfter: IdleTime?

    @Flag(help: "Exit when suspended instead of stopping, as an app with UIApplicationExitsOnSuspend does.")
    var exitOnSuspend = false

    @Flag(help: "Do not cover the screen (for demonstrations). Asks first.")
    var noCover = false

    // Read by CStart, before anything else has run, as the next one is.
    @Flag(
        help: """
            Lines instead of a screen, for screen readers and scripts: numbered items and answers, commands by name. \
            See `sandglass help linear`.
            """)
    var linear = false

    @Flag(help: "Do not start the guard, which covers the screen if the program is killed; for debugging.")
    var noGuard = false

    @OptionGroup var readOnly: ReadOnlyOptions

    @OptionGroup(title: "For scripts") var ending: EndingOptions

    @OptionGroup(title: "Suspension") var snapshots: SnapshotOptions

    func validate() throws {
        if readOnly.readOnly, snapshots.keepsInContainer {
            throw ValidationError("--read-only and --snapshots are mutually exclusive.")
        }
    }
}

/// An idle time such as `90s`, `5m` or `1h`.
struct IdleTime: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
        guard let seconds = Settings.seconds(argument) else { return nil }
        self.seconds = seconds
    }
}

/// Opens a path and browses it until the user quits.
///
/// - Parameters:
///   - path: The path; nil if none was named. The default is the container that the working directory is or lies in; if
///     there is none, the start screen offers what can be opened.
///   - app: The app information given by options.
///   - actions: The first actions, in order, each performed as soon as the previous listing is complete.
///   - remembers: Whether the container is remembered.
/// - Throws: `ExitCode` if the browser ended by a signal; `ContainerStoreError`, `TerminalError`; `Failure` if the
///   given app information is unusable.
func browse(
    _ path: [UInt8]?,
    _ options: BrowsingOptions? = nil,
    app: AppInfoOptions? = nil,
    actions: [Action] = [],
    remembers: Bool = true
) throws {
    let named = path
    let path = path ?? [0x2e]
    Allocator.tuneForWorkers()
    Scheduling.answerSoon()
    DescriptorLimit.raise()
    let (settings, mistakes) = Settings.load()
    var problems = (mistakes.map(\.description) + [settings.doubt?.sentence].compactMap(\.self))
        .map { DisplayText($0).description }
    let pool = WorkerPool(threads: 2)
    let themeName = options?.theme ?? settings.theme ?? ThemeLoader.automaticName
    let wanted = themeName == ThemeLoader.automaticName ? nil : themeName
    // A worker compiles the rules and reads the theme while this thread finds the container and opens the terminal: the
    // first frame needs all of them. One worker alone: a second one would take the core of this thread where there are
    // two.
    let early = Deferred(on: pool) {
        _ = RuleBook.standard
        return loadedTheme(called: wanted ?? ThemeLoader.defaultName, settings)
    }
    let keymap = KeymapFile.exists() ? Deferred(on: pool) { KeymapFile.ofUser { Action.keyTable } } : nil
    let life = Lifecycle.Options(
        coversScreen: options?.noCover != true,
        coversOnFocusLoss: settings.coverOnFocusLoss,
        exitsOnSuspend: options?.exitOnSuspend == true || settings.exitOnSuspend
    )
    var state = BrowserState(
        order: EntryOrder(key: settings.sort),
        showsHidden: settings.hidden || options?.all == true,
        lifecycle: life,
        isReadOnly: options?.readOnly.readOnly == true || ReadOnlyOptions.isInEnvironment || settings.readOnly,
        isChoosing: options?.ending.choose == true
    )
    // Reading an archive or asking a device takes long, which the browser can show and cancel. Messages about the app
    // information are printed outside it.
    let isLinear = options?.linear == true
    let isOnTerminal = isLinear || isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let opensLater =
        (app?.givesNothing ?? true) && app?.directory == nil && isOnTerminal
        && (SourceAddress.isOne(path) || ContainerStore.medium(at: path) != nil)
    var opened: OpenedPath?
    var recent: [ContainerMemoryStore.Recent] = []
    // The start screen offers what is below the working directory, which is looked for later.
    let offersChoice = named == nil && isOnTerminal
    if !opensLater {
        do {
            let search = offersChoice ? CandidateSearch(levels: 0) : CandidateSearch()
            let found = try app?.openAsKind(path) ?? ContainerStore.open(path, readsDevices: false, search: search)
            opened = try app?.adding(to: found) ?? found
        } catch let error as ContainerStoreError where error.code == .notAContainer && offersChoice {
            recent = remembers && settings.remember ? ContainerMemoryStore().recent() : []
        }
    }
    // From now on the browser asks.
    BackupUnlocking.handle(by: nil)
    state.perform(later: actions)
    state.options.pictures = settings.pictures
    // The question needs a terminal, as does the browser, which reports below if there is none.
    if options?.noCover == true, isatty(STDIN_FILENO) == 1, try !wantsNoCover() { state.coverItself() }
    let session = try Session(
        state: state, pool: pool, policy: SnapshotOptions.policy(options?.snapshots),
        remembers: remembers && settings.remember, introduces: settings.remember)
    session.notification = TerminalNotification(rawValue: settings.notify.rawValue)
    session.coverAfterMilliseconds = (options?.coverAfter?.seconds ?? settings.coverAfter).map { $0 * 1_000 }
    session.deferredJobs.append { Action.prepareNames() }
    let demonstration = TemporaryDemonstration()
    defer { for problem in demonstration.remove() { writeError("sandglass: \(DisplayText(problem))") } }
    session.demonstration = demonstration.maker
    if let opened {
        session.beginBrowsing(with: opened)
    } else if offersChoice, !opensLater {
        session.beginOffering(recent)
    } else {
        session.beginOpening(path, as: app?.kind)
    }
    func waitForKeys() -> Keymap {
        let ownKeys = keymap?.wait() ?? nil
        problems += ownKeys?.problems.map { DisplayText($0.description).description } ?? []
        return ownKeys?.keymap ?? Keymap()
    }
    let status: Int32
    if isLinear {
        let terminal = try LineTerminal()
        defer { terminal.close() }
        let keys = waitForKeys()
        status = session.runLinearLoop(on: terminal, keymap: keys, problems: problems)
    } else {
        let terminal = try Terminal(
            TerminalOptions(
                mouse: settings.mouse && options?.noMouse != true, focus: settings.coverOnFocusLoss,
                background: wanted == nil, pictures: settings.pictures)
        )
        defer { terminal.close() }
        session.themeName = themeName
        session.automaticThemeName = ThemeLoader.automaticName
        let colorCount = terminal.colorDepth.count
        session.themeReader = { name, background in
            let isAutomatic = name == ThemeLoader.automaticName
            let suitable = ThemeLoader.defaultName(colorCount: colorCount, on: background)
            return switch loadedTheme(called: isAutomatic ? suitable : name, settings) {
            case .success(let theme): .theme(.read(theme))
            case .failure(let error): .failed(DisplayText(error.description).description)
            }
        }
        let theme = chosenTheme(early, wanted: wanted, colorCount: colorCount, settings, &problems)
        let keys = waitForKeys()
        session.themeNames = { ThemeLoader().names() + [ThemeLoader.automaticName] }
        status = session.runLoop(on: terminal, theme: theme, keymap: keys, problems: problems)
    }
    problems += session.finish(endedBySignal: status > 128).map { DisplayText($0).description }
    for problem in problems { writeError("sandglass: \(problem)") }
    switch session.launchFailure {
    case .failed(let error): throw error
    case .cancelled: throw Failure("\(DisplayText(bytes: path)): cancelled before it was opened", code: 128 + SIGINT)
    case nil: break
    }
    if status != 0 { throw ExitCode(status) }
    try options?.ending.finish(session)
}

/// Asks whether the user really wants to browse without the cover.
private func wantsNoCover() throws -> Bool {
    let question = """
        Without the cover, names and contents stay on the screen, in its snapshot and in what the terminal remembers \
        when you suspend the program or look away.
        Browse without the cover? [y/N]
        """
    try writeLine(question)
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
}

private func loadedTheme(called name: String, _ settings: Settings) -> Result<Theme, ConfigurationError> {
    do throws(ConfigurationError) {
        let theme = try ThemeLoader().load(name)
        return .success(settings.lsColors ? theme.adopting(ListColors.stylesOfEnvironment()) : theme)
    } catch {
        return .failure(error)
    }
}

/// Returns the requested theme, or the one that suits a terminal with this number of colours.
private func chosenTheme(
    _ early: Deferred<Result<Theme, ConfigurationError>>,
    wanted: String?,
    colorCount: Int,
    _ settings: Settings,
    _ problems: inout [String]
) -> Theme {
    let usual = ThemeLoader.defaultName(colorCount: colorCount)
    if wanted != nil || usual == ThemeLoader.defaultName, let result = early.wait() {
        if let theme = collecting(&problems, result.get) { return theme }
    }
    return collecting(&problems, loadedTheme(called: usual, settings).get) ?? .colorless
}

/// Returns the result of `load`, or nil after recording the problem: an error in a settings file does not prevent
/// browsing.
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
