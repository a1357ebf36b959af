import CTerminal
package import Screen
import System

/// The properties of the terminal, from its description and the environment, before it is opened.
struct TerminalTraits {
    let name: String
    let isUTF8: Bool
    let depth: ColorDepth
    let synchronizedOutput: Bool
    /// Whether the terminal understands ECMA-48 sequences, so that xterm's private modes do no harm.
    let isECMA48: Bool
    /// Whether the terminal has a title stack, so that the window title can be changed and restored.
    let keepsTitles: Bool
    /// Whether the terminal can be asked for its background: it answers, or ignores the question.
    let acceptsQueries: Bool
    /// Whether the terminal is tmux or GNU screen, which stands before another one.
    let isMultiplexer: Bool
    /// Whether it is worth asking for the background: with fewer colours, one theme suits any.
    var hasBackgrounds: Bool { acceptsQueries && depth >= .sixteen }

    init(_ options: TerminalOptions) throws(TerminalError) {
        for (descriptor, what) in [(STDIN_FILENO, "Standard input"), (STDOUT_FILENO, "Standard output")] {
            guard isatty(descriptor) == 1 else {
                throw TerminalError(
                    .notATerminal,
                    "\(what) is not a terminal. The browser needs one; the other commands do not: see --help."
                )
            }
            // ^Z would stop the parent process instead and leave the screen in view.
            guard sgt_is_controlling(descriptor) else {
                throw TerminalError(
                    .notControlling,
                    "\(what) is not the controlling terminal of this process, so ^Z could not cover the screen. "
                        + "With su, use su --pty -c; with setsid, use setsid --ctty."
                )
            }
        }
        guard let name = Self.environment("TERM") else {
            throw TerminalError(
                .unknownTerminal,
                "TERM is not set, so it is unknown which terminal this is. Try: TERM=xterm-256color."
            )
        }
        let description = sgt_describe(name)
        guard description.found == 1 || description.found == -2 else {
            throw TerminalError(
                .unknownTerminal,
                "Unknown terminal type \"\(name)\" (from TERM). "
                    + "Install its terminfo entry, or try: TERM=xterm-256color."
            )
        }
        guard description.found == 1, description.can_address_cursor else {
            throw TerminalError(
                .incapableTerminal,
                "The terminal type \"\(name)\" (from TERM) cannot move its cursor. Use another one; "
                    + "the commands that print work here: see --help."
            )
        }
        self.name = name
        isUTF8 = sgt_set_locale()
        isECMA48 = sgt_string("cup").map { $0[0] == 0x1b && $0[1] == 0x5b } ?? false
        keepsTitles = isECMA48 && Self.isKnownToKeepTitles(name)
        // Earlier versions of the Linux console print operating system commands.
        acceptsQueries = isECMA48 && name != "linux" && !name.hasPrefix("linux-")
        isMultiplexer = Self.isMultiplexer(name)
        depth = options.colorDepth ?? Self.depth(description)
        synchronizedOutput =
            options.synchronizedOutput ?? (description.has_synchronized_output || Self.isKnownToSynchronize(name))
    }

    /// Returns an environment variable, or nil if it is empty or not set.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }

    fileprivate static func depth(_ description: sgt_description) -> ColorDepth {
        // https://no-color.org: any value but an empty one.
        if environment("NO_COLOR") != nil { return .none }
        let says = environment("COLORTERM")
        if description.has_true_color || says == "truecolor" || says == "24bit" { return .direct }
        return switch description.colors {
        case 256...: .palette
        case 16...: .sixteen
        case 8...: .eight
        default: .none
        }
    }

    /// Whether this is xterm or a terminal compatible with it; terminfo descriptions do not say.
    private static func isKnownToKeepTitles(_ name: String) -> Bool {
        let names = ["xterm", "tmux", "foot", "alacritty", "vte", "gnome", "konsole", "wezterm", "contour", "mlterm"]
        return names.contains { name == $0 || name.hasPrefix($0 + "-") }
    }

    private static func isMultiplexer(_ name: String) -> Bool {
        if environment("TMUX") != nil || environment("STY") != nil { return true }
        return ["tmux", "screen"].contains { name == $0 || name.hasPrefix($0 + "-") || name.hasPrefix($0 + ".") }
    }

    /// Whether the terminal supports synchronized output although its terminfo description may not say so.
    private static func isKnownToSynchronize(_ name: String) -> Bool {
        // A multiplexer inherits the environment of the terminal around it.
        if isMultiplexer(name) { return false }
        let names = ["foot", "xterm-kitty", "alacritty", "contour", "xterm-ghostty", "wezterm"]
        if names.contains(where: { name == $0 || name.hasPrefix($0 + "-") }) { return true }
        let programs: Set = ["WezTerm", "iTerm.app", "ghostty", "contour"]
        if let program = environment("TERM_PROGRAM"), programs.contains(program) { return true }
        return environment("KITTY_WINDOW_ID") != nil || environment("ALACRITTY_WINDOW_ID") != nil
    }
}

extension ColorDepth {
    /// The colors of the terminal that the environment names (`TERM`, `COLORTERM`, `NO_COLOR`); none if it is unknown.
    package static var ofEnvironment: ColorDepth {
        guard let name = TerminalTraits.environment("TERM") else { return .none }
        let description = sgt_describe(name)
        return description.found == 1 ? TerminalTraits.depth(description) : .none
    }
}
