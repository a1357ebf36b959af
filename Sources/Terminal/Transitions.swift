import CTerminal

/// The bytes that take the terminal's screen and those that give it back, made once so that handlers only write them.
struct Transitions {
    /// Takes the screen, as ncurses does first and the handlers do after a stop.
    let enter: [CChar]
    /// Gives back the screen, whatever state the terminal is in.
    let leave: [CChar]
    /// Enables what ncurses does not: reports of the focus, the mouse and the background, and bracketed paste.
    let reporting: [CChar]
    /// Saves the window title and sets the program's name; empty if the title could not be restored.
    let name: [CChar]
    /// Restores the window title.
    let unname: [CChar]

    init(_ traits: TerminalTraits, mouse: Bool, focus: Bool, background: Bool) {
        // The program decodes the mouse itself, because ncurses merges several simultaneous events into one.
        // 1002 adds movement while a button is held; terminals that do not know it stay with 1000. Nothing asks for
        // presses with Shift (XTSHIFTESCAPE), so that these select text as the terminal does.
        let mouseOn = mouse ? "\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h" : ""
        let focusOn = focus ? "\u{1b}[?1004h" : ""
        let backgroundOn = background ? ControlSequence.backgroundReports : ""
        let reports = Array((traits.isECMA48 ? focusOn + "\u{1b}[?2004h" + mouseOn + backgroundOn : "").utf8)
        let off =
            traits.isECMA48 ? "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l\u{1b}[?1004l\u{1b}[?2004l\u{1b}[?2031l" : ""
        let noReports = Array(off.utf8)
        // Without an alternate screen the shell continues below the cover.
        let end =
            Self.hasAlternateScreen ? Self.capability("rmcup") : Self.expand("cup", 998, 0) + Array("\r\n".utf8)
        reporting = Self.bytes(reports)
        // XTWINOPS 22 and 23, and OSC 0: the window title and icon name (xterm's ctlseqs).
        name = Self.bytes(traits.keepsTitles ? Array("\u{1b}[22;0t\u{1b}]0;sandglass\u{7}".utf8) : [])
        unname = Self.bytes(traits.keepsTitles ? Array("\u{1b}[23;0t".utf8) : [])
        enter = Self.bytes(
            Self.capability("smcup") + Self.capability("smkx") + Self.capability("civis") + reports
        )
        leave = Self.bytes(
            Self.capability("sgr0") + noReports + Self.capability("rmkx") + end
                // Last: some terminals restore the cursor's visibility together with the screen.
                + Self.capability("cnorm")
        )
    }

    /// Whether the terminal has a second screen, so that the shell's comes back when the program leaves it.
    static var hasAlternateScreen: Bool { sgt_string("smcup") != nil && sgt_string("rmcup") != nil }

    /// Returns a capability without its padding; empty if the terminal does not have it.
    static func capability(_ name: String) -> [UInt8] { withoutPadding(sgt_string(name)) }

    /// Returns a capability with two parameters filled in.
    static func expand(_ name: String, _ first: Int, _ second: Int) -> [UInt8] {
        withoutPadding(sgt_expand(name, Int32(first), Int32(second), 0))
    }

    /// Removes delays such as `$<5/>`, which no terminal in use needs.
    private static func withoutPadding(_ string: UnsafePointer<CChar>?) -> [UInt8] {
        guard var rest = string else { return [] }
        var result: [UInt8] = []
        var isPadding = false
        while rest[0] != 0 {
            let byte = UInt8(bitPattern: rest[0])
            if byte == UInt8(ascii: "$"), rest[1] == CChar(UInt8(ascii: "<")) { isPadding = true }
            if !isPadding { result.append(byte) }
            if byte == UInt8(ascii: ">") { isPadding = false }
            rest += 1
        }
        return result
    }

    private static func bytes(_ bytes: [UInt8]) -> [CChar] { bytes.map { CChar(bitPattern: $0) } }
}
