package import Screen

/// The contents of the screen when the program entered the background, kept as iOS keeps an app's snapshot
/// (container-rules.md, "Lifecycle, snapshots").
///
/// It holds only the contents of the screen. The state to restore is a `RestorationState`, kept elsewhere, so that the
/// snapshot of a cover reveals nothing.
package struct Snapshot: Hashable, Sendable {
    /// The contents of the screen.
    package var frame: Frame
    /// The time it was taken, in seconds since 1970.
    package var takenAt: Int64
    /// Whether the frame is the cover.
    package var isCovered: Bool

    /// Creates a snapshot.
    package init(frame: Frame, takenAt: Int64, isCovered: Bool) {
        self.frame = frame
        self.takenAt = takenAt
        self.isCovered = isCovered
    }

    /// The number of snapshots kept for a container; the oldest are removed first.
    package static let keptCount = 5
    /// The age in seconds at which the system drops a suspended app and its snapshot: 14 days.
    package static let longestAge: Int64 = 14 * 24 * 60 * 60
}
