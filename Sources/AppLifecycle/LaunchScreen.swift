package import Screen

/// What a launch shows until the first listing is there and no snapshot serves: the program's name on a plain screen.
package enum LaunchScreen {
    /// The launch screen for a screen of `size`; every cell of it is written.
    package static func frame(size: Size, theme: Theme) -> Frame {
        var frame = Frame(size: size, style: theme[.cover])
        let title = "sandglass"
        let column = max(0, (frame.size.columns - title.utf8.count) / 2)
        frame.write(title, column: column, row: frame.size.rows / 2, style: theme[.coverTitle])
        return frame
    }
}
