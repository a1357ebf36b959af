package import AppLifecycle
package import Browser
package import Screen

/// What was on the screen at a moment, and what is needed to come back to it.
package struct ScreenMoment: Sendable {
    /// The picture: the cover, or the content where nothing covers it.
    package var frame: Frame
    /// Whether the picture is the cover.
    package var isCovered: Bool
    /// The state that the program was in: `background` for a snapshot.
    package var state: Lifecycle.State
    /// Seconds since 1970.
    package var time: Int64
    /// The browser as it was: the container, the place, the cursor.
    package var browser: BrowserState
}

/// Keeps pictures of the screen as iOS does when an app goes to the background.
///
/// Called from the thread that draws, between the cover and the stop: the cover is up and the screen given back, so
/// nobody waits for a picture. What takes longer than a second goes on only after the program was continued, since a
/// program that hangs must stop as well.
package protocol SnapshotKeeper {
    /// Keeps a picture: the program is about to stop.
    mutating func keep(_ moment: ScreenMoment)
    /// The picture kept last does not serve the next start any more: the program went on, or ended in the foreground.
    mutating func retire()
}
