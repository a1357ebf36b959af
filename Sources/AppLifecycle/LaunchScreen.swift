package import Screen

/// The screen shown at launch until the first listing is ready, if no snapshot can be shown: the program's name.
package enum LaunchScreen {
    /// Returns the launch screen for a screen of `size`; every cell is written.
    package static func frame(size: Size, theme: Theme) -> Frame {
        var frame = Frame(size: size, style: theme[.cover])
        let title = "sandglass"
        let column = max(0, (frame.size.columns - title.utf8.count) / 2)
        frame.write(title, column: column, row: frame.size.rows / 2, style: theme[.coverTitle])
        return frame
    }
}
