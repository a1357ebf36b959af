/// How many colours a terminal can show.
package enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
    case none
    case eight
    case sixteen
    case palette
    /// 24 bits.
    case direct

    /// How many there are.
    package var count: Int {
        switch self {
        case .none: 0
        case .eight: 8
        case .sixteen: 16
        case .palette: 256
        case .direct: 1 << 24
        }
    }

    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// What the person or a test decides instead of the terminal's description.
package struct TerminalOptions: Sendable {
    /// Nil: as the terminal's description, `COLORTERM` and `NO_COLOR` say.
    package var colorDepth: ColorDepth?
    /// Whether the mouse is asked for; without it the terminal's own selection works.
    package var mouse = true
    /// Whether the terminal is asked to tell when its window is not the one in use any more.
    package var focus = true
    /// Nil: where the terminal is known to have it.
    package var synchronizedOutput: Bool?

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
