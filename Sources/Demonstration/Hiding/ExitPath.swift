import System

/// A way for the browser to leave the screen while contents are on it.
package struct ExitPath: Sendable {
    /// The event.
    enum Deed: Sendable {
        /// The user presses a key.
        case key(String)
        /// A signal is sent to the browser.
        case signal(Int32)
    }

    /// What becomes of the browser.
    enum Effect: Sendable {
        /// It covers the screen, and any key brings it back.
        case covers
        /// It is stopped, and `fg` brings it back.
        case stops
        /// Another program has the screen until it ends.
        case lends
        /// It has ended.
        case ends
    }

    /// What it is called: a key, a signal, or in words.
    package let name: String
    let deed: Deed
    let effect: Effect

    private init(_ name: String, _ deed: Deed, _ effect: Effect) {
        self.name = name
        self.deed = deed
        self.effect = effect
    }

    /// An editor, which F4 starts.
    static let editor = ExitPath("an editor", .key("\u{1b}OS"), .lends)

    /// All ways out. The demonstration, its help and its tests take them from here.
    package static let all = [
        ExitPath("Z", .key("Z"), .covers), ExitPath("the loss of the focus", .key("\u{1b}[O"), .covers),
        ExitPath("^Z", .key("\u{1a}"), .stops), ExitPath("SIGTSTP", .signal(SIGTSTP), .stops),
        ExitPath("SIGSTOP", .signal(SIGSTOP), .stops), editor,
        // In the viewer, the first `q` closes it.
        ExitPath("q", .key("qq"), .ends), ExitPath("SIGTERM", .signal(SIGTERM), .ends),
        ExitPath("SIGHUP", .signal(SIGHUP), .ends), ExitPath("SIGKILL", .signal(SIGKILL), .ends),
        ExitPath("a crash", .signal(SIGSEGV), .ends),
    ]

    static let covers = all.filter { $0.effect == .covers }
    static let stops = all.filter { $0.effect == .stops }
    static let ends = all.filter { $0.effect == .ends }
}
