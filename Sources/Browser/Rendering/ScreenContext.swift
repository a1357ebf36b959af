import ContainerModel
package import Screen

/// What the browser knows of the terminal: its size, its colors and glyphs, and the time that it shows.
package struct ScreenContext: Sendable {
    /// The size of the screen.
    package var size: Size
    /// The theme in use.
    package private(set) var theme = Theme.colorless
    package private(set) var glyphs = Glyphs.unicode
    /// Whether the terminal shows only ASCII.
    private(set) var isASCII = false
    /// The colors of the terminal, in which pictures are drawn.
    private(set) var colors = ColorDepth.direct
    /// How the terminal shows pictures.
    package var pictures = PictureDisplay.cells
    var now = LocalTime(year: 1970, month: 1, day: 1)
    var nowSeconds: Int64 = 0
    /// The last frame, if nothing has changed since but the cursor of a listing and the right pane; nil if the next one is
    /// drawn whole.
    var drawn: DrawnFrame?
    /// Whether the last event changed nothing on the screen but the right pane.
    var onlyUpdatedDetails = false

    /// Creates the context of a terminal that is not known yet.
    init() {
        // Larger than most screens: reading too many rows ahead does no harm, too few would.
        size = Size(columns: 200, rows: 80)
    }

    /// Adopts a theme and the glyphs that suit the terminal.
    /// - Parameters:
    ///   - isASCII: Whether the locale is not UTF-8.
    ///   - colors: Those of the terminal.
    ///   - hasSymbols: Whether the terminal's font is likely to have all symbols.
    package mutating func adopt(
        theme: Theme, isASCII: Bool, colors: ColorDepth = .direct, hasSymbols: Bool = true
    ) {
        self.theme = theme
        self.colors = colors
        self.isASCII = isASCII
        glyphs = .forLocale(isUTF8: !isASCII, hasSymbols: hasSymbols)
    }

    /// Adopts another theme of the same terminal.
    mutating func adopt(_ theme: Theme) { self.theme = theme }

    /// Returns a name in a form that is safe to show.
    func display(_ name: some Collection<UInt8>) -> DisplayText { DisplayText(bytes: name, ascii: isASCII) }

    /// Returns the program's own text, with glyphs that the terminal has.
    func text(_ text: String) -> DisplayText { DisplayText(glyphs.spelled(text), ascii: isASCII) }
}
