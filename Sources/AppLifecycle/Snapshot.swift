package import Screen

/// What the screen showed when the program went to the background, kept as iOS keeps what an app showed
/// (container-rules.md, "Lifecycle, snapshots").
///
/// It holds what the screen held and no more: where the person was is a `RestorationState`, kept elsewhere, so that
/// the snapshot of a cover says nothing at all.
package struct Snapshot: Hashable, Sendable {
    /// The picture.
    package var frame: Frame
    /// When it was taken, in seconds since 1970.
    package var takenAt: Int64
    /// Whether the picture is the cover's.
    package var isCovered: Bool

    /// A picture and when it was taken.
    package init(frame: Frame, takenAt: Int64, isCovered: Bool) {
        self.frame = frame
        self.takenAt = takenAt
        self.isCovered = isCovered
    }

    /// How many of one container's are kept; the oldest go first.
    package static let keptCount = 5
    /// After how many seconds the system drops a suspended app, and its snapshot: 14 days.
    package static let longestAge: Int64 = 14 * 24 * 60 * 60
}
