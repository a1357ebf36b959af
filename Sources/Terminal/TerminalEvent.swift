package import Screen

/// What the event loop is told.
package enum TerminalEvent: Hashable, Sendable {
    case input(InputEvent)
    /// The wake descriptor is readable. Who owns it reads it empty.
    case wake
    /// The person asked to suspend, while `stopsOnSuspend` is off: the cover is up, content is held back.
    case suspend
    /// The terminal is the program's again and shows the cover; everything has to be drawn.
    case resumed
    /// A signal asks the program to end. The cover is up, content is held back. Close the terminal and exit with
    /// 128 + the number; a second signal ends the program without asking.
    case terminate(signal: Int32)
    /// The terminal is gone.
    case hangUp
}
