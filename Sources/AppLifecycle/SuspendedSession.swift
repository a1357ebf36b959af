/// The record of a suspended session, for the next launch if the session does not resume.
package struct SuspendedSession: Hashable, Sendable {
    /// The time it was suspended, in seconds since 1970.
    package var suspendedAt: Int64
    /// `ignoreSnapshotOnNextApplicationLaunch`: the snapshot is taken, but not shown by the next launch.
    package var ignoresSnapshot: Bool
    /// The state to restore; nil if state restoration was off.
    package var restoration: RestorationState?

    /// Creates a record.
    package init(suspendedAt: Int64, ignoresSnapshot: Bool = false, restoration: RestorationState? = nil) {
        self.suspendedAt = suspendedAt
        self.ignoresSnapshot = ignoresSnapshot
        self.restoration = restoration
    }
}

/// The picture shown at launch until the app draws (container-rules.md, "Lifecycle, snapshots").
package enum LaunchPicture: Hashable, Sendable {
    /// The snapshot taken when the previous session was suspended; its state is restored.
    case snapshot
    /// The launch screen.
    case launchScreen(Reason)

    /// The reason why a launch shows no snapshot.
    package enum Reason: String, CaseIterable, Sendable {
        /// No session was suspended: the previous one was quit, or there was none.
        case nothingSuspended
        /// The suspended session still exists: this launch is not its relaunch.
        case stillSuspended
        /// State restoration is off, or was off when the session was suspended: a relaunch starts afresh.
        case restorationOff
        /// The session was suspended so long ago that the system has dropped it.
        case tooOld
        /// The snapshot was to be ignored. The state is restored nevertheless.
        case ignored
    }

    /// Whether the launch restores the previous state.
    package var restoresState: Bool {
        switch self {
        case .snapshot, .launchScreen(.ignored): true
        case .launchScreen: false
        }
    }
}

extension LaunchPicture {
    /// Determines what a launch shows first.
    ///
    /// - Parameters:
    ///   - session: The record of a suspended session of the same container.
    ///   - hasEnded: Whether that session ended while it was suspended.
    ///   - restoresState: Whether state restoration is on for this launch.
    ///   - now: The time in seconds since 1970.
    package init(after session: SuspendedSession?, hasEnded: Bool, restoresState: Bool, now: Int64) {
        guard let session else {
            self = .launchScreen(.nothingSuspended)
            return
        }
        // A clock that was set back makes no session too old; one set far ahead must not overflow.
        let age = now.subtractingReportingOverflow(session.suspendedAt)
        let isTooOld = age.overflow ? now > session.suspendedAt : age.partialValue > Snapshot.longestAge
        self =
            if !hasEnded {
                .launchScreen(.stillSuspended)
            } else if !restoresState || session.restoration == nil {
                .launchScreen(.restorationOff)
            } else if isTooOld {
                .launchScreen(.tooOld)
            } else if session.ignoresSnapshot {
                .launchScreen(.ignored)
            } else {
                .snapshot
            }
    }
}
