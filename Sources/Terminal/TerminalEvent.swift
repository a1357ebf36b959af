package import Screen

/// What the event loop is told.
package enum TerminalEvent: Hashable, Sendable {
    case input(InputEvent)
    /// The wake descriptor is readable. Who owns it reads it empty.
    case wake
    /// The program is to be suspended: the cover was up, the screen and the terminal's modes are given back, content is
    /// held back. Put away what has to be, then call `stop()`; after five seconds the
    /// program is stopped anyway.
    case suspend
    /// The system did not stop the program, since nobody could continue it (a session's leader): the screen is the
    /// program's again and shows the cover. It has to stay until somebody presses a key.
    case stopRefused
    /// The terminal is the program's again and shows the cover; everything has to be drawn.
    case resumed
    /// A signal asks the program to end. The cover is up, content is held back. Close the terminal and exit with
    /// 128 + the number; a second signal ends the program without asking.
    case terminate(signal: Int32)
    /// The terminal is gone.
    case hangUp
}
