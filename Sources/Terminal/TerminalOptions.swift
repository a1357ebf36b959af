/// The number of colours a terminal can show.
package enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
    case none
    case eight
    case sixteen
    case palette
    /// 24-bit colours.
    case direct

    /// The number of colours.
    package var count: Int {
        switch self {
        case .none: 0
        case .eight: 8
        case .sixteen: 16
        case .palette: 256
        case .direct: 1 << 24
        }
    }

    /// Compares by the number of colours.
    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// Settings of the user or of a test that override the terminal's description.
package struct TerminalOptions: Sendable {
    /// The colour depth; nil follows the terminal's description, `COLORTERM` and `NO_COLOR`.
    package var colorDepth: ColorDepth?
    /// Whether the mouse is reported to the program; if not, the terminal's own selection works.
    package var mouse = true
    /// Whether the terminal is asked to report changes of focus.
    package var focus = true
    /// Whether updates are synchronized; nil if the terminal is known to support that.
    package var synchronizedOutput: Bool?

    /// Creates options.
    package init(
        colorDepth: ColorDepth? = nil,
        mouse: Bool = true,
        focus: Bool = true,
        synchronizedOutput: Bool? = nil
    ) {
        self.colorDepth = colorDepth
        self.mouse = mouse
        self.focus = focus
        self.synchronizedOutput = synchronizedOutput
    }
}
