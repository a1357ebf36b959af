package import Screen

/// Settings of the user or of a test that override the terminal's description.
package struct TerminalOptions: Sendable {
    /// The colour depth; nil follows the terminal's description, `COLORTERM` and `NO_COLOR`.
    package var colorDepth: ColorDepth?
    /// Whether the mouse is reported to the program; if not, the terminal's own selection works.
    package var mouse = true
    /// Whether the terminal is asked to report changes of focus.
    package var focus = true
    /// Whether the terminal is asked for its background and to report changes of it. One with fewer than 16 colours is
    /// not asked: its colours are those of a palette that suits its background.
    package var background = false
    /// How pictures are shown.
    package var pictures = PictureSetting.cells
    /// Whether updates are synchronized; nil if the terminal is known to support that.
    package var synchronizedOutput: Bool?

    /// Creates options.
    package init(
        colorDepth: ColorDepth? = nil,
        mouse: Bool = true,
        focus: Bool = true,
        background: Bool = false,
        pictures: PictureSetting = .cells,
        synchronizedOutput: Bool? = nil
    ) {
        self.colorDepth = colorDepth
        self.mouse = mouse
        self.focus = focus
        self.background = background
        self.pictures = pictures
        self.synchronizedOutput = synchronizedOutput
    }
}
