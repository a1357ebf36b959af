import System

/// A way for the browser to leave the screen while contents are on it.
struct ExitPath: Sendable {
    /// The event.
    enum Deed: Sendable {
        /// The user presses a key.
        case key(String)
        /// A signal is sent to the browser.
        case signal(Int32)
    }

    let name: String
    let deed: Deed

    private init(_ name: String, _ deed: Deed) {
        self.name = name
        self.deed = deed
    }

    /// Ways after which the browser is stopped, and `fg` brings it back.
    static let stops = [
        ExitPath("^Z", .key("\u{1a}")), ExitPath("SIGTSTP", .signal(SIGTSTP)), ExitPath("SIGSTOP", .signal(SIGSTOP)),
    ]

    /// Ways after which the browser covers the screen, and any key brings it back.
    static let covers = [ExitPath("Z", .key("Z")), ExitPath("the loss of the focus", .key("\u{1b}[O"))]

    /// An editor, which takes the screen until it ends. F4.
    static let editor = ExitPath("an editor", .key("\u{1b}OS"))

    /// Ways after which the browser has ended. In the viewer, `q` closes it first.
    static let ends = [
        ExitPath("q", .key("qq")), ExitPath("SIGTERM", .signal(SIGTERM)), ExitPath("SIGHUP", .signal(SIGHUP)),
        ExitPath("SIGKILL", .signal(SIGKILL)), ExitPath("a crash", .signal(SIGSEGV)),
    ]
}
