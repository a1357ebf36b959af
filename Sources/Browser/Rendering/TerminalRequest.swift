package import Screen

/// What only the terminal can do.
package enum TerminalRequest: Sendable {
    /// Tell, if the user wants that, that a long task has ended. The text names no item.
    case notify(String)
    /// Put bytes on the clipboard.
    case copy([UInt8])
    /// Redraw every cell, whatever the terminal is thought to show.
    case repaint
}

/// What workers report about themes.
package enum ThemeEvent: Sendable {
    /// Those to choose from.
    case listed([String])
    /// One that the user chose.
    case read(Theme)
}
