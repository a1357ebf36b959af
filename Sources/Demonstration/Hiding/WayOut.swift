import System

/// A way for the browser to leave the screen while contents are on it.
struct WayOut: Sendable {
    /// What happens.
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
        WayOut("^Z", .key("\u{1a}")), WayOut("SIGTSTP", .signal(SIGTSTP)), WayOut("SIGSTOP", .signal(SIGSTOP)),
    ]

    /// Ways after which the browser covers the screen, and any key brings it back.
    static let covers = [WayOut("Z", .key("Z")), WayOut("the loss of the focus", .key("\u{1b}[O"))]

    /// An editor, which takes the screen until it ends. F4.
    static let editor = WayOut("an editor", .key("\u{1b}OS"))

    /// Ways after which the browser has ended. In the viewer, `q` closes it first.
    static let ends = [
        WayOut("q", .key("qq")), WayOut("SIGTERM", .signal(SIGTERM)), WayOut("SIGHUP", .signal(SIGHUP)),
        WayOut("SIGKILL", .signal(SIGKILL)), WayOut("a crash", .signal(SIGSEGV)),
    ]
}
