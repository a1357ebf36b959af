package import Screen

/// An event for the event loop.
package enum TerminalEvent: Hashable, Sendable {
    case input(InputEvent)
    /// The terminal has reported its background, at the start or because it has changed.
    case background(Background)
    /// Pictures are to be made in another way: the terminal has said whether it shows them.
    case pictures(PictureDisplay)
    /// The wake descriptor is readable. Its owner drains it.
    case wake
    /// The program is about to be suspended: the screen was covered and given back, the terminal's modes are restored,
    /// and content is held back. Save any state, then call `stop()`. After five seconds the program is stopped anyway.
    case suspend
    /// The system did not stop the program because no process could continue it (it is a session leader). The program
    /// has the screen again, and the cover has to stay until a key is pressed.
    case stopRefused
    /// The program has the terminal again, covered; everything has to be drawn. With the time that it was stopped, in
    /// seconds; 0 if another program had the terminal, or if nothing noticed the stop.
    case resumed(secondsAway: Int)
    /// A signal asks the program to end. The cover is up and content is held back. Close the terminal and exit with 128
    /// + the signal number; a second signal ends the program at once.
    case terminate(signal: Int32)
    /// The terminal is gone.
    case hangUp
}
